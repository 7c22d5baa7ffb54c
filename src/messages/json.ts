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

/**
 * Maximum levels of a JSON value. Parsing accepts any number, but recursive code, such as serialising JSON, overflows
 * the stack from some thousands on. No record of a conversation comes close.
 */
export const deepestNesting = 500;

/** Whether a value has more levels than {@link deepestNesting}. */
export function isNestedTooDeeply(value: unknown, levels = deepestNesting): boolean {
	if (typeof value !== 'object' || value === null) {
		return false;
	}
	if (levels === 0) {
		return true;
	}
	if (Array.isArray(value)) {
		return value.some((item) => isNestedTooDeeply(item, levels - 1));
	}
	for (const key in value) {
		if (isNestedTooDeeply((value as Readonly<Record<string, unknown>>)[key], levels - 1)) {
			return true;
		}
	}
	return false;
}
