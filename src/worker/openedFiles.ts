import { identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { StoredConversation } from '../conversations/store/store.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { abortable } from '../models/abortable.ts';
import type { Call } from '../protocol/channel.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { openTranscript, plainSource, readerFor } from '../transcripts/open.ts';
import type { TranscriptSource } from '../transcripts/reader.ts';
import type { EarlierImports } from './earlierImports.ts';
import { FileContent } from './fileContent.ts';
import type { WatchParts } from './fileWatch.ts';
import { FollowedFiles } from './followedFiles.ts';
import { takeFile } from './grownFile.ts';
import { FileView } from './fileView.ts';
import { listed, measuredFile, openLarge } from './largeFile.ts';
import type { NamedConversations } from './namedConversations.ts';
import { conversationAt, labelOf, listedAs, nameOf, placeOf, truePath } from './openedFile.ts';

/** Larger files are not held for a look. Bytes. */
const defaultLargeBytes = 32 * 2 ** 20;

/** What opened files need beside the store. */
export interface OpenedFilesParts {
	readonly settings: () => WorkerSettings;
	readonly counter: TokenCounter;
	readonly named: NamedConversations;
	/** Makes records of the compactions that a file tells of. */
	readonly imports: EarlierImports;
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
	/** Bytes of memory that can be used; a test has less. */
	readonly freeMemory?: () => number;
	/** Files above this are not held while they are only looked at; a test wants it smaller. */
	readonly largeBytes?: number;
	/** How files are read; the machine's way when absent. */
	readonly sourceOf?: (path: string) => Promise<TranscriptSource>;
	/** How files are watched; the machine's way when absent. */
	readonly watch?: WatchParts;
}

/** Saved sessions that were opened: views of files, and what was made of them brought up to them. */
export class OpenedFiles {
	readonly followed: FollowedFiles;
	readonly #store: SqliteStore;
	readonly #service: ConversationService;
	readonly #parts: OpenedFilesParts;
	readonly #views = new Map<string, FileView>();

	constructor(store: SqliteStore, service: ConversationService, parts: OpenedFilesParts) {
		this.#store = store;
		this.#service = service;
		this.#parts = parts;
		this.followed = new FollowedFiles(
			{
				fileOf: (id) => this.#fileOf(id),
				readAgain: (id, signal) => this.#readAgain(id, signal),
				changed: parts.changed,
			},
			parts.watch,
		);
	}

	async open(path: string, call: Call): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const { named, counter } = this.#parts;
		const file = await this.#sourceOf(path);
		const truth = await truePath(path);
		if (await this.#isLarge(file, truth, call.signal)) {
			const idAt = (position: number): string => named.idOf(nameOf(truth, position));
			const views = await openLarge(file, idAt, this.#parts, call);
			views.forEach((view) => this.#add(view));
			return listed(views);
		}
		const transcript = await openTranscript(file, call.signal);
		const source = labelOf(transcript);
		const { problems } = transcript;
		named.enter(
			transcript.conversations.map((one, position) => nameOf(truth, placeOf(one, position))),
		);
		const conversations: OpenedConversation[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const { title, about } = conversation;
			const place = placeOf(conversation, position);
			const content = new FileContent(conversation, counter);
			const { id, origin } = await this.#identify(nameOf(truth, place), content, call.signal);
			const read = { title, content, problems };
			this.#add(new FileView({ id, source, file: path, origin, place }, file.size, read));
			const isRead = about === undefined || this.#store.has(id);
			const length = isRead ? content.messages.length : undefined;
			conversations.push(listedAs(id, conversation, length));
		}
		return { source, conversations, problems };
	}

	/** A conversation of a file that was opened here. */
	find(id: string): FileView | undefined {
		return this.#views.get(id);
	}

	/** All of these. */
	all(): readonly FileView[] {
		return [...this.#views.values()];
	}

	/**
	 * Has all that the file has be there, counting as it goes: beside the store as long as one only looks,
	 * else at the end of the conversation that was made of it.
	 */
	async load(id: string, call: Call): Promise<void> {
		if (this.#views.get(id)?.isSettled === true && !this.#isDeleted(id)) {
			return;
		}
		await this.#alone(id, call.signal, async (view) => {
			if (this.#isDeleted(id)) {
				this.forget(id);
				await (this.#store.has(id) ? this.#service.archive.delete(id) : undefined);
			} else if (!view.isHeld) {
				await this.#read(view, call);
			}
		});
	}

	/** Takes messages of a file over while nobody else does. @returns Undefined: there is no such file. */
	async #alone<T>(
		id: string,
		signal: AbortSignal,
		takeOver: (view: FileView) => Promise<T>,
	): Promise<T | undefined> {
		// Whoever waited finds out anew: the one before may have been cancelled.
		for (let view = this.#views.get(id); view !== undefined; view = this.#views.get(id)) {
			const { takingOver } = view;
			if (takingOver === undefined) {
				return view.alone(() => takeOver(view));
			}
			await abortable(() => takingOver, signal);
		}
		return undefined;
	}

	forget(id: string): void {
		this.followed.forget(id);
		const view = this.#views.get(id);
		this.#views.delete(id);
		view?.close();
		if (view?.measured !== undefined) {
			this.#parts.changed(id);
		}
	}

	forgetAll(): void {
		this.followed.forgetAll();
		[...this.#views.keys()].forEach((id) => this.forget(id));
	}

	#add(view: FileView): void {
		const { id } = view.about;
		this.#views.get(id)?.close();
		this.#views.set(id, view);
	}

	async #identify(name: string, content: FileContent, signal: AbortSignal): Promise<FileIdentity> {
		const idOf = (other: string): string => this.#parts.named.idOf(other);
		const store = this.#store;
		// What is only looked at is whatever its file is now.
		const find = (id: string): StoredConversation | undefined =>
			store.homes.isView(id) ? undefined : store.find(id);
		const first = idOf(name);
		if (find(first) !== undefined) {
			// Its messages are compared.
			await content.load(signal);
		}
		return identify(first, content, { find, log: (id) => store.log(id) }, idOf);
	}

	/**
	 * The size of a packed file, or of one whose conversations are read one by one, says nothing.
	 * @param path The true one.
	 */
	async #isLarge(file: TranscriptSource, path: string, signal: AbortSignal): Promise<boolean> {
		const known = this.#parts.named.knownAs(nameOf(path, 0));
		const isHeld = known !== undefined && this.#store.find(known) !== undefined;
		if (file.size <= (this.#parts.largeBytes ?? defaultLargeBytes) || isHeld) {
			return false;
		}
		const isPacked = (await plainSource(file, signal)) !== file;
		return !isPacked && (await readerFor(file, signal)).readsOneByOne !== true;
	}

	#sourceOf(path: string): Promise<TranscriptSource> {
		return (this.#parts.sourceOf ?? fileSource)(path);
	}

	#fileOf(id: string): { readonly path: string; readonly size: number } | undefined {
		const view = this.#views.get(id);
		return view === undefined ? undefined : { path: view.about.file, size: view.size };
	}

	/** @returns Whether the file can be followed on. */
	async #readAgain(id: string, signal: AbortSignal): Promise<boolean> {
		const view = this.#views.get(id);
		await view?.settled;
		if (view === undefined || (view.measured === undefined && !this.#store.has(id))) {
			return false;
		}
		const isMeasured = view.measured !== undefined;
		const source = await this.#sourceOf(view.about.file);
		const transcript = await openTranscript(source, signal);
		const conversation = conversationAt(transcript, view.about.place);
		if (conversation === undefined) {
			return true;
		}
		const { problems } = transcript;
		const measured = isMeasured
			? await measuredFile(conversation, problems, this.#parts, signal)
			: undefined;
		const goesOn = await this.#alone(id, signal, async (current) => {
			if (current !== view) {
				return false;
			}
			// While it was read and measured it may have been taken over: then that goes on.
			if (measured !== undefined && !view.isHeld) {
				view.settle(measured);
				this.#parts.changed(id);
				return true;
			}
			const content = new FileContent(conversation, this.#parts.counter);
			await content.load(signal);
			if (this.#store.homes.isView(id) && content.title !== view.title) {
				this.#service.archive.rename(id, content.title);
			}
			// What is left in the middle is read on by whoever looks at it next.
			view.settle({ title: content.title, content, problems });
			const isFollowed = await this.#take(view, content, { size: source.size, signal }, true);
			if (isFollowed === undefined) {
				throw new Error('The conversation is being changed at this moment.');
			}
			return isFollowed;
		});
		return goesOn ?? false;
	}

	/** Another window has deleted what was only looked at here: its file leads to another conversation. */
	#isDeleted(id: string): boolean {
		const isNamed = this.#store.identities.of(id).length > 0;
		return !isNamed && (!this.#store.has(id) || this.#store.homes.isView(id));
	}

	async #read(view: FileView, call: Call): Promise<void> {
		const { id, source, file, origin } = view.about;
		const content = await view.whole(call, this.#parts.freeMemory);
		if (content === undefined || this.#views.get(id) !== view) {
			// It was closed meanwhile.
			return;
		}
		const known = this.#store.find(id);
		if (known === undefined) {
			// It may have lived here before another window took it out of the store.
			await this.#service.close(id, { kind: 'deleted' });
			const { workspace } = this.#parts.settings();
			const about = { id, title: content.title, source, file };
			this.#store.createView(workspace === undefined ? about : { ...about, workspace }, origin);
		}
		if ((known?.messages ?? 0) < content.messages.length) {
			call.progress({ phase: 'counting' });
		}
		// What was said here since the file was read stays; the file opened again is a fork of it.
		await this.#take(view, content, { size: view.size, signal: call.signal }, false);
	}

	/** As of {@link takeFile}; what was taken is held. */
	async #take(
		view: FileView,
		content: FileContent,
		{ size, signal }: { readonly size: number; readonly signal: AbortSignal },
		settled: boolean,
	): Promise<boolean | undefined> {
		const { counter, imports } = this.#parts;
		const home = { store: this.#store, service: this.#service, counter, imports };
		const goesOn = await takeFile({ ...home, view, content, signal }, { settled });
		if (goesOn !== undefined) {
			view.hold(content, size);
			this.#parts.changed(view.about.id);
		}
		return goesOn;
	}
}
