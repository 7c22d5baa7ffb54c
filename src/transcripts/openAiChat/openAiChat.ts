import { withoutMessages } from '../failures.ts';
import { JsonDocument } from '../jsonDocument.ts';
import { readJsonLines } from '../jsonLines.ts';
import { ConversationList } from './conversations.ts';
import { isChatOpening, isFileOfLines } from './detection.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../reader.ts';
import { listKeys } from './records.ts';

/** Sizes a test wants smaller. */
export interface OpenAiLimits {
	/** Documents above this are streamed. */
	readonly wholeBytes?: number;
}

/** Reads one file. */
class Reading {
	readonly #source: TranscriptSource;
	readonly #signal: AbortSignal | undefined;
	readonly #problems = new ProblemList();
	readonly #conversations = new ConversationList(this.#problems);

	constructor(source: TranscriptSource, signal: AbortSignal | undefined) {
		this.#source = source;
		this.#signal = signal;
	}

	/** A file with one message, or one conversation, per line. */
	async lines(): Promise<void> {
		const options = { signal: this.#signal };
		for await (const { line, value } of readJsonLines(this.#source, this.#problems, options)) {
			this.#conversations.add(value, line);
		}
	}

	/** A file that is one document. */
	async document(wholeBytes: number | undefined): Promise<void> {
		const options = { listKeys, wholeBytes, signal: this.#signal };
		const document = new JsonDocument(this.#source, this.#problems, options);
		for await (const { value, position, startsDocument } of document.elements()) {
			if (startsDocument) {
				this.#conversations.close();
			}
			this.#conversations.add(value, 1, position);
		}
	}

	/** The transcript of what was read. */
	transcript(): Transcript {
		const conversations = this.#conversations.toArray();
		const problems = this.#problems.toArray();
		if (conversations.length === 0) {
			throw withoutMessages(this.#source, 'OpenAI chat messages', problems);
		}
		return { format: 'openai-chat', conversations, problems };
	}
}

/** A reader of OpenAI chat messages with limits of its own. */
export function openAiChatReader(limits: OpenAiLimits = {}): TranscriptReader {
	return {
		format: 'openai-chat',
		label: 'OpenAI chat',
		detect: isChatOpening,
		async read(source, signal) {
			const reading = new Reading(source, signal);
			if (await isFileOfLines(source, signal)) {
				await reading.lines();
			} else {
				await reading.document(limits.wholeBytes);
			}
			return reading.transcript();
		},
	};
}

/**
 * OpenAI chat messages as programs save them: a list, a request with a list, lists of runs, each in
 * one JSON document or one per line.
 */
export const openAiChat: TranscriptReader = openAiChatReader();
