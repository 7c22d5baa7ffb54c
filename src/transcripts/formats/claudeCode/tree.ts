import type { NameNumbers } from '../../bytes/nameNumbers.ts';
import { NumberColumn } from '../../bytes/numberColumn.ts';
import type { EntryList } from './entryList.ts';

/** What is not there: no entry, no parent. */
const none = -1;

/** A line that is not on the path. */
const offPath = -2;

/**
 * The tree that rewinding makes of a session: its nodes are the lines with a `uuid`, in the order of
 * the file. Progress, hooks and the like are nodes that add no entry.
 */
export class LineTree {
	readonly #uuids: NameNumbers;
	/** For each node its entry, and the numbers of the uuids it names as its parent. */
	readonly #entries = new NumberColumn();
	readonly #parents = new NumberColumn();
	readonly #otherParents = new Map<number, number>();
	/** For each uuid its node. */
	readonly #nodes = new NumberColumn();

	/** @param uuids Those of all lines of the file. */
	constructor(uuids: NameNumbers) {
		this.#uuids = uuids;
	}

	get length(): number {
		return this.#entries.length;
	}

	/**
	 * @param uuid Number of the line's own.
	 * @param parents The best first.
	 * @param entry What the line adds to the conversation; -1 when it adds nothing.
	 */
	add(uuid: number, parents: readonly (string | null | undefined)[], entry: number): void {
		const node = this.length;
		const [first = none, second] = parents
			.filter((parent) => typeof parent === 'string')
			.map((parent) => this.#uuids.numberOf(parent));
		this.#entries.push(entry);
		this.#parents.push(first);
		if (second !== undefined) {
			this.#otherParents.set(node, second);
		}
		this.#nodes.set(uuid, node);
	}

	/** Whether a line with this uuid is in the tree. */
	has(uuid: string): boolean {
		return this.#nodes.at(this.#uuids.find(uuid)) !== none;
	}

	/** The entry of a node; -1 when it has none. */
	entry(node: number): number {
		return this.#entries.at(node);
	}

	/**
	 * The node that a node continues. A parent that is not in the file (lost lines, another session's,
	 * a root after a compaction) falls back to the line before: a file is a straight line unless it
	 * says otherwise.
	 */
	parent(node: number): number {
		const first = this.#nodes.at(this.#parents.at(node));
		const named = first === none ? this.#nodes.at(this.#otherParents.get(node) ?? none) : first;
		return named === none ? node - 1 : named;
	}
}

/**
 * The path to the last entry of the file: for each node the entry that follows it there.
 * `undefined` when the parents run in a circle and there is no path.
 */
function pathToLeaf(tree: LineTree): Int32Array | undefined {
	const path = new Int32Array(tree.length).fill(offPath);
	let node = tree.length - 1;
	while (node >= 0 && tree.entry(node) === none) {
		node -= 1;
	}
	let next = none;
	while (node >= 0) {
		if (path[node] !== offPath) {
			return undefined;
		}
		path[node] = next;
		next = tree.entry(node) === none ? next : tree.entry(node);
		node = tree.parent(node);
	}
	return path;
}

/**
 * Lines beside the path are a branch the person left only when the path goes on with a prompt where
 * they fork off. Parallel tool calls fork as well, but there the path goes on with a call, a result
 * or a reply, and every branch was part of the conversation.
 */
function leftBehind(tree: LineTree, entries: EntryList): readonly number[] {
	const path = pathToLeaf(tree);
	const left: number[] = [];
	if (path === undefined) {
		return left;
	}
	/** 0: not known yet, 1: stays, 2: left. */
	const verdicts = new Uint8Array(tree.length);
	const isOnPath = (node: number): boolean => node >= 0 && path[node] !== offPath;
	for (let start = 0; start < tree.length; start += 1) {
		const trail: number[] = [];
		let node = start;
		while (node >= 0 && !isOnPath(node) && verdicts[node] === 0) {
			trail.push(node);
			// Stands until the real verdict is in; met again, the parents run in a circle.
			verdicts[node] = 1;
			node = tree.parent(node);
		}
		const isLeft = isOnPath(node) ? entries.opensTurn(path[node] ?? none) : verdicts[node] === 2;
		for (const member of isLeft ? trail : []) {
			verdicts[member] = 2;
			if (tree.entry(member) !== none) {
				left.push(tree.entry(member));
			}
		}
	}
	return left;
}

/**
 * The entries of branches the person went back from and left. Never part of an assistant message
 * or a tool's result whose other part is in the conversation.
 * @returns For each entry 1 when it is one.
 */
export function abandonedEntries(tree: LineTree, entries: EntryList): Uint8Array {
	const left = leftBehind(tree, entries);
	const abandoned = new Uint8Array(entries.length);
	left.forEach((entry) => (abandoned[entry] = 1));
	if (left.length === 0) {
		return abandoned;
	}
	const stays = new Uint8Array(entries.groups);
	for (let entry = 0; entry < entries.length; entry += 1) {
		if (abandoned[entry] === 0 && entries.group(entry) !== -1) {
			stays[entries.group(entry)] = 1;
		}
	}
	const belongs = (entry: number): boolean =>
		entries.group(entry) === -1
			? // A summary of an earlier compaction belongs to the log wherever the tree puts it.
				entries.isSummary(entry) ||
				entries.groupsAnswered(entry).some((group) => stays[group] === 1)
			: stays[entries.group(entry)] === 1;
	left.filter(belongs).forEach((entry) => (abandoned[entry] = 0));
	return abandoned;
}
