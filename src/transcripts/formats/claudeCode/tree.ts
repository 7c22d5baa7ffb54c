import type { Entry } from './entries.ts';

/**
 * A line of the tree that rewinding makes of a session: one with a `uuid`. Progress, hooks and the like are lines
 * without an entry.
 */
export interface TreeLine {
	readonly uuid: string;
	/** The best first. */
	readonly parents: readonly string[];
	readonly entry: Entry | undefined;
}

/**
 * For each line the one it continues, by position. If no parent is before it in the file (lost lines, another
 * session's, a root after a compaction), the previous line is used: a file is linear unless it indicates otherwise.
 */
function parentsOf(lines: readonly TreeLine[]): readonly number[] {
	const positions = new Map<string, number>();
	return lines.map(({ uuid, parents }, position) => {
		const known = parents.map((parent) => positions.get(parent));
		positions.set(uuid, position);
		return known.find((at) => at !== undefined) ?? position - 1;
	});
}

/** The path to the last entry of the file: for each line on it the entry that follows it there. */
function pathToLeaf(
	lines: readonly TreeLine[],
	parents: readonly number[],
): ReadonlyMap<number, Entry | undefined> {
	const path = new Map<number, Entry | undefined>();
	let next: Entry | undefined;
	let at = lines.findLastIndex(({ entry }) => entry !== undefined);
	while (at >= 0) {
		path.set(at, next);
		next = lines[at]?.entry ?? next;
		at = parents[at] ?? -1;
	}
	return path;
}

/**
 * Lines beside the path are a branch that the user abandoned only if the path continues with a prompt at the fork.
 * Parallel tool calls fork as well, but there the path continues with a call, a result or a reply, and every branch was
 * part of the conversation.
 */
function leftBehind(lines: readonly TreeLine[]): readonly Entry[] {
	const parents = parentsOf(lines);
	const path = pathToLeaf(lines, parents);
	const left = new Set<number>();
	return lines.flatMap(({ entry }, at) => {
		const parent = parents[at] ?? -1;
		const next = path.get(parent);
		const isFork = next?.kind === 'user' && next.opensTurn;
		if (path.has(at) || !(isFork || left.has(parent))) {
			return [];
		}
		left.add(at);
		return entry ?? [];
	});
}

/**
 * The entries of branches that the user abandoned. Never part of an assistant message or a tool's result whose other
 * part is in the conversation.
 */
export function abandonedEntries(
	lines: readonly TreeLine[],
	entries: readonly Entry[],
): ReadonlySet<Entry> {
	const left = new Set(leftBehind(lines));
	const stays = new Set<string>();
	const callers = new Map<string, string>();
	for (const entry of left.size === 0 ? [] : entries) {
		if (entry.kind === 'assistant') {
			entry.calls.forEach(({ id }) => callers.set(id, callers.get(id) ?? entry.key));
			if (!left.has(entry)) {
				stays.add(entry.key);
			}
		}
	}
	const belongs = (entry: Entry): boolean =>
		entry.kind === 'assistant'
			? stays.has(entry.key)
			: // A summary of an earlier compaction belongs to the log wherever it is in the tree.
				entry.message?.origin === 'summary' ||
				entry.results.some(({ toolCallId }) => stays.has(callers.get(toolCallId) ?? ''));
	return new Set([...left].filter((entry) => !belongs(entry)));
}
