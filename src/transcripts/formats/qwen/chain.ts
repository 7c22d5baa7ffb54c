import type { QwenRecord } from './records.ts';

/** What the tree needs of a record. */
interface Node {
	readonly uuid: string;
	readonly parent: string | undefined;
	/** The record before it, which it follows where its own parent is not in the file. */
	readonly before: Node | undefined;
	readonly isSide: boolean;
}

/** Finds the records of a session that were not left behind when the person went back. */
export class Chain {
	readonly #nodes = new Map<string, Node>();
	#newest: Node | undefined;
	#hasMain = false;

	/** Takes the next record; one that shares its id with another is the same node. */
	take({ uuid, parentUuid, isSidechain: isSide, message }: QwenRecord): void {
		this.#hasMain ||= message !== undefined && !isSide;
		if (!this.#nodes.has(uuid)) {
			const node = { uuid, parent: parentUuid ?? undefined, before: this.#newest, isSide };
			this.#nodes.set(uuid, node);
			this.#newest = node;
		}
	}

	/** Ids of the records on the way from the newest to the first. */
	active(): ReadonlySet<string> {
		const active = new Set<string>();
		let node = this.#newest;
		// Sub-agents' work shows in their tools' results.
		while (node !== undefined && node.isSide && this.#hasMain) {
			node = node.before;
		}
		while (node !== undefined && !active.has(node.uuid)) {
			active.add(node.uuid);
			node = node.parent === undefined ? undefined : (this.#nodes.get(node.parent) ?? node.before);
		}
		return active;
	}
}
