import { isNestedTooDeeply } from './nesting.ts';

/** Parses JSON from external sources. */

/** The JSON value of a text; `undefined`, which is not a JSON value, if it is invalid. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The same, and `undefined` if it is nested too deeply for recursive processing. */
export function walkableJson(text: string): unknown {
	const value = parsedJson(text);
	return isNestedTooDeeply(value) ? undefined : value;
}

/** Whether a value has fields: an object, but not a list. */
export function hasFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value's fields; none if it is not an object. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
	return hasFields(value) ? value : {};
}
