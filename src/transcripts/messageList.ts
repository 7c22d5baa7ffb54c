import type { Message } from '../messages/message.ts';
import type { Messages } from './reader.ts';

/** The messages a reader has made so far. What it holds is its own matter: readers only append and cut. */
export class MessageList implements Messages {
	readonly #messages: Message[] = [];

	get length(): number {
		return this.#messages.length;
	}

	push(message: Message): void {
		this.#messages.push(message);
	}

	/** The last one. */
	get last(): Message | undefined {
		return this.#messages.at(-1);
	}

	/** Puts another one in its place: the last lines of a file can go on with the same message. */
	replaceLast(message: Message): void {
		this.#messages[this.#messages.length - 1] = message;
	}

	/** Forgets all but the first messages. */
	cut(length: number): void {
		this.#messages.length = Math.min(length, this.#messages.length);
	}

	slice(start?: number, end?: number): readonly Message[] {
		return this.#messages.slice(start, end);
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.#messages[Symbol.iterator]();
	}
}
