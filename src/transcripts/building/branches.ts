/** A record of a tree that going back makes of a session. */
interface TreeNode {
	readonly id?: string | undefined;
	/** `null` begins anew; absent, or one that is not in the file, continues the record before. */
	readonly parent?: string | null | undefined;
}

/**
 * Positions of the records on the way to one of them, by position; all, where the parents run in a circle. Of
 * records with one id the first counts: what follows a later one must not lead back to it.
 * @param nodes What is no record has its place among them.
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
