/** A record of a session. Rewinding turns a session into a tree of records. */
interface TreeNode {
	readonly id?: string | undefined;
	/** `null` starts a new tree; absent, or an id not found earlier in the file, continues the previous record. */
	readonly parent?: string | null | undefined;
}

/**
 * Splits records into those on the path to the last one and those on abandoned branches, each in order. If several
 * records have the same id, the first one is the parent of every record that refers to that id.
 * @param last Position of the record at which the path ends.
 */
export function splitByPath<Node extends TreeNode>(
	nodes: readonly Node[],
	last = nodes.length - 1,
): { readonly kept: readonly Node[]; readonly abandoned: readonly Node[] } {
	const positions = new Map<string, number>();
	const parents = nodes.map(({ id, parent }, at) => {
		const parentPosition = parent === null ? -1 : (positions.get(parent ?? '') ?? at - 1);
		if (id !== undefined && !positions.has(id)) {
			positions.set(id, at);
		}
		return parentPosition;
	});
	/** Ids, because one message can span several records; positions of records without an id. */
	const path = new Set<number | string>();
	for (let at = last; at >= 0; at = parents[at] ?? -1) {
		path.add(nodes[at]?.id ?? at);
	}
	const isKept = ({ id }: Node, at: number): boolean => path.has(id ?? at);
	return {
		kept: nodes.filter((node, at) => isKept(node, at)),
		abandoned: nodes.filter((node, at) => !isKept(node, at)),
	};
}
