/** The texts and numbers that stand beside the list of a document, by their keys. */
export type DocumentFields = ReadonlyMap<string, string | number>;

/**
 * The elements of a document: those of its list.
 * @param listKeys Keys under which an object at the top holds its list; of several lists, their order.
 */
export function elementsOf(document: unknown, listKeys: readonly string[]): readonly unknown[] {
	if (Array.isArray(document)) {
		return document as readonly unknown[];
	}
	if (typeof document === 'object' && document !== null) {
		const lists = new Map(Object.entries(document));
		return listKeys.flatMap((key): readonly unknown[] => {
			const list: unknown = lists.get(key);
			return Array.isArray(list) ? list : [];
		});
	}
	return [];
}

/** What an object at the top of a document says beside its list. */
export function fieldsOf(document: unknown): DocumentFields {
	const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
	return new Map(
		Object.entries(isObject ? document : {}).filter(
			(entry): entry is [string, string | number] =>
				typeof entry[1] === 'string' || typeof entry[1] === 'number',
		),
	);
}
