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
