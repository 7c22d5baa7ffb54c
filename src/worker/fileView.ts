import { getHeapStatistics } from 'node:v8';
import type { FileIdentity } from '../conversations/fileIdentity.ts';
import { messageOf } from '../messages/errors.ts';
import { abortable } from '../models/abortable.ts';
import type { TranscriptProblem } from '../transcripts/reader.ts';
import type { FileContent } from './fileContent.ts';
import type { MeasuredConversation } from './measuredConversation.ts';
import type { Place } from './openedFile.ts';
import type { Call } from '../protocol/channel.ts';
import { RequestError } from '../protocol/failures.ts';

/** Bytes of memory that a character takes in a conversation which is held, about. */
const bytesPerCharacter = 4;

/** A conversation needs more memory than there is. @param needed Bytes. @param free Bytes. */
function tooLarge(needed: number, free: number): RequestError {
	const [need, have] = [needed, free].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
	return new RequestError(
		'too-large',
		`This conversation is too large for that: it would need about ${need} of memory, and ` +
			`${have} are free. It can be looked at, and its turns can be opened.`,
	);
}

function freeHeap(): number {
	const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
	return limit - used;
}

/** Where it came from. */
export interface FileAbout {
	readonly id: string;
	/** The assistant or format, for people. */
	readonly source: string;
	readonly file: string;
	/** What tells it from the others of its file. */
	readonly place: Place;
	readonly origin?: FileIdentity['origin'];
}

/** What was read of a file. */
export interface ReadFile {
	readonly title: string;
	readonly content: FileContent;
	readonly problems: readonly TranscriptProblem[];
	/** Of one that is too large to be held. */
	readonly measured?: MeasuredConversation;
}

/** How much of the file is there. */
type Reading =
	/** Its beginning; of the file that share was read, from 0 to 1. */
	| { readonly kind: 'reading'; readonly share: number }
	| { readonly kind: 'whole' }
	/** It cannot be read to its end. */
	| { readonly kind: 'failed' }
	/** It was closed. */
	| { readonly kind: 'gone' };

/**
 * A conversation of a file as long as one only looks: the file is the truth. One that is too large to
 * be held is measured, and shown from here; nothing of it is in a store. Whatever else is done with
 * one begins with {@link FileView.whole}.
 */
export class FileView {
	readonly about: FileAbout;
	/** Of the file when it was last read, bytes. */
	size: number;
	title: string;
	/** What of the file could not be read. Grows where what was read turns out not to fit. */
	problems: TranscriptProblem[];
	/** Milliseconds since the epoch. */
	readonly openedAt = Date.now();
	readonly #controller = new AbortController();
	#content: FileContent | undefined;
	#measured: MeasuredConversation | undefined;
	#reading: Reading = { kind: 'whole' };
	#rest: Promise<void> = Promise.resolve();
	#takingOver: Promise<void> | undefined;

	/** @param size Of the file, bytes. */
	constructor(about: FileAbout, size: number, read: ReadFile) {
		this.about = about;
		this.size = size;
		this.title = read.title;
		this.problems = [...read.problems];
		this.#content = read.content;
		this.#measured = read.measured;
	}

	/** How much of its file was read, from 0 to 1; undefined: all that can be. */
	get share(): number | undefined {
		return this.#reading.kind === 'reading' ? this.#reading.share : undefined;
	}

	/** What is shown from here; undefined where all of it is held. */
	get measured(): MeasuredConversation | undefined {
		return this.#measured;
	}

	/** Whether all of it is held by now, or more than that. */
	get isHeld(): boolean {
		return this.#content === undefined;
	}

	/** Whether that is so and nobody takes anything over. */
	get isSettled(): boolean {
		return this.isHeld && this.#takingOver === undefined;
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

	/** @param size Of the file, bytes. */
	hold({ title, problems }: FileContent, size: number): void {
		this.title = title;
		this.size = size;
		this.problems.push(...problems);
		this.#content = undefined;
		this.#measured = undefined;
	}

	/** Only the beginning is there. @param read Reads the rest and settles. @param ended Told when that has ended. */
	readRest(read: (signal: AbortSignal) => Promise<void>, ended: () => void): void {
		this.#reading = { kind: 'reading', share: 0 };
		const { signal } = this.#controller;
		const rest = read(signal).catch((error: unknown) => {
			if (!signal.aborted) {
				const message = messageOf(error);
				const problem = { line: 1, message: `Only the beginning could be read. ${message}` };
				this.problems.push(problem);
				this.#become({ kind: 'failed' });
			}
		});
		this.#rest = rest.then(ended);
	}

	/** Resolves when nothing more of the file is being read. */
	get settled(): Promise<void> {
		return this.#rest;
	}

	/** More of the file was read, from 0 to 1. */
	read(share: number): void {
		this.#become({ kind: 'reading', share });
	}

	/** All of the file was read. */
	settle({ title, content, problems, measured }: ReadFile): void {
		this.title = title;
		this.problems = [...problems];
		this.#content = content;
		this.#measured = measured;
		this.#become({ kind: 'whole' });
	}

	/** It is not wanted any more. */
	close(): void {
		this.#become({ kind: 'gone' });
		this.#controller.abort();
	}

	/**
	 * All there is in the file, for being held in memory from now on; undefined where it is held.
	 * @param freeMemory Bytes that can be used; a test has less.
	 * @throws {RequestError} `not-whole` when it was closed meanwhile or cannot be read to its end.
	 * @throws {RequestError} `too-large` when there is not enough memory.
	 */
	async whole({ signal, progress }: Call, freeMemory = freeHeap): Promise<FileContent | undefined> {
		if (this.#measured !== undefined) {
			progress({ phase: 'reading' });
			await abortable(() => this.#rest, signal);
			if (this.#reading.kind !== 'whole') {
				throw new RequestError(
					'not-whole',
					'Precis has only read the beginning of this conversation, so it did nothing with it. Open ' +
						'the file again, and try again when all of it is shown.',
				);
			}
			const needed = this.#measured.characters * bytesPerCharacter;
			const free = freeMemory();
			if (needed > free) {
				throw tooLarge(needed, free);
			}
		}
		await this.#content?.load(signal);
		return this.#content;
	}

	/** What is gone stays gone, whatever is read still. */
	#become(reading: Reading): void {
		this.#reading = this.#reading.kind === 'gone' ? this.#reading : reading;
	}
}
