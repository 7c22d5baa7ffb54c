import type { Beginning } from './beginnings.ts';
import type { Place } from './search/memorySearch.ts';
import type { StoredConversation, StoredNode, StoredRecord } from './store.ts';
import { StoreError } from './storeError.ts';

/** A conversation as a store in memory holds it. */
export interface HeldConversation {
	/** Everything that is not derived from the nodes. */
	about: Omit<StoredConversation, 'messages' | 'tokens' | 'active'>;
	readonly order: number;
	active: number | undefined;
	tokens: number;
	readonly nodes: StoredNode[];
	readonly records: StoredRecord[];
}

/** What the store tells of a conversation in memory. */
export function toStored({ about, nodes, tokens, active }: HeldConversation): StoredConversation {
	return { ...about, messages: nodes.length, tokens, ...(active === undefined ? {} : { active }) };
}

/** @throws {StoreError} when it is not one of the conversation's. */
export function checkRecord({ records }: HeldConversation, id: number | undefined): void {
	if (id !== undefined && !records.some((record) => record.id === id)) {
		throw new StoreError('not-found', { detail: `record ${id}` });
	}
}

/** Every message of some conversations, those that forks share once. */
export function placesOf(conversations: readonly HeldConversation[]): readonly Place[] {
	// By the node and not its id: an adopted one has its id from elsewhere.
	const places = new Map<StoredNode, Place>();
	for (const { about, nodes } of conversations) {
		for (const [index, node] of nodes.entries()) {
			if (!places.has(node)) {
				places.set(node, { conversation: about.id, number: index + 1, node });
			}
		}
	}
	return [...places.values()];
}

/** A conversation that has these messages; one that has no others first, then the newest. */
export function beginningAmong(
	conversations: readonly HeldConversation[],
	source: string,
	hash: string,
	messages: number,
): Beginning | undefined {
	const [first] = conversations
		.filter(({ about, nodes }) => about.source === source && nodes[messages - 1]?.hash === hash)
		.sort(
			(a, b) =>
				Number(b.nodes.length === messages) - Number(a.nodes.length === messages) ||
				b.about.updatedAt - a.about.updatedAt ||
				b.order - a.order,
		);
	return first === undefined
		? undefined
		: { conversation: first.about.id, messages, length: first.nodes.length };
}

/** Bytes that the messages would take on disk. */
export function bytesOf({ nodes }: HeldConversation): number {
	return nodes.reduce((sum, { message }) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
