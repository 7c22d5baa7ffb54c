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

/** Bytes that the messages would take on disk. */
export function bytesOf({ nodes }: HeldConversation): number {
	return nodes.reduce((sum, { message }) => sum + Buffer.byteLength(JSON.stringify(message)), 0);
}
