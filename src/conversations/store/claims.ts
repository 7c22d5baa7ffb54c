import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from './fileLock.ts';
import { makePrivateFolder } from './privacy.ts';
import type { Claim, ClaimPurpose } from './store.ts';
import { toStoreError } from './storeError.ts';

const purposes: readonly ClaimPurpose[] = ['job', 'turn'];

/** Who may compact a conversation or answer in it: locks on files, which die with their process. */
export class Claims {
	readonly #folder: string;
	/** Those of this process, by their files. */
	readonly #held = new Map<string, FileLock>();
	/** Files of conversations that are gone, held still. */
	readonly #forgotten = new Set<string>();

	/** @param folder Made when it is missing. */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Undefined when somebody else has it. @throws {StoreError} when there can be no lock file. */
	take(id: string, purpose: ClaimPurpose): Claim | undefined {
		try {
			makePrivateFolder(this.#folder);
		} catch (error) {
			throw toStoreError(error);
		}
		const file = this.#fileOf(id, purpose);
		const lock = FileLock.take(file, 'exclusive', 0);
		if (lock === undefined) {
			return undefined;
		}
		this.#held.set(file, lock);
		return {
			release: () => {
				if (this.#held.get(file) !== lock) {
					return;
				}
				this.#held.delete(file);
				lock.release();
				if (this.#forgotten.delete(file)) {
					removeIfFree(file);
				}
			},
		};
	}

	/** Whether another process compacts it or answers in it. */
	isInUse(id: string): boolean {
		return purposes.some((purpose) => {
			if (this.#held.has(this.#fileOf(id, purpose))) {
				return false;
			}
			const claim = this.take(id, purpose);
			claim?.release();
			return claim === undefined;
		});
	}

	/** Removes the files of a conversation that is gone. Windows removes none that is open: one that is held goes with its release. */
	forget(id: string): void {
		for (const purpose of purposes) {
			const file = this.#fileOf(id, purpose);
			if (this.#held.has(file)) {
				this.#forgotten.add(file);
			} else {
				removeIfFree(file);
			}
		}
	}

	releaseAll(): void {
		this.#held.forEach((lock) => lock.release());
		this.#held.clear();
	}

	#fileOf(id: string, purpose: ClaimPurpose): string {
		return join(this.#folder, `${id}.${purpose}.lock`);
	}
}

/** One that stays is empty and harms nobody: another window may be trying it at this moment. */
function removeIfFree(file: string): void {
	try {
		rmSync(file, { force: true });
	} catch {
		// The next claim of such a conversation would find it, and there will be none.
	}
}
