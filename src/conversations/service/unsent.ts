import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { UserMessage } from '../../messages/message.ts';
import type { UnsentMessage } from '../store/state.ts';
import type { LiveConversation } from './live.ts';

/**
 * Messages that wait for their turn, kept so that a crash swallows none. What is found of them at the
 * next start is offered: nothing is sent that a person may not want any more. Each window changes only
 * its own entries of the list that all of them share.
 */
export class Unsent {
	readonly #live: LiveConversation;
	/** What waits now, next one first. */
	readonly #waiting: () => readonly UserMessage[];
	/** Entries of this window, by their message: one object, one message. */
	readonly #own = new Map<UserMessage, string>();
	#offered: readonly UnsentMessage[] = [];
	#planned = false;

	constructor(live: LiveConversation, waiting: () => readonly UserMessage[]) {
		this.#live = live;
		this.#waiting = waiting;
	}

	/** Messages that were not sent when Precis last ended. */
	get offered(): readonly UserMessage[] {
		return this.#offered.map(({ message }) => message);
	}

	/** Looks for some. @throws {StoreError} */
	look(): void {
		const stored = this.#stored;
		const { readOnly } = this.#live.parts.store;
		if (stored.length === 0 || readOnly !== undefined || !this.#isAbandoned()) {
			return;
		}
		this.#offered = this.#notInLog(stored);
		if (this.#offered.length > 0) {
			this.#live.notice({ kind: 'unsent-messages', messages: this.offered });
		}
	}

	/**
	 * Takes what is offered, as far as no other window has: it is sent now, or not wanted any more.
	 * @throws {StoreError}
	 */
	take(): readonly UserMessage[] {
		this.#live.refresh();
		const offered = new Set(this.#offered.map(({ id }) => id));
		const stored = this.#stored;
		const taken = this.#notInLog(stored.filter(({ id }) => offered.has(id)));
		this.#offered = [];
		this.#write(stored.filter(({ id }) => !offered.has(id)));
		return taken.map(({ message }) => message);
	}

	/** The queue has changed. Most messages wait for nothing, and cost nothing here. */
	changed(): void {
		if (!this.#planned) {
			this.#planned = true;
			setImmediate(() => {
				this.#planned = false;
				this.#keep();
			});
		}
	}

	/** As it is now, whichever window wrote it. */
	get #stored(): readonly UnsentMessage[] {
		const { id, parts } = this.#live;
		return parts.store.find(id)?.state.unsent ?? [];
	}

	#keep(): void {
		const { closed, conversation, parts } = this.#live;
		const waiting = this.#waiting();
		// What a shutdown takes out of the queue is what is to be found again.
		if (closed || (waiting.length === 0 && this.#own.size === 0)) {
			return;
		}
		try {
			const own = new Set(this.#own.values());
			const others = this.#stored.filter(({ id }) => !own.has(id));
			const after = conversation.log.length;
			const entries = waiting.map((message) => ({ id: this.#idOf(message), message, after }));
			for (const message of this.#own.keys()) {
				if (!waiting.includes(message)) {
					this.#own.delete(message);
				}
			}
			this.#write([...others, ...entries]);
		} catch (error) {
			parts.unexpected(error);
		}
	}

	#idOf(message: UserMessage): string {
		const id = this.#own.get(message) ?? randomUUID();
		this.#own.set(message, id);
		return id;
	}

	#write(unsent: readonly UnsentMessage[]): void {
		this.#live.state.tryWrite({ unsent: unsent.length === 0 ? undefined : unsent });
	}

	/** Whether no other window is about to send them. */
	#isAbandoned(): boolean {
		const { id, parts } = this.#live;
		return (['turn', 'job'] as const).every((purpose) => {
			const claim = parts.store.claim(id, purpose);
			claim?.release();
			return claim !== undefined;
		});
	}

	/** A crash may have come between a message's way into the log and out of this list. */
	#notInLog(unsent: readonly UnsentMessage[]): readonly UnsentMessage[] {
		const { log } = this.#live.conversation;
		const found = new Set<number>();
		return unsent.filter(({ message, after }) => {
			const index = log.findIndex(
				(entry, at) => at >= after && !found.has(at) && isDeepStrictEqual(entry.message, message),
			);
			found.add(index);
			return index < 0;
		});
	}
}
