/** A record of the tree that rewinding makes of a session. */
interface TreeNode {
	readonly id?: string | undefined;
	/** `null` starts anew; absent, or one that is not in the file, continues the previous record. */
	readonly parent?: string | null | undefined;
}

/**
 * Positions of the records on the path to a record, by position; all of them if the parents form a cycle. Of records
 * with the same id the first counts: the successors of a later one must not lead back to it.
 * @param nodes Also has elements for values that are not records.
 */
export function ancestorsOf(
	last: number,
	nodes: readonly (TreeNode | undefined)[],
): ReadonlySet<number> {
	const positions = new Map<string, number>();
	for (const [at, node] of nodes.entries()) {
		if (node?.id !== undefined && !positions.has(node.id)) {
			positions.set(node.id, at);
		}
	}
	const way = new Set<number>();
	let at = last;
	while (at >= 0 && !way.has(at)) {
		way.add(at);
		const parent = nodes[at]?.parent;
		at = parent === null ? -1 : (positions.get(parent ?? '') ?? at - 1);
	}
	return at < 0 ? way : new Set(nodes.keys());
}
