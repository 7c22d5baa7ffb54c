/** A record of the tree that rewinding makes of a session. */
interface TreeNode {
	readonly id?: string | undefined;
	/** `null` starts anew; absent, or one that is not before it in the file, continues the previous record. */
	readonly parent?: string | null | undefined;
}

/**
 * Divides records, in order, into those on the path to the last one and those on abandoned branches. Of records with
 * the same id the first counts: the successors of a later one must not lead back to it.
 * @param last Its position.
 */
export function dividedByPath<Node extends TreeNode>(
	nodes: readonly Node[],
	last = nodes.length - 1,
): { readonly kept: readonly Node[]; readonly left: readonly Node[] } {
	const positions = new Map<string, number>();
	const parents = nodes.map(({ id, parent }, at) => {
		const before = parent === null ? -1 : (positions.get(parent ?? '') ?? at - 1);
		if (id !== undefined && !positions.has(id)) {
			positions.set(id, at);
		}
		return before;
	});
	/** By id, else by position: one message can be several records. */
	const way = new Set<number | string>();
	for (let at = last; at >= 0; at = parents[at] ?? -1) {
		way.add(nodes[at]?.id ?? at);
	}
	const isKept = ({ id }: Node, at: number): boolean => way.has(id ?? at);
	return {
		kept: nodes.filter((node, at) => isKept(node, at)),
		left: nodes.filter((node, at) => !isKept(node, at)),
	};
}
