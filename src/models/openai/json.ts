/** Reading JSON of servers that promise one shape and send another. */

/** A value's elements; none where it is no array. */
export function elementsOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

/** The value where it is a string, else nothing. */
export function stringOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

/** The value where it is a number of something, else `undefined`. */
export function amountOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Whether something was said at all: servers send `null`, `''` and `[]` for "nothing". */
export function isPresent(value: unknown): boolean {
	return (
		value !== null &&
		value !== undefined &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0)
	);
}
