/** A record of a file that is a tree: each says which one it continues. */
export interface TreeRecord {
	readonly id: string | undefined;
	/** `null` begins anew; `undefined`, or one that is not in the file, continues the record before. */
	readonly parent: string | null | undefined;
}

/**
 * The way from the beginning of a tree to its newest record, by position in the file.
 * @param records In file order.
 * @returns `undefined` when the parents run in a circle, so that there is no such way.
 */
export function pathToNewest(records: readonly TreeRecord[]): ReadonlySet<number> | undefined {
	const indices = new Map<string, number>();
	for (const [index, { id }] of records.entries()) {
		// Written twice, the first one counts: what follows a later one must not lead back to it.
		if (id !== undefined && !indices.has(id)) {
			indices.set(id, index);
		}
	}
	const path = new Set<number>();
	let index = records.length - 1;
	while (index >= 0) {
		if (path.has(index)) {
			return undefined;
		}
		path.add(index);
		const parent = records[index]?.parent;
		index = parent === null ? -1 : (indices.get(parent ?? '') ?? index - 1);
	}
	return path;
}
