import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { FileLock } from './fileLock.ts';
import { makePrivateFolder } from './privacy.ts';
import type { Claim, ClaimPurpose } from './store.ts';
import { toStoreError } from './storeError.ts';

const purposes: readonly ClaimPurpose[] = ['job', 'turn'];

interface HeldClaim {
	readonly lock: FileLock | undefined;
	/** Its conversation was deleted. */
	isForgotten: boolean;
}

/** Exclusive rights to compact a conversation or to answer in it. */
export class Claims {
	readonly #folder: string | undefined;
	/** Those of this process, by name. */
	readonly #held = new Map<string, HeldClaim>();

	/**
	 * @param folder Of locks that are released when their process ends; absent: no other process knows the conversations.
	 */
	constructor(folder: string | undefined) {
		this.#folder = folder;
	}

	/** Undefined when another holder has it. @throws {StoreError} when there can be no lock file. */
	take(id: string, purpose: ClaimPurpose): Claim | undefined {
		const name = nameOf(id, purpose);
		if (this.#held.has(name)) {
			return undefined;
		}
		const lock = this.#folder === undefined ? undefined : lockIn(this.#folder, name);
		if (lock === undefined && this.#folder !== undefined) {
			return undefined;
		}
		const held = { lock, isForgotten: false };
		this.#held.set(name, held);
		return {
			release: () => {
				if (this.#held.get(name) !== held) {
					return;
				}
				this.#held.delete(name);
				lock?.release();
				if (held.isForgotten) {
					this.#remove(name);
				}
			},
		};
	}

	/** Whether another process is compacting it or answering in it. */
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

	/**
	 * Removes the lock files of a deleted conversation. Windows does not remove open files: a held lock's file is removed
	 * on release.
	 */
	forget(id: string): void {
		for (const name of purposes.map((purpose) => nameOf(id, purpose))) {
			const held = this.#held.get(name);
			if (held === undefined) {
				this.#remove(name);
			} else {
				held.isForgotten = true;
			}
		}
	}

	releaseAll(): void {
		this.#held.forEach(({ lock }) => lock?.release());
		this.#held.clear();
	}

	#remove(name: string): void {
		if (this.#folder === undefined) {
			return;
		}
		try {
			rmSync(join(this.#folder, name), { force: true });
		} catch {
			// Another window may be trying to take it at this moment. A remaining file is empty and harmless.
		}
	}
}

function lockIn(folder: string, name: string): FileLock | undefined {
	try {
		makePrivateFolder(folder);
	} catch (error) {
		throw toStoreError(error);
	}
	return FileLock.take(join(folder, name), 'exclusive', 0);
}

function nameOf(id: string, purpose: ClaimPurpose): string {
	return `${id}.${purpose}.lock`;
}
