import { LayeredStore } from '../../../../src/conversations/store/layeredStore.ts';
import { memoryStore } from '../../../../src/conversations/store/memoryStore.ts';
import type { SqliteStore } from '../../../../src/conversations/store/sqliteStore.ts';
import type { StoreFailure } from '../../../../src/conversations/store/storeError.ts';
import { FaultyStore } from '../../../support/faultyStore.ts';
import { entries, newConversation } from './samples.ts';

/** Two layers, the lower of which a test makes fail. */
export class Layers {
	readonly memory: SqliteStore;
	readonly faults: FaultyStore<SqliteStore>;
	readonly store: LayeredStore;
	/** What could not be kept any more, with the reason. */
	readonly unkept: (readonly [id: string, reason: StoreFailure])[] = [];
	keepsNew = true;
	time = 1_000;

	constructor(kept?: (now: () => number) => SqliteStore) {
		const now = (): number => this.time;
		this.memory = memoryStore(now);
		this.faults = new FaultyStore(kept?.(now) ?? memoryStore(now));
		this.store = new LayeredStore(this.faults.store, this.memory, {
			isDurable: true,
			keepsNew: () => this.keepsNew,
			onUnkept: (id, { kind }) => this.unkept.push([id, kind]),
		});
	}

	get kept(): SqliteStore {
		return this.faults.store;
	}

	/** A new conversation with messages. @returns Its id. */
	started(...messages: readonly string[]): string {
		const { id } = this.store.create(newConversation);
		this.store.append(id, entries(...messages));
		return id;
	}

	texts(id: string, store: LayeredStore | SqliteStore = this.store): readonly unknown[] {
		return store.log(id).map(({ message }) => message.content);
	}

	fill(...methods: readonly (keyof SqliteStore)[]): void {
		this.faults.fails = (method) => methods.includes(method);
	}

	free(): void {
		this.faults.fails = () => false;
	}
}
