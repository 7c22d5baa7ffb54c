import { settled, type SettledConversation } from '../conversations/settledSummaries.ts';
import type { Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { TranscriptConversation, TranscriptProblem } from '../transcripts/reader.ts';

/** What a file has of a conversation, as a log with records. Nothing is read before it is asked for. */
export class FileContent implements Iterable<Message> {
	readonly #conversation: TranscriptConversation;
	readonly #counter: TokenCounter;
	#settled: SettledConversation | undefined;

	constructor(conversation: TranscriptConversation, counter: TokenCounter) {
		this.#conversation = conversation;
		this.#counter = counter;
	}

	/** Reads it where it is not read yet, with turns for others in between. */
	async load(signal: AbortSignal): Promise<void> {
		await this.#conversation.load?.(signal);
	}

	get title(): string {
		return this.#conversation.title;
	}

	get messages(): SettledConversation['messages'] {
		return this.#read.messages;
	}

	get earlier(): SettledConversation['earlier'] {
		return this.#read.earlier;
	}

	/** What was found while it was read, beside the problems of its file. */
	get problems(): readonly TranscriptProblem[] {
		return this.#conversation.problems ?? [];
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.messages[Symbol.iterator]();
	}

	get #read(): SettledConversation {
		return (this.#settled ??= settled(this.#conversation, this.#counter));
	}
}
