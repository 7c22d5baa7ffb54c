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
 * For each line the one it continues, by position. If a parent is not in the file (lost lines, another session's, a
 * root after a compaction), the previous line is used: a file is linear unless it indicates otherwise.
 */
function parentsOf(lines: readonly TreeLine[]): readonly number[] {
	const positions = new Map(lines.map(({ uuid }, position) => [uuid, position]));
	return lines.map(
		({ parents }, position) =>
			parents.map((parent) => positions.get(parent)).find((at) => at !== undefined) ?? position - 1,
	);
}

/**
 * The path to the last entry of the file: for each line on it the entry that follows it there. `undefined` if the
 * parents form a cycle and there is no path.
 */
function pathToLeaf(
	lines: readonly TreeLine[],
	parents: readonly number[],
): ReadonlyMap<number, Entry | undefined> | undefined {
	const path = new Map<number, Entry | undefined>();
	let next: Entry | undefined;
	let at = lines.findLastIndex(({ entry }) => entry !== undefined);
	while (at >= 0) {
		if (path.has(at)) {
			return undefined;
		}
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
	if (path === undefined) {
		return [];
	}
	/** Of lines that are not on the path. */
	const isLeft = new Map<number, boolean>();
	for (const start of lines.keys()) {
		const trail: number[] = [];
		let at = start;
		while (at >= 0 && !path.has(at) && !isLeft.has(at)) {
			trail.push(at);
			// Provisional until the verdict is known; if it is found again, the parents form a cycle.
			isLeft.set(at, false);
			at = parents[at] ?? -1;
		}
		const next = path.get(at);
		const verdict = path.has(at)
			? next?.kind === 'user' && next.opensTurn
			: isLeft.get(at) === true;
		trail.forEach((member) => isLeft.set(member, verdict));
	}
	return lines.flatMap(({ entry }, at) =>
		entry !== undefined && isLeft.get(at) === true ? [entry] : [],
	);
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
