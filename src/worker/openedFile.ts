import { realpath } from 'node:fs/promises';
import type { FileIdentity } from '../conversations/fileIdentity.ts';
import { settled, type SettledConversation } from '../conversations/settledSummaries.ts';
import type { Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type {
	Transcript,
	TranscriptConversation,
	TranscriptProblem,
} from '../transcripts/reader.ts';

/** A conversation's position in its file, from 0, or the id it has there. */
export type PositionInFile = number | string;

/** Where a conversation stands, so that it is found again when its file has changed. */
export function placeOf(
	{ id }: Pick<TranscriptConversation, 'id'>,
	position: number,
): PositionInFile {
	return id ?? position;
}

/** The conversation of a file that stands at a place. */
export function conversationAt(
	{ conversations }: Transcript,
	place: PositionInFile,
): TranscriptConversation | undefined {
	return typeof place === 'number'
		? conversations[place]
		: conversations.find(({ id }) => id === place);
}

/**
 * A file's path as it is on the disk: one file can be named through links, and in any case where the
 * file system does not tell cases apart.
 */
export function truePath(path: string): Promise<string> {
	// Some of Windows' file systems have no answer, and opening a missing file reports it: until then the
	// path as it was given will do.
	return realpath(path).catch(() => path);
}

/** What a conversation is found by. @param path The true one. */
export function nameOf(path: string, place: PositionInFile): string {
	return `${path}#${typeof place === 'number' ? place + 1 : place}`;
}

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

	get usage(): SettledConversation['usage'] {
		return this.#read.usage;
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

/** Where it came from. */
export interface FileAbout {
	readonly id: string;
	/** The assistant or format, for people. */
	readonly source: string;
	readonly file: string;
	/** What tells it from the others of its file. */
	readonly place: PositionInFile;
	readonly origin?: FileIdentity['origin'];
}

/** A conversation of a file that was opened here: as long as one only looks, the file is the truth. */
export class OpenedFile {
	readonly about: FileAbout;
	/** Of the file when it was last read, bytes. */
	size: number;
	title: string;
	/** What of the file could not be read. Grows where what was read turns out not to fit. */
	problems: TranscriptProblem[] = [];
	#content: FileContent | undefined;
	#takingOver: Promise<void> | undefined;

	constructor(
		about: FileAbout,
		size: number,
		content: FileContent,
		problems: readonly TranscriptProblem[],
	) {
		this.about = about;
		this.size = size;
		this.title = content.title;
		this.#content = content;
		this.problems.push(...problems);
	}

	/** All there is in the file; undefined where all of it is held by now, or more than that. */
	get content(): FileContent | undefined {
		return this.#content;
	}

	/** Whether all of it is held and nobody takes anything over. */
	get isSettled(): boolean {
		return this.#content === undefined && this.#takingOver === undefined;
	}

	/** Its messages are on their way to where it is held; never rejects. */
	get takingOver(): Promise<void> | undefined {
		return this.#takingOver;
	}

	/** Takes messages over; nobody else does meanwhile, see {@link takingOver}. */
	async alone<T>(takeOver: () => Promise<T>): Promise<T> {
		const end = Promise.withResolvers<void>();
		this.#takingOver = end.promise;
		try {
			return await takeOver();
		} finally {
			this.#takingOver = undefined;
			end.resolve();
		}
	}

	/** Its file was read again. */
	readAgain(content: FileContent, size: number, problems: readonly TranscriptProblem[]): void {
		this.title = content.title;
		this.size = size;
		this.problems = [...problems];
		this.#content = content;
	}

	/** All that was read is held. */
	hold(): void {
		this.problems.push(...(this.#content?.problems ?? []));
		this.#content = undefined;
	}
}
