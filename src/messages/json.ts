import { isNestedTooDeeply } from './nesting.ts';

/** Reading JSON that others wrote. */

/** What a text says in JSON; `undefined`, which no JSON means, where it is none. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Likewise, and `undefined` where it is nested too deeply for what walks through it. */
export function walkableJson(text: string): unknown {
	const value = parsedJson(text);
	return isNestedTooDeeply(value) ? undefined : value;
}

/** Whether a value has fields: an object, and no list. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's fields; none where it is no object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return hasFields(value) ? value : {};
}
