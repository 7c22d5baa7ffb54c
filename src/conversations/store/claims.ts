import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from './connection.ts';
import { takeLock } from './fileLock.ts';
import { makePrivateFolder } from './privacy.ts';
import type { Claim } from './store.ts';
import { toStoreError } from './storeError.ts';

interface HeldClaim {
	readonly lock: Connection | undefined;
	/** Its conversation was deleted. */
	isDeleted: boolean;
}

/** Exclusive rights to compact conversations. */
export class Claims {
	readonly #folder: string | undefined;
	/** Those of this process, by the file name of the lock. */
	readonly #held = new Map<string, HeldClaim>();

	/**
	 * @param folder Of locks that are released when their process ends; absent: no other process knows the conversations.
	 */
	constructor(folder: string | undefined) {
		this.#folder = folder;
	}

	/** Undefined when another holder has it. @throws {StoreError} when there can be no lock file. */
	take(id: string): Claim | undefined {
		const name = nameOf(id);
		if (this.#held.has(name)) {
			return undefined;
		}
		const lock = this.#folder === undefined ? undefined : lockIn(this.#folder, name);
		if (lock === undefined && this.#folder !== undefined) {
			return undefined;
		}
		const held = { lock, isDeleted: false };
		this.#held.set(name, held);
		return {
			release: () => {
				if (this.#held.get(name) !== held) {
					return;
				}
				this.#held.delete(name);
				lock?.close();
				if (held.isDeleted) {
					this.#remove(name);
				}
			},
		};
	}

	/** Whether another process is compacting it. */
	isInUse(id: string): boolean {
		if (this.#held.has(nameOf(id))) {
			return false;
		}
		const claim = this.take(id);
		claim?.release();
		return claim === undefined;
	}

	/**
	 * Removes the lock file of a deleted conversation. Windows does not remove open files: a held lock's file is removed
	 * on release.
	 */
	forget(id: string): void {
		const name = nameOf(id);
		const held = this.#held.get(name);
		if (held === undefined) {
			this.#remove(name);
		} else {
			held.isDeleted = true;
		}
	}

	releaseAll(): void {
		this.#held.forEach(({ lock }) => lock?.close());
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

function lockIn(folder: string, name: string): Connection | undefined {
	try {
		makePrivateFolder(folder);
	} catch (error) {
		throw toStoreError(error);
	}
	return takeLock(join(folder, name), 'exclusive', 0);
}

function nameOf(id: string): string {
	return `${id}.job.lock`;
}
