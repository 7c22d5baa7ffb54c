import { identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import type { StoredConversation } from '../conversations/store/store.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { abortable } from '../models/waiting.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { openTranscript } from '../transcripts/open.ts';
import type { TranscriptProblem, TranscriptSource } from '../transcripts/reader.ts';
import { readers } from '../transcripts/readers.ts';
import type { FileImport } from './fileImport.ts';
import { Follower, type WatchParts } from './follower.ts';
import type { NamedConversations } from './namedConversations.ts';
import {
	conversationAt,
	FileContent,
	nameOf,
	OpenedFile,
	placeOf,
	truePath,
} from './openedFile.ts';

/** What opened files need beside the store. */
export interface OpenedFilesParts {
	readonly settings: () => WorkerSettings;
	readonly counter: TokenCounter;
	readonly named: NamedConversations;
	/** Brings what they have to where it is held. */
	readonly imports: FileImport;
	/** What a person is shown of a conversation is another. */
	readonly changed: (id: string) => void;
	/** How files are read; the machine's way when absent. */
	readonly sourceOf?: (path: string) => Promise<TranscriptSource>;
	/** How files are watched; the machine's way when absent. */
	readonly watch?: WatchParts;
}

/** Saved sessions that were opened, and what was made of them brought up to them. */
export class OpenedFiles {
	readonly follower: Follower;
	readonly #store: SqliteStore;
	readonly #service: ConversationService;
	readonly #parts: OpenedFilesParts;
	readonly #files = new Map<string, OpenedFile>();

	constructor(store: SqliteStore, service: ConversationService, parts: OpenedFilesParts) {
		this.#store = store;
		this.#service = service;
		this.#parts = parts;
		this.follower = new Follower(
			{
				fileOf: (id) => this.#followable(id),
				readAgain: (id, signal) => this.#readAgain(id, signal),
				changed: parts.changed,
			},
			parts.watch,
		);
	}

	async open(path: string, call: ChannelCall): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const { named, counter } = this.#parts;
		const file = await this.#sourceOf(path);
		const truth = await truePath(path);
		const transcript = await openTranscript(file, call.signal);
		const { format, problems } = transcript;
		const source = readers.find((reader) => reader.format === format)?.label ?? format;
		named.enter(
			transcript.conversations.map((one, position) => nameOf(truth, placeOf(one, position))),
		);
		const conversations: OpenedConversation[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const { id: inside, title, about } = conversation;
			const place = placeOf(conversation, position);
			const content = new FileContent(conversation, counter);
			const { id, origin } = await this.#identify(nameOf(truth, place), content, call.signal);
			const opened = { id, source, file: path, place, ...(origin === undefined ? {} : { origin }) };
			this.#files.set(id, new OpenedFile(opened, file.size, content, problems));
			const isRead = about === undefined || this.#store.has(id);
			conversations.push({
				id,
				title,
				...(isRead ? { messages: content.messages.length } : {}),
				...(about === undefined ? {} : { about }),
				...(inside === undefined ? {} : { inside }),
			});
		}
		return { source, conversations, problems };
	}

	/** What of the file of a conversation could not be read. */
	problemsOf(id: string): readonly TranscriptProblem[] {
		return this.#files.get(id)?.problems ?? [];
	}

	/**
	 * Has all that the file has be there, counting as it goes: beside the store as long as one only looks,
	 * else at the end of the conversation that was made of it.
	 */
	async load(id: string, call: ChannelCall): Promise<void> {
		if (this.#files.get(id)?.isSettled === true && !this.#isDeleted(id)) {
			return;
		}
		await this.#alone(id, call.signal, async (file) => {
			if (this.#isDeleted(id)) {
				this.forget(id);
				await (this.#store.has(id) ? this.#service.delete(id) : undefined);
			} else if (file.content !== undefined) {
				await this.#hold(file, file.content, call);
			}
		});
	}

	/** Takes messages of a file over while nobody else does. @returns Undefined: there is no such file. */
	async #alone<T>(
		id: string,
		signal: AbortSignal,
		takeOver: (file: OpenedFile) => Promise<T>,
	): Promise<T | undefined> {
		// Whoever waited finds out anew: the one before may have been cancelled.
		for (let file = this.#files.get(id); file !== undefined; file = this.#files.get(id)) {
			const { takingOver } = file;
			if (takingOver === undefined) {
				return file.alone(() => takeOver(file));
			}
			await abortable(() => takingOver, signal);
		}
		return undefined;
	}

	forget(id: string): void {
		this.follower.forget(id);
		this.#files.delete(id);
	}

	forgetAll(): void {
		[...this.#files.keys()].forEach((id) => this.forget(id));
	}

	async #identify(name: string, content: FileContent, signal: AbortSignal): Promise<FileIdentity> {
		const idOf = (other: string): string => this.#parts.named.idOf(other);
		const store = this.#store;
		// What is only looked at is whatever its file is now.
		const find = (id: string): StoredConversation | undefined =>
			store.isView(id) ? undefined : store.find(id);
		const first = idOf(name);
		if (find(first) !== undefined) {
			// Its messages are compared.
			await content.load(signal);
		}
		return identify(first, content, { find, log: (id) => store.log(id) }, idOf);
	}

	#sourceOf(path: string): Promise<TranscriptSource> {
		return (this.#parts.sourceOf ?? fileSource)(path);
	}

	#followable(id: string): { readonly path: string; readonly size: number } | undefined {
		const file = this.#files.get(id);
		return file === undefined ? undefined : { path: file.about.file, size: file.size };
	}

	/** @returns Whether the file can be followed on. */
	async #readAgain(id: string, signal: AbortSignal): Promise<boolean> {
		const file = this.#files.get(id);
		if (file === undefined || !this.#store.has(id)) {
			return false;
		}
		const source = await this.#sourceOf(file.about.file);
		const transcript = await openTranscript(source, signal);
		const conversation = conversationAt(transcript, file.about.place);
		if (conversation === undefined) {
			return true;
		}
		const content = new FileContent(conversation, this.#parts.counter);
		await content.load(signal);
		const goesOn = await this.#alone(id, signal, async (current) => {
			if (current !== file) {
				return false;
			}
			if (this.#store.isView(id) && content.title !== file.title) {
				this.#service.rename(id, content.title);
			}
			// What is left in the middle is read on by whoever looks at it next.
			file.readAgain(content, source.size, transcript.problems);
			const isFollowed = await this.#take(file, content, signal, true);
			if (isFollowed === undefined) {
				throw new Error('The conversation is being changed at this moment.');
			}
			return isFollowed;
		});
		return goesOn ?? false;
	}

	/** Another window has deleted what was only looked at here: its file leads to another conversation. */
	#isDeleted(id: string): boolean {
		const isNamed = this.#store.hasIdentity(id);
		return !isNamed && (!this.#store.has(id) || this.#store.isView(id));
	}

	async #hold(file: OpenedFile, content: FileContent, call: ChannelCall): Promise<void> {
		const { id, source, file: path, origin } = file.about;
		await content.load(call.signal);
		if (this.#files.get(id) !== file) {
			// It was closed meanwhile.
			return;
		}
		const known = this.#store.find(id);
		if (known === undefined) {
			// It may have lived here before another window took it out of the store.
			await this.#service.close(id, { kind: 'deleted' });
			const { workspace } = this.#parts.settings();
			const about = { id, title: content.title, source, file: path };
			this.#store.createView(workspace === undefined ? about : { ...about, workspace }, origin);
		}
		if ((known?.messages ?? 0) < content.messages.length) {
			call.progress({ phase: 'counting' });
		}
		// What was said here since the file was read stays; the file opened again is a fork of it.
		await this.#take(file, content, call.signal, false);
	}

	/** As of {@link FileImport.take}; what was taken is held. */
	async #take(
		file: OpenedFile,
		content: FileContent,
		signal: AbortSignal,
		settled: boolean,
	): Promise<boolean | undefined> {
		const goesOn = await this.#parts.imports.take(file, content, signal, settled);
		if (goesOn !== undefined) {
			file.hold();
			this.#parts.changed(file.about.id);
		}
		return goesOn;
	}
}
