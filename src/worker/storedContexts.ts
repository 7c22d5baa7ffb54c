import { storedContextTokens } from '../conversations/storedContext.ts';
import type { ConversationStore, StoredConversation } from '../conversations/store/store.ts';
import { StoreError } from '../conversations/store/storeError.ts';

/** How large the contexts of stored conversations are: worked out once, until they are others. */
export class StoredContexts {
	readonly #store: Pick<ConversationStore, 'log' | 'record' | 'tokens'>;
	readonly #known = new Map<
		string,
		{ readonly of: StoredConversation; readonly context: number | undefined }
	>();

	constructor(store: Pick<ConversationStore, 'log' | 'record' | 'tokens'>) {
		this.#store = store;
	}

	/** Undefined where it cannot be read: that is no reason to list no other. */
	tokensOf(stored: StoredConversation): number | undefined {
		const { id, active, messages } = stored;
		const known = this.#known.get(id);
		if (known !== undefined && known.of.active === active && known.of.messages === messages) {
			return known.context;
		}
		const context = this.#read(stored);
		this.#known.set(id, { of: stored, context });
		return context;
	}

	#read(stored: StoredConversation): number | undefined {
		try {
			return storedContextTokens(this.#store, stored);
		} catch (error) {
			if (error instanceof StoreError) {
				return undefined;
			}
			throw error;
		}
	}
}
