import { AsyncLocalStorage } from 'node:async_hooks';
import type { NotAnswered } from './submission.ts';

/** Something a conversation does one at a time, in order. */
export interface QueuedTask {
	/** Whether it waits for a compaction that somebody waits for. */
	readonly waitsForCompaction: boolean;
	/** It is the next one, and waits for a compaction; may be told more than once. Never throws. */
	waiting(): void;
	/** Does it. Never rejects. */
	run(): Promise<void>;
	/** It will not be done. */
	drop(cause: NotAnswered): void;
}

/** When a mailbox goes on. Neither function may throw. */
export interface MailboxRules {
	/** The compaction that somebody waits for; entries stay in the queue meanwhile. Never rejects. */
	readonly compaction: () => Promise<void> | undefined;
	/** An entry was done. */
	readonly done: () => void;
}

/** Does one entry after the other; whatever comes meanwhile waits in order. */
export class Mailbox {
	readonly #rules: MailboxRules;
	readonly #entries: QueuedTask[] = [];
	/** A message may come from within a compaction's flow; its turn is not masked by that. */
	readonly #outside = AsyncLocalStorage.snapshot();
	#serving: Promise<void> | undefined;
	#closed: NotAnswered | undefined;

	constructor(rules: MailboxRules) {
		this.#rules = rules;
	}

	/** What waits, next one first. */
	get waiting(): readonly QueuedTask[] {
		return this.#entries;
	}

	post(entry: QueuedTask): void {
		if (this.#closed !== undefined) {
			entry.drop(this.#closed);
			return;
		}
		this.#entries.push(entry);
		if (this.#serving === undefined) {
			// Set before it begins: an entry may post another one at once.
			const begun = Promise.withResolvers<void>();
			this.#serving = begun.promise;
			begun.resolve(this.#outside(() => this.#serve()));
		}
	}

	/** Takes an entry out. @returns Whether it was still waiting. */
	withdraw(entry: QueuedTask): boolean {
		const index = this.#entries.indexOf(entry);
		if (index >= 0) {
			this.#entries.splice(index, 1);
		}
		return index >= 0;
	}

	/** Drops what waits and whatever comes. Resolves when what runs has ended. */
	close(cause: NotAnswered): Promise<void> {
		this.#closed ??= cause;
		const dropped = this.#entries.splice(0);
		dropped.forEach((entry) => entry.drop(cause));
		return this.#serving ?? Promise.resolve();
	}

	async #serve(): Promise<void> {
		for (;;) {
			const next = this.#entries[0];
			const blocking = next?.waitsForCompaction === true ? this.#rules.compaction() : undefined;
			if (blocking !== undefined) {
				next?.waiting();
				await blocking;
				continue;
			}
			const entry = this.#entries.shift();
			if (entry === undefined) {
				// At once: an entry that is posted from now on begins anew.
				this.#serving = undefined;
				return;
			}
			await entry.run();
			this.#rules.done();
		}
	}
}
