import type { Message } from '../../messages/message.ts';
import { annotated } from '../envelopes.ts';
import type { Messages } from '../reader.ts';

/** The messages a reader has made so far, each with what its client's texts tell. Readers only append and cut. */
export class MessageList implements Messages {
	readonly #messages: Message[] = [];

	get length(): number {
		return this.#messages.length;
	}

	push(message: Message): void {
		this.#messages.push(annotated(message));
	}

	/** The last one. */
	get last(): Message | undefined {
		return this.#messages.at(-1);
	}

	/** Forgets all but the first messages. */
	cut(length: number): void {
		this.#messages.splice(length);
	}

	/** As an array's, without negative numbers. */
	slice(start?: number, end?: number): readonly Message[] {
		return this.#messages.slice(start, end);
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.#messages[Symbol.iterator]();
	}
}
