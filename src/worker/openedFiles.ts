import { isImported } from '../compaction/record.ts';
import { continues, identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import type { ProblemView } from '../protocol/conversationView.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { openTranscript, plainSource, readerFor } from '../transcripts/open.ts';
import type { TranscriptSource } from '../transcripts/reader.ts';
import type { EarlierImports } from './earlierImports.ts';
import { FileContent } from './fileContent.ts';
import type { WatchParts } from './fileWatch.ts';
import { FollowedFiles } from './followedFiles.ts';
import { appendWithImports, catchUp } from './grownFile.ts';
import { LargeFiles, type LargeFilesParts } from './largeFiles.ts';
import type { LargeView } from './largeView.ts';
import type { NamedConversations } from './namedConversations.ts';
import {
	conversationAt,
	labelOf,
	listedAs,
	nameOf,
	NotLoaded,
	placeOf,
	truePath,
	type OpenedFile,
} from './openedFile.ts';
import type { WorkerCall } from './serve.ts';

/** Larger files are not held for a look. Bytes. */
const defaultLargeBytes = 32 * 2 ** 20;

/** What opened files need beside the store. */
export interface OpenedFilesParts extends LargeFilesParts {
	readonly settings: () => WorkerSettings;
	readonly counter: TokenCounter;
	readonly named: NamedConversations;
	/** Makes records of the compactions that a file tells of. */
	readonly imports: EarlierImports;
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
	readonly #counter: TokenCounter;
	readonly #named: NamedConversations;
	readonly #imports: EarlierImports;
	readonly #opened = new Map<string, OpenedFile>();
	readonly #large: LargeFiles;
	readonly #largeBytes: number;
	readonly #changed: (id: string) => void;
	/** Conversations whose messages are being appended. */
	readonly #loading = new Map<string, Promise<void>>();

	constructor(
		store: LayeredStore,
		service: ConversationService,
		{
			settings,
			counter,
			named,
			imports,
			largeBytes = defaultLargeBytes,
			watch,
			...large
		}: OpenedFilesParts,
	) {
		this.#store = store;
		this.#service = service;
		this.#settings = settings;
		this.#counter = counter;
		this.#named = named;
		this.#imports = imports;
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
		const truth = await truePath(path);
		if (await this.#isLarge(file, truth, call.signal)) {
			const idAt = (position: number): string => this.#named.idOf(nameOf(truth, position));
			return this.#large.open(file, idAt, call);
		}
		const transcript = await openTranscript(file, call.signal);
		const source = labelOf(transcript);
		const { problems } = transcript;
		this.#named.enter(
			transcript.conversations.map((one, position) => nameOf(truth, placeOf(one, position))),
		);
		const conversations: OpenedConversation[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const { title, about } = conversation;
			const place = placeOf(conversation, position);
			const waiting = new FileContent(conversation, this.#counter);
			const { id, origin } = await this.#identify(nameOf(truth, place), waiting, call.signal);
			const isRead = about === undefined || this.#store.find(id) !== undefined;
			const length = isRead ? waiting.messages.length : undefined;
			const { size } = file;
			const known = { title, source, file: path, origin, place, size, length };
			this.#opened.set(id, { ...known, problems: [...problems], waiting });
			conversations.push(listedAs(id, conversation, length));
		}
		return { source, conversations, problems };
	}

	/** Whether nothing was done with it but to look: its file has all there is of it. */
	isView(id: string): boolean {
		const length = this.#opened.get(id)?.length ?? 0;
		const { messages = 0 } = this.#store.find(id) ?? {};
		return !this.#store.isKept(id) && messages <= length && this.#hasOnlyImports(id);
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
		if (opened?.waiting === undefined) {
			return;
		}
		const loading = this.#append(id, opened, opened.waiting, call);
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

	async #identify(name: string, content: FileContent, signal: AbortSignal): Promise<FileIdentity> {
		const idOf = (other: string): string => this.#named.idOf(other);
		const first = idOf(name);
		if (this.#store.find(first) !== undefined) {
			// Its messages are compared.
			await content.load(signal);
		}
		return identify(first, content, this.#store, idOf);
	}

	/**
	 * The size of a packed file, or of one whose conversations are read one by one, says nothing.
	 * @param path The true one.
	 */
	async #isLarge(file: TranscriptSource, path: string, signal: AbortSignal): Promise<boolean> {
		const known = this.#named.knownAs(nameOf(path, 0));
		const isHeld = known !== undefined && this.#store.find(known) !== undefined;
		if (file.size <= this.#largeBytes || isHeld) {
			return false;
		}
		const isPacked = (await plainSource(file, signal)) !== file;
		return !isPacked && (await readerFor(file, signal)).readsOneByOne !== true;
	}

	#hasOnlyImports(id: string): boolean {
		return (
			this.#store.recordCount(id) === 0 ||
			this.#store.records(id).every(({ record }) => isImported(record))
		);
	}

	/** Something is to be done with a large conversation: it is held from now on. */
	async #take(id: string, call: WorkerCall): Promise<void> {
		const large = await this.#large.whole(id, call);
		if (large === undefined || this.#opened.has(id)) {
			return;
		}
		const { about, now } = large;
		const waiting = new FileContent(now.conversation, this.#counter);
		this.#opened.set(id, {
			...about,
			place: about.position,
			title: waiting.title,
			problems: [...now.problems],
			origin: undefined,
			size: 0,
			length: waiting.messages.length,
			waiting,
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
		const transcript = await openTranscript(file, signal);
		const conversation = conversationAt(transcript, opened.place);
		if (conversation === undefined) {
			return true;
		}
		const content = new FileContent(conversation, this.#counter);
		await content.load(signal);
		await this.#loading.get(id);
		const { title, messages } = content;
		const isView = this.isView(id);
		const problems = [...transcript.problems, ...content.problems];
		const read = { problems, size: file.size, length: messages.length, waiting: undefined };
		this.#opened.set(id, { ...opened, ...read });
		if (isView && title !== opened.title) {
			this.#service.archive.rename(id, title);
		}
		const goesOn = await catchUp(this.#home(id, opened.source, problems), content, {
			isView,
			signal,
		});
		this.#changed(id);
		return goesOn;
	}

	async #append(
		id: string,
		opened: OpenedFile,
		waiting: FileContent,
		call: WorkerCall,
	): Promise<void> {
		await waiting.load(call.signal);
		if (this.#opened.get(id) !== opened) {
			// It was closed meanwhile.
			return;
		}
		const { messages } = waiting;
		opened.length = messages.length;
		opened.problems.push(...waiting.problems);
		const known = this.#store.find(id);
		if (known === undefined) {
			this.#make(id, opened);
		} else if (known.messages > messages.length) {
			opened.waiting = undefined;
			return;
		}
		// What was interrupted is looked for before a claim of our own hides it.
		this.#service.of(id);
		// Another window may be reading the same file in, or answer at its end.
		const claim = this.#store.claim(id, 'turn');
		if (claim === undefined) {
			return;
		}
		try {
			const log = this.#store.log(id);
			if (continues(messages, log)) {
				if (log.length < messages.length) {
					call.progress({ phase: 'counting' });
				}
				const home = this.#home(id, opened.source, opened.problems);
				const range = { start: log.length, end: messages.length };
				const failure = await appendWithImports(home, waiting, range, call.signal);
				if (failure !== undefined) {
					throw new NotLoaded(failure);
				}
			}
			// What was said here since the file was read stays; the file opened again is a fork of it.
			opened.waiting = undefined;
		} finally {
			claim.release();
		}
	}

	#home(id: string, assistant: string, problems: ProblemView[]): Parameters<typeof catchUp>[0] {
		return {
			id,
			store: this.#store,
			service: this.#service,
			import: (earlier) => {
				const message = this.#imports.import(id, earlier, assistant);
				problems.push(...(message === undefined ? [] : [{ line: 1, message }]));
			},
		};
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
}
