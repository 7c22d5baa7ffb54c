import { getHeapStatistics } from 'node:v8';
import { openTranscript, readerFor, readWith } from '../transcripts/open.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { firstLines, observed } from '../transcripts/bytes/partialSources.ts';
import type {
	TranscriptProblem,
	TranscriptReader,
	TranscriptSource,
} from '../transcripts/reader.ts';
import type { WorkerRequests } from '../protocol/workerRequests.ts';
import { LargeView } from './largeView.ts';
import { measured } from './measuredConversation.ts';
import type { WorkerCall } from './serve.ts';

/** Read and shown before the rest: some hundred messages in some ten milliseconds. Bytes. */
const startBytes = 2 * 2 ** 20;

/** How much of the time until all is known goes into reading the file; the rest into measuring. */
const readingShare = 0.7;

/** How often a person hears how far reading is, milliseconds. */
const newsMs = 500;

/** Bytes of memory that a character takes in a conversation which is compacted, about. */
const bytesPerCharacter = 4;

/** A conversation that is too large for what a person asks for. */
class TooLarge extends Error {
	override readonly name = 'TooLarge';
	readonly code = 'too-large';

	/** @param needed Bytes. @param free Bytes. */
	constructor(needed: number, free: number) {
		const [need, have] = [needed, free].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
		super(
			`This conversation is too large for that: it would need about ${need} of memory, and ` +
				`${have} are free. It can be looked at, and its turns can be opened.`,
		);
	}
}

/** A conversation of which only the beginning is there. */
class NotWhole extends Error {
	override readonly name = 'NotWhole';
	readonly code = 'not-whole';

	constructor() {
		super(
			'Precis has only read the beginning of this conversation, so it did nothing with it. Open ' +
				'the file again, and try again when all of it is shown.',
		);
	}
}

/** A large file that is open. */
interface Reading {
	readonly view: LargeView;
	/** Of the file when it was opened, bytes. */
	readonly size: number;
	/** Ends the reading of the rest. */
	readonly controller: AbortController;
	/** Resolves when all of the file was read; never rejects. */
	readonly done: Promise<void>;
}

/** What reading tells of. */
export interface LargeFilesParts {
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
	/** Bytes of memory that can be used; a test has less. */
	readonly freeMemory?: () => number;
}

function freeHeap(): number {
	const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
	return limit - used;
}

/** Conversations of files that are too large to be held, as long as they are only looked at. */
export class LargeFiles {
	readonly #parts: LargeFilesParts;
	readonly #readings = new Map<string, Reading>();

	constructor(parts: LargeFilesParts) {
		this.#parts = parts;
	}

	/** Undefined: it is not one of these, or not any more. */
	find(id: string): LargeView | undefined {
		return this.#readings.get(id)?.view;
	}

	all(): readonly LargeView[] {
		return [...this.#readings.values()].map(({ view }) => view);
	}

	/**
	 * Opens a file. What is shown at once is its beginning, where the format allows that; the rest is
	 * read meanwhile.
	 * @param idOf By the position in the file.
	 * @throws {TranscriptError}
	 */
	async open(
		source: TranscriptSource,
		idOf: (position: number) => string,
		call: WorkerCall,
	): Promise<WorkerRequests['open']['result']> {
		const reader = await readerFor(source, call.signal);
		const about = (position: number): LargeView['about'] => ({
			id: idOf(position),
			position,
			source: reader.label,
			file: source.name,
		});
		const start = reader.appends ? await startOf(reader, source, call.signal) : undefined;
		const [first, ...others] = start?.conversations ?? [];
		if (start !== undefined && first !== undefined && others.length === 0) {
			const now = await measured(first, start.problems, call.signal);
			const view = new LargeView(about(0), now, 0);
			this.#keep(view, source, (signal) => this.#readRest(view, reader, source, signal));
			return resultOf([view]);
		}
		const telling = observed(source, (share) => call.progress({ phase: 'reading', share }));
		const transcript = await readWith(reader, telling, call.signal);
		const views: LargeView[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const { problems } = transcript;
			const now = await measured(conversation, problems, call.signal, (share) =>
				call.progress({ phase: 'counting', share }),
			);
			views.push(new LargeView(about(position), now));
		}
		views.forEach((view) => this.#keep(view, source, () => Promise.resolve()));
		return resultOf(views);
	}

	/**
	 * The whole of a conversation, for being held in memory from now on.
	 * @throws {NotWhole} when it was closed meanwhile or cannot be read to its end.
	 * @throws {TooLarge} when there is not enough memory.
	 */
	async whole(id: string, call: WorkerCall): Promise<LargeView | undefined> {
		const reading = this.#readings.get(id);
		if (reading === undefined) {
			return undefined;
		}
		call.progress({ phase: 'reading' });
		await Promise.race([reading.done, aborted(call.signal)]);
		if (!reading.view.isWhole) {
			throw new NotWhole();
		}
		const needed = reading.view.now.characters * bytesPerCharacter;
		const free = (this.#parts.freeMemory ?? freeHeap)();
		if (needed > free) {
			throw new TooLarge(needed, free);
		}
		return reading.view;
	}

	/** Its file, and how many bytes that had when it was opened. */
	fileOf(id: string): { readonly path: string; readonly size: number } | undefined {
		const reading = this.#readings.get(id);
		return reading === undefined
			? undefined
			: { path: reading.view.about.file, size: reading.size };
	}

	/** Its file has changed: shows what it is now. @throws {TranscriptError} Then it stays as it is. */
	async readAgain(id: string, signal: AbortSignal): Promise<void> {
		const reading = this.#readings.get(id);
		await reading?.done;
		if (reading === undefined) {
			return;
		}
		const { view } = reading;
		const transcript = await openTranscript(await fileSource(view.about.file), signal);
		const conversation = transcript.conversations[view.about.position];
		if (conversation !== undefined) {
			view.settle(await measured(conversation, transcript.problems, signal));
			this.#parts.changed(id);
		}
	}

	forget(id: string): void {
		this.#readings.get(id)?.controller.abort();
		if (this.#readings.delete(id)) {
			this.#parts.changed(id);
		}
	}

	forgetAll(): void {
		[...this.#readings.keys()].forEach((id) => this.forget(id));
	}

	#keep(
		view: LargeView,
		{ size }: TranscriptSource,
		read: (signal: AbortSignal) => Promise<void>,
	): void {
		const { id } = view.about;
		this.forget(id);
		const controller = new AbortController();
		const done = read(controller.signal).catch((error: unknown) => {
			if (!controller.signal.aborted) {
				const message = error instanceof Error ? error.message : String(error);
				view.fail({ line: 1, message: `Only the beginning could be read. ${message}` });
			}
		});
		const told = done.then(() => this.#parts.changed(id));
		this.#readings.set(id, { view, size, controller, done: told });
	}

	async #readRest(
		view: LargeView,
		reader: TranscriptReader,
		source: TranscriptSource,
		signal: AbortSignal,
	): Promise<void> {
		let told = 0;
		// Reading is most of it; then the messages are put together and measured.
		const tell = (share: number): void => {
			if (performance.now() - told > newsMs) {
				told = performance.now();
				view.read(share);
				this.#parts.changed(view.about.id);
			}
		};
		const telling = observed(source, (share) => tell(share * readingShare));
		const { conversations, problems } = await readWith(reader, telling, signal);
		const [conversation, ...others] = conversations;
		if (conversation !== undefined) {
			const shown = others.length === 0 ? problems : [...problems, unshown(others.length)];
			const whole = await measured(conversation, shown, signal, (share) =>
				tell(readingShare + share * (1 - readingShare)),
			);
			view.settle(whole);
		}
	}
}

/** The file turned out to hold more than the conversation that it begins with. */
function unshown(count: number): TranscriptProblem {
	const what =
		count === 1 ? 'another conversation, which is' : `${count} more conversations, which are`;
	return { line: 1, message: `This file holds ${what} not shown: it is too large to choose from.` };
}

function resultOf(views: readonly LargeView[]): WorkerRequests['open']['result'] {
	const [first] = views;
	return {
		source: first?.about.source ?? '',
		conversations: views.map(({ about, now: { conversation } }) => ({
			id: about.id,
			title: conversation.title,
			messages: conversation.messages.length,
		})),
		problems: first?.now.problems ?? [],
	};
}

/** The first page; undefined when the beginning alone says nothing. */
async function startOf(
	reader: TranscriptReader,
	source: TranscriptSource,
	signal: AbortSignal,
): Promise<Awaited<ReturnType<TranscriptReader['read']>> | undefined> {
	try {
		return await readWith(reader, firstLines(source, startBytes), signal);
	} catch {
		signal.throwIfAborted();
		return undefined;
	}
}

function aborted(signal: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		signal.throwIfAborted();
		signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
	});
}
