import type { Entry } from './entries.ts';

/** A line with a `uuid`: a node of the tree that rewinding makes of a session. */
export interface TreeNode {
	readonly uuid: string;
	readonly parents: readonly (string | null | undefined)[];
	/** What the line adds to the conversation; progress, hooks and the like add nothing. */
	readonly entry: Entry | undefined;
}

/**
 * For each node the index of the one it continues. A parent that is not in the file (lost lines,
 * another session's, a root after a compaction) falls back to the line before: a file is a straight
 * line unless it says otherwise.
 */
function parentIndices(nodes: readonly TreeNode[]): readonly number[] {
	const indices = new Map(nodes.map((node, index) => [node.uuid, index]));
	return nodes.map((node, index) => {
		const named = node.parents
			.map((uuid) => (typeof uuid === 'string' ? indices.get(uuid) : undefined))
			.find((parent) => parent !== undefined);
		return named ?? index - 1;
	});
}

/**
 * The path to the last entry of the file: each node's index with the entry that follows it there.
 * `undefined` when the parents run in a circle and there is no path.
 */
function pathToLeaf(
	nodes: readonly TreeNode[],
	parents: readonly number[],
): ReadonlyMap<number, Entry | undefined> | undefined {
	const path = new Map<number, Entry | undefined>();
	let next: Entry | undefined;
	let index = nodes.findLastIndex((node) => node.entry !== undefined);
	while (index >= 0) {
		if (path.has(index)) {
			return undefined;
		}
		path.set(index, next);
		next = nodes[index]?.entry ?? next;
		index = parents[index] ?? -1;
	}
	return path;
}

/**
 * Lines beside the path are a branch the person left only when the path goes on with a prompt where
 * they fork off. Parallel tool calls fork as well, but there the path goes on with a call, a result
 * or a reply, and every branch was part of the conversation.
 */
function leftBehind(nodes: readonly TreeNode[]): ReadonlySet<Entry> {
	const parents = parentIndices(nodes);
	const path = pathToLeaf(nodes, parents);
	const left = new Set<Entry>();
	if (path === undefined) {
		return left;
	}
	const verdicts = new Map<number, boolean>();
	for (const start of nodes.keys()) {
		const trail: number[] = [];
		let index = start;
		while (index >= 0 && !path.has(index) && !verdicts.has(index)) {
			trail.push(index);
			// Stands until the real verdict is in; met again, the parents run in a circle.
			verdicts.set(index, false);
			index = parents[index] ?? -1;
		}
		const verdict = path.has(index) ? opensTurn(path.get(index)) : (verdicts.get(index) ?? false);
		for (const member of trail) {
			verdicts.set(member, verdict);
			const entry = nodes[member]?.entry;
			if (verdict && entry !== undefined) {
				left.add(entry);
			}
		}
	}
	return left;
}

function opensTurn(entry: Entry | undefined): boolean {
	return entry?.kind === 'user' && entry.opensTurn;
}

/** A summary of an earlier compaction belongs to the log wherever the tree puts it. */
function isSummary(entry: Entry): boolean {
	return entry.kind === 'user' && entry.message?.origin === 'summary';
}

/**
 * The entries of branches the person went back from and left. Never part of an assistant message
 * or a tool's result whose other part is in the conversation.
 */
export function abandonedEntries(nodes: readonly TreeNode[]): ReadonlySet<Entry> {
	const left = leftBehind(nodes);
	if (left.size === 0) {
		return left;
	}
	const keys = new Set<string>();
	for (const { entry } of nodes) {
		if (entry?.kind === 'assistant' && !left.has(entry)) {
			keys.add(entry.key);
		}
	}
	const calls = new Set<string>();
	for (const { entry } of nodes) {
		if (entry?.kind === 'assistant' && keys.has(entry.key)) {
			for (const call of entry.calls) {
				calls.add(call.id);
			}
		}
	}
	const belongs = (entry: Entry): boolean =>
		entry.kind === 'assistant'
			? keys.has(entry.key)
			: isSummary(entry) || entry.results.some((result) => calls.has(result.toolCallId));
	return new Set([...left].filter((entry) => !belongs(entry)));
}
