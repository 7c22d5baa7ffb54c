import type { SqliteStore } from '../../src/conversations/store/sqliteStore.ts';
import { StoreError } from '../../src/conversations/store/storeError.ts';

/** A store of which a test makes methods fail. */
export class FaultyStore<Store extends SqliteStore = SqliteStore> {
	readonly store: Store;
	/** Whether this call fails, before it has done anything. */
	fails: (method: keyof Store) => boolean = () => false;
	#failsAfterwards: keyof Store | undefined;

	constructor(inner: Store) {
		this.store = new Proxy(inner, {
			get: (target, name) => {
				const value: unknown = Reflect.get(target, name);
				return typeof value === 'function'
					? (...args: unknown[]) => {
							if (this.fails(name as keyof Store)) {
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
	failNext(method: keyof Store): void {
		this.fails = (called) => {
			if (called !== method) {
				return false;
			}
			this.fails = () => false;
			return true;
		};
	}

	/** The next call of this method fails when its work is done. */
	failNextAfterwards(method: keyof Store): void {
		this.#failsAfterwards = method;
	}
}
