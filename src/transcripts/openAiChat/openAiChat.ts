import { decodeChunks } from '../encoding.ts';
import { unreadable, withoutMessages } from '../failures.ts';
import { readJsonLines } from '../jsonLines.ts';
import { tryParse } from '../jsonPieces.ts';
import { ConversationList } from './conversations.ts';
import { isChatOpening, isFileOfLines } from './detection.ts';
import { elementsOf, ElementScanner } from './elements.ts';
import { ProblemList } from '../problems.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptReader,
	type TranscriptSource,
} from '../reader.ts';
import { sourceBytes } from '../sourceBytes.ts';

/**
 * Documents up to this size are parsed in one go, five times as fast; the text and what is made of
 * it are then in memory together, which is why it is not larger.
 */
const wholeBytes = 16 * 2 ** 20;

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

	/** A file that is one document; whether it was, and was read. */
	async whole(): Promise<boolean> {
		const texts: string[] = [];
		let damaged = false;
		for await (const decoded of this.#texts()) {
			texts.push(decoded.text);
			damaged ||= decoded.damaged;
		}
		const document = tryParse(texts.join(''));
		if (document === undefined) {
			return false;
		}
		this.#reportDamage(damaged);
		for (const [index, value] of elementsOf(document).entries()) {
			this.#conversations.add(value, 1, index + 1);
		}
		return true;
	}

	/** A document that is too large to be held, or is broken: what stands before the break is read. */
	async elements(): Promise<void> {
		const scanner = new ElementScanner();
		let damaged = false;
		let count = 0;
		try {
			for await (const decoded of this.#texts()) {
				damaged ||= decoded.damaged;
				for (const { value, position, startsDocument } of scanner.push(decoded.text)) {
					if (startsDocument) {
						this.#conversations.close();
					}
					this.#conversations.add(value, 1, position);
					count += 1;
				}
			}
			if (scanner.unfinished) {
				this.#problems.add(1, `The document is cut off in the middle; ${read(count)}.`);
			}
		} catch (error) {
			this.#broken(error, count);
		}
		this.#reportDamage(damaged);
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

	#texts(): ReturnType<typeof decodeChunks> {
		return decodeChunks(sourceBytes(this.#source, this.#signal), this.#source.name);
	}

	#broken(error: unknown, count: number): void {
		this.#signal?.throwIfAborted();
		if (error instanceof TranscriptError) {
			throw error;
		}
		if (error instanceof RangeError) {
			throw unreadable(this.#source.name, error);
		}
		this.#problems.add(1, `The document is not valid JSON from some point on; ${read(count)}.`);
	}

	#reportDamage(damaged: boolean): void {
		if (damaged) {
			this.#problems.add(
				1,
				'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
	}
}

function read(count: number): string {
	if (count === 0) {
		return 'nothing before it could be read';
	}
	return count === 1
		? 'the one entry before it was read'
		: `the ${count} entries before it were read`;
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
			} else if (source.size > (limits.wholeBytes ?? wholeBytes) || !(await reading.whole())) {
				await reading.elements();
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
