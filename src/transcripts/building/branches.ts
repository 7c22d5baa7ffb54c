/** A record of the tree that rewinding makes of a session. */
interface TreeNode {
	readonly id?: string | undefined;
	/** `null` starts anew; absent, or one that is not in the file, continues the previous record. */
	readonly parent?: string | null | undefined;
}

/**
 * Divides records, in order, into those on the path to the last one and those on abandoned branches; all are on it if
 * the parents form a cycle. Of records with the same id the first counts: the successors of a later one must not lead
 * back to it.
 * @param last Its position.
 */
export function dividedByPath<Node extends TreeNode>(
	nodes: readonly Node[],
	last = nodes.length - 1,
): { readonly kept: readonly Node[]; readonly left: readonly Node[] } {
	const positions = new Map<string, number>();
	for (const [at, { id }] of nodes.entries()) {
		if (id !== undefined && !positions.has(id)) {
			positions.set(id, at);
		}
	}
	const way = new Set<number>();
	let at = last;
	while (at >= 0 && !way.has(at)) {
		way.add(at);
		const parent = nodes[at]?.parent;
		at = parent === null ? -1 : (positions.get(parent ?? '') ?? at - 1);
	}
	const isKept = ({ id }: Node, own: number): boolean =>
		at >= 0 || way.has(own) || way.has(positions.get(id ?? '') ?? -1);
	return {
		kept: nodes.filter((node, own) => isKept(node, own)),
		left: nodes.filter((node, own) => !isKept(node, own)),
	};
}
