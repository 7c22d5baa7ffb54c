import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from './connection.ts';
import { takeLock } from './fileLock.ts';
import { makePrivateFolder } from './privacy.ts';
import type { Claim } from './store.ts';
import { toStoreError } from './storeError.ts';

/** Exclusive rights to compact conversations. */
export class Claims {
	readonly #folder: string | undefined;
	/** Those of this process, by the file name of the lock. */
	readonly #held = new Map<string, { readonly lock: Connection | undefined }>();

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
		const held = { lock };
		this.#held.set(name, held);
		return {
			release: () => {
				if (this.#held.get(name) === held) {
					this.#release(name);
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

	/** The conversation was deleted: ends its claim, and removes the lock file. */
	forget(id: string): void {
		const name = nameOf(id);
		this.#release(name);
		if (this.#folder === undefined) {
			return;
		}
		try {
			rmSync(join(this.#folder, name), { force: true });
		} catch {
			// Another window may be trying to take it at this moment. A remaining file is empty and harmless.
		}
	}

	releaseAll(): void {
		[...this.#held.keys()].forEach((name) => this.#release(name));
	}

	#release(name: string): void {
		this.#held.get(name)?.lock?.close();
		this.#held.delete(name);
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
