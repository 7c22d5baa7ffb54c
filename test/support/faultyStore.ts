import type { ConversationStore } from '../../src/conversations/store/store.ts';
import { StoreError } from '../../src/conversations/store/storeError.ts';

export type StoreMethod = keyof ConversationStore;

/** A store of which a test makes methods fail. */
export class FaultyStore {
	readonly store: ConversationStore;
	/** Whether this call fails, before it has done anything. */
	fails: (method: StoreMethod) => boolean = () => false;
	#failsAfterwards: StoreMethod | undefined;

	constructor(inner: ConversationStore) {
		this.store = new Proxy(inner, {
			get: (target, name) => {
				const value: unknown = Reflect.get(target, name);
				return typeof value === 'function'
					? (...args: unknown[]) => {
							if (this.fails(name as StoreMethod)) {
								throw new StoreError('disk-full');
							}
							const result: unknown = Reflect.apply(value, target, args);
							if (this.#failsAfterwards === name) {
								this.#failsAfterwards = undefined;
								throw new StoreError('disk-full');
							}
							return result;
						}
					: value;
			},
		});
	}

	/** The next call of this method fails. */
	failNext(method: StoreMethod): void {
		this.fails = (called) => {
			if (called !== method) {
				return false;
			}
			this.fails = () => false;
			return true;
		};
	}

	/** The next call of this method fails when its work is done. */
	failNextAfterwards(method: StoreMethod): void {
		this.#failsAfterwards = method;
	}
}
