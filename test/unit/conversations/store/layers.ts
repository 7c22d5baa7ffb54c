import { LayeredStore } from '../../../../src/conversations/store/layeredStore.ts';
import { MemoryStore } from '../../../../src/conversations/store/memoryStore.ts';
import type { ConversationStore } from '../../../../src/conversations/store/store.ts';
import type { StoreFailure } from '../../../../src/conversations/store/storeError.ts';
import { FaultyStore, type StoreMethod } from '../../../support/faultyStore.ts';
import { entries, newConversation } from './samples.ts';

/** Two layers, the lower of which a test makes fail. */
export class Layers {
	readonly memory: MemoryStore;
	readonly faults: FaultyStore;
	readonly store: LayeredStore;
	/** What could not be kept any more, with the reason. */
	readonly unkept: (readonly [id: string, reason: StoreFailure])[] = [];
	keepsNew = true;
	time = 1_000;

	constructor(kept?: (now: () => number) => ConversationStore) {
		const now = (): number => this.time;
		this.memory = new MemoryStore(now);
		this.faults = new FaultyStore(kept?.(now) ?? new MemoryStore(now));
		this.store = new LayeredStore(this.faults.store, this.memory, {
			isDurable: true,
			keepsNew: () => this.keepsNew,
			onUnkept: (id, { kind }) => this.unkept.push([id, kind]),
		});
	}

	get kept(): ConversationStore {
		return this.faults.store;
	}

	/** A new conversation with messages. @returns Its id. */
	started(...messages: readonly string[]): string {
		const { id } = this.store.create(newConversation);
		this.store.append(id, entries(...messages));
		return id;
	}

	texts(id: string, store: ConversationStore = this.store): readonly unknown[] {
		return store.log(id).map(({ message }) => message.content);
	}

	fill(...methods: readonly StoreMethod[]): void {
		this.faults.fails = (method) => methods.includes(method);
	}

	free(): void {
		this.faults.fails = () => false;
	}
}
