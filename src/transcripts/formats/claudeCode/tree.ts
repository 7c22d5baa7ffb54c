import type { Entry } from './entries.ts';

/**
 * A line with a `uuid`. Rewinding turns a session into a tree of such lines. Progress, hooks and the like are lines
 * without an entry.
 */
export interface TreeLine {
	readonly uuid: string;
	/** Best first. */
	readonly parents: readonly string[];
	readonly entry: Entry | undefined;
}

/**
 * The position of each line's parent. If no parent comes before it in the file (lost lines, a parent in another session,
 * a root after a compaction), the previous line is its parent.
 */
function parentsOf(lines: readonly TreeLine[]): readonly number[] {
	const positions = new Map<string, number>();
	return lines.map(({ uuid, parents }, position) => {
		const known = parents.map((parent) => positions.get(parent));
		positions.set(uuid, position);
		return known.find((at) => at !== undefined) ?? position - 1;
	});
}

/** The path to the last entry of the file: for each line on the path, the entry that follows on it. */
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
 * The entries of branches that leave the path where it continues with a prompt: the user rewound the session there.
 * Parallel tool calls fork as well, but there the path continues with a call, a result or a reply, and all branches are
 * part of the conversation.
 */
function entriesOffPath(lines: readonly TreeLine[]): readonly Entry[] {
	const parents = parentsOf(lines);
	const path = pathToLeaf(lines, parents);
	const abandoned = new Set<number>();
	return lines.flatMap(({ entry }, at) => {
		const parent = parents[at] ?? -1;
		const next = path.get(parent);
		const isFork = next?.kind === 'user' && next.opensTurn;
		if (path.has(at) || !(isFork || abandoned.has(parent))) {
			return [];
		}
		abandoned.add(at);
		return entry ?? [];
	});
}

/**
 * The entries of branches that the user abandoned. An assistant's message is abandoned with all of its lines and
 * results, or not at all.
 */
export function abandonedEntries(
	lines: readonly TreeLine[],
	entries: readonly Entry[],
): ReadonlySet<Entry> {
	const offPath = new Set(entriesOffPath(lines));
	const stays = new Set<string>();
	const callers = new Map<string, string>();
	for (const entry of offPath.size === 0 ? [] : entries) {
		if (entry.kind === 'assistant') {
			entry.calls.forEach(({ id }) => callers.set(id, callers.get(id) ?? entry.key));
			if (!offPath.has(entry)) {
				stays.add(entry.key);
			}
		}
	}
	const belongs = (entry: Entry): boolean =>
		entry.kind === 'assistant'
			? stays.has(entry.key)
			: // A summary of an earlier compaction belongs to the log, whatever its branch.
				entry.message?.origin === 'summary' ||
				entry.results.some(({ toolCallId }) => stays.has(callers.get(toolCallId) ?? ''));
	return new Set([...offPath].filter((entry) => !belongs(entry)));
}
