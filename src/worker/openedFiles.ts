import { continues, identify } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { ProblemView } from '../protocol/conversationView.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import { fileSource } from '../transcripts/fileSource.ts';
import { openTranscript } from '../transcripts/open.ts';
import type { Messages } from '../transcripts/reader.ts';
import type { WatchParts } from './fileWatch.ts';
import { FollowedFiles } from './followedFiles.ts';
import { catchUp } from './grownFile.ts';
import { LargeFiles, type LargeFilesParts } from './largeFiles.ts';
import type { LargeView } from './largeView.ts';
import { labelOf, NotLoaded, placeId, placeOf, type OpenedFile } from './openedFile.ts';
import type { WorkerCall } from './serve.ts';

/** Messages counted between two looks at the channel, so that a cancel is heard. */
const countedAtOnce = 100;

/** Larger files are not held for a look. Bytes. */
const defaultLargeBytes = 32 * 2 ** 20;

/** What opened files need beside the store. */
export interface OpenedFilesParts extends LargeFilesParts {
	readonly settings: () => WorkerSettings;
	/** Files above this are not held while they are only looked at; a test wants it smaller. */
	readonly largeBytes?: number;
	/** How files are watched; the machine's way when absent. */
	readonly watch?: WatchParts;
}

/** Saved sessions that were opened: read-only views in memory, until they are compacted or continued. */
export class OpenedFiles {
	readonly followed: FollowedFiles;
	readonly #store: LayeredStore;
	readonly #service: ConversationService;
	readonly #settings: () => WorkerSettings;
	readonly #opened = new Map<string, OpenedFile>();
	readonly #large: LargeFiles;
	readonly #largeBytes: number;
	readonly #changed: (id: string) => void;
	/** Conversations whose messages are being appended. */
	readonly #loading = new Map<string, Promise<void>>();

	constructor(
		store: LayeredStore,
		service: ConversationService,
		{ settings, largeBytes = defaultLargeBytes, watch, ...large }: OpenedFilesParts,
	) {
		this.#store = store;
		this.#service = service;
		this.#settings = settings;
		this.#large = new LargeFiles(large);
		this.#largeBytes = largeBytes;
		this.#changed = large.changed;
		this.followed = new FollowedFiles(
			{
				fileOf: (id) => this.#fileOf(id),
				readAgain: (id, signal) => this.#readAgain(id, signal),
				changed: large.changed,
			},
			watch,
		);
	}

	async open(path: string, call: WorkerCall): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const file = await fileSource(path);
		if (file.size > this.#largeBytes && this.#store.find(placeId(path, 0)) === undefined) {
			return this.#large.open(file, (position) => placeId(path, position), call);
		}
		const transcript = await openTranscript(file, call.signal);
		const source = labelOf(transcript);
		const { problems } = transcript;
		const conversations = transcript.conversations.map(
			({ title, messages }, position): OpenedConversation => {
				const { id, origin } = identify(placeOf(path, position), messages, this.#store);
				const { length } = messages;
				this.#opened.set(id, {
					title,
					source,
					file: path,
					problems,
					origin,
					position,
					size: file.size,
					length,
					waiting: messages,
				});
				return { id, title, messages: messages.length };
			},
		);
		return { source, conversations, problems };
	}

	/** Whether nothing was done with it but to look: its file has all there is of it. */
	isView(id: string): boolean {
		const length = this.#opened.get(id)?.length ?? 0;
		const { messages = 0 } = this.#store.find(id) ?? {};
		return !this.#store.isKept(id) && messages <= length && this.#store.recordCount(id) === 0;
	}

	/** A conversation that is too large to be held, while nothing is done with it but to look. */
	large(id: string): LargeView | undefined {
		return this.#large.find(id);
	}

	/** All of these. */
	allLarge(): readonly LargeView[] {
		return this.#large.all();
	}

	/** What in its file could not be read. */
	problemsOf(id: string): readonly ProblemView[] {
		return this.#opened.get(id)?.problems ?? [];
	}

	/** Appends what the file has and the conversation has not, counting as it goes. */
	async load(id: string, call: WorkerCall): Promise<void> {
		await this.#take(id, call);
		// Whoever waited finds out anew: the one before may have been cancelled.
		for (let loading = this.#loading.get(id); loading !== undefined; ) {
			await loading;
			loading = this.#loading.get(id);
		}
		const opened = this.#opened.get(id);
		if (opened === undefined || opened.waiting.length === 0) {
			return;
		}
		const loading = this.#append(id, opened, call);
		this.#loading.set(
			id,
			loading.catch(() => undefined),
		);
		try {
			await loading;
		} finally {
			this.#loading.delete(id);
		}
	}

	forget(id: string): void {
		this.followed.forget(id);
		this.#opened.delete(id);
		this.#large.forget(id);
	}

	forgetAll(): void {
		this.followed.forgetAll();
		this.#opened.clear();
		this.#large.forgetAll();
	}

	/** Something is to be done with a large conversation: it is held from now on. */
	async #take(id: string, call: WorkerCall): Promise<void> {
		const large = await this.#large.whole(id, call);
		if (large === undefined || this.#opened.has(id)) {
			return;
		}
		const { about, now } = large;
		const { conversation, problems } = now;
		const { title, messages } = conversation;
		const { length } = messages;
		this.#opened.set(id, {
			...about,
			title,
			problems,
			origin: undefined,
			size: 0,
			length,
			waiting: messages,
		});
		this.#large.forget(id);
	}

	#fileOf(id: string): { readonly path: string; readonly size: number } | undefined {
		const large = this.#large.fileOf(id);
		const opened = this.#opened.get(id);
		return large ?? (opened === undefined ? undefined : { path: opened.file, size: opened.size });
	}

	/** @returns Whether the file can be followed on. */
	async #readAgain(id: string, signal: AbortSignal): Promise<boolean> {
		if (this.#large.find(id) !== undefined) {
			await this.#large.readAgain(id, signal);
			return true;
		}
		const opened = this.#opened.get(id);
		if (opened === undefined || this.#store.find(id) === undefined) {
			return false;
		}
		const file = await fileSource(opened.file);
		const { conversations, problems } = await openTranscript(file, signal);
		const conversation = conversations[opened.position];
		await this.#loading.get(id);
		if (conversation === undefined) {
			return true;
		}
		const { title, messages } = conversation;
		const isView = this.isView(id);
		const { length } = messages;
		this.#opened.set(id, { ...opened, problems, size: file.size, length, waiting: [] });
		if (isView && title !== opened.title) {
			this.#service.rename(id, title);
		}
		const home = { store: this.#store, service: this.#service };
		const goesOn = await catchUp(home, id, messages, { isView, signal });
		this.#changed(id);
		return goesOn;
	}

	async #append(id: string, opened: OpenedFile, call: WorkerCall): Promise<void> {
		const known = this.#store.find(id);
		if (known === undefined) {
			this.#make(id, opened);
		} else if (known.messages >= opened.waiting.length) {
			opened.waiting = [];
			return;
		}
		// What was interrupted is looked for before a claim of our own hides it.
		this.#service.open(id);
		// Another window may be reading the same file in, or answer at its end.
		const claim = this.#store.claim(id, 'turn');
		if (claim === undefined) {
			return;
		}
		try {
			if (continues(opened.waiting, this.#store.log(id))) {
				await this.#appendRest(id, opened.waiting, call);
			}
			// What was said here since the file was read stays; the file opened again is a fork of it.
			opened.waiting = [];
		} finally {
			claim.release();
		}
	}

	/** A view in memory; a session that begins like a kept one shares its messages and records. */
	#make(id: string, { title, source, file, origin }: OpenedFile): void {
		const { keep, excluded, workspace } = this.#settings();
		const about = { id, title, source, file, ...(workspace === undefined ? {} : { workspace }) };
		const keeps = keep && this.#store.canKeep && !excluded.includes(id);
		if (origin !== undefined && keeps && this.#store.isKept(origin.id)) {
			this.#store.fork(origin.id, origin.messages, about);
		} else {
			this.#store.createInMemory(about);
		}
	}

	async #appendRest(id: string, messages: Messages, call: WorkerCall): Promise<void> {
		// What stands there already is the file's beginning, or goes beyond it.
		let length = this.#store.find(id)?.messages ?? 0;
		if (length < messages.length) {
			call.progress({ phase: 'counting' });
		}
		while (length < messages.length) {
			const next = messages.slice(length, length + countedAtOnce);
			const end = await this.#service.append(id, next);
			if (end.kind !== 'appended') {
				throw new NotLoaded(end.cause);
			}
			length += next.length;
			await new Promise((resolve) => setImmediate(resolve));
			call.signal.throwIfAborted();
		}
	}
}
