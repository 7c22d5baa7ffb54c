import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from './fileLock.ts';
import { makePrivateFolder } from './privacy.ts';
import type { Claim, ClaimPurpose } from './store.ts';
import { StoreError, toStoreError } from './storeError.ts';

const purposes: readonly ClaimPurpose[] = ['job', 'turn'];

/** What can be held by one at a time, by name. */
interface Locks {
	/** Undefined when somebody else has it. @throws {StoreError} when there can be none. */
	take(name: string): Lock | undefined;
	/** Nobody will take it again. */
	remove(name: string): void;
}

type Lock = Pick<FileLock, 'release'>;

/** Locks that die with their process. @param folder Made when it is missing. */
export function fileLocks(folder: string): Locks {
	return {
		take(name) {
			try {
				makePrivateFolder(folder);
			} catch (error) {
				throw toStoreError(error);
			}
			return FileLock.take(join(folder, name), 'exclusive', 0);
		},
		remove(name) {
			try {
				rmSync(join(folder, name), { force: true });
			} catch {
				// Another window may be trying it at this moment. One that stays is empty and harms nobody.
			}
		},
	};
}

/** Locks of conversations that no other process knows of. */
export function ownLocks(): Locks {
	const taken = new Set<string>();
	return {
		take(name) {
			if (taken.has(name)) {
				return undefined;
			}
			taken.add(name);
			return { release: () => taken.delete(name) };
		},
		remove: () => undefined,
	};
}

/** Who may compact a conversation or answer in it. */
export class Claims {
	readonly #locks: Locks;
	/** Those of this process, by their names. */
	readonly #held = new Map<string, Lock>();
	/** Of conversations that are gone, held still. */
	readonly #forgotten = new Set<string>();

	constructor(locks: Locks) {
		this.#locks = locks;
	}

	/** Undefined when somebody else has it. @throws {StoreError} when there can be no lock file. */
	take(id: string, purpose: ClaimPurpose): Claim | undefined {
		const name = nameOf(id, purpose);
		const lock = this.#locks.take(name);
		if (lock === undefined) {
			return undefined;
		}
		this.#held.set(name, lock);
		return {
			release: () => {
				if (this.#held.get(name) !== lock) {
					return;
				}
				this.#held.delete(name);
				lock.release();
				if (this.#forgotten.delete(name)) {
					this.#locks.remove(name);
				}
			},
		};
	}

	/** Whether another process compacts it or answers in it. */
	isInUse(id: string): boolean {
		return purposes.some((purpose) => {
			if (this.#held.has(nameOf(id, purpose))) {
				return false;
			}
			const claim = this.take(id, purpose);
			claim?.release();
			return claim === undefined;
		});
	}

	/** @throws {StoreError} when another process compacts it or answers in it. */
	checkUnused(id: string): void {
		if (this.isInUse(id)) {
			throw new StoreError('in-use');
		}
	}

	/** Removes the files of a conversation that is gone. Windows removes none that is open: one that is held goes with its release. */
	forget(id: string): void {
		for (const purpose of purposes) {
			const name = nameOf(id, purpose);
			if (this.#held.has(name)) {
				this.#forgotten.add(name);
			} else {
				this.#locks.remove(name);
			}
		}
	}

	releaseAll(): void {
		this.#held.forEach((lock) => lock.release());
		this.#held.clear();
	}
}

function nameOf(id: string, purpose: ClaimPurpose): string {
	return `${id}.${purpose}.lock`;
}
