import { realpath } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { digestOf, identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { StoredConversation } from '../conversations/store/store.ts';
import { abortable } from '../models/waiting.ts';
import type { ChannelCall } from '../protocol/channel.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import { fileSource } from '../transcripts/bytes/fileSource.ts';
import { openTranscript } from '../transcripts/open.ts';
import type {
	Transcript,
	TranscriptConversation,
	TranscriptProblem,
	TranscriptSource,
} from '../transcripts/reader.ts';
import { readers } from '../transcripts/readers.ts';
import { FileContent, type FileOwner, type OpenedFile, importConversations } from './fileImport.ts';
import { type FollowedFile, Follower, type WatchParts } from './follower.ts';

/** Access to files; absent: the file system. */
export interface FileAccess {
	readonly sourceOf?: (path: string) => Promise<TranscriptSource>;
	readonly watch?: WatchParts;
}

/** Opened saved sessions and their conversations, which are kept up to date with the files. */
export class OpenedFiles {
	readonly follower: Follower;
	readonly #owner: FileOwner;
	readonly #sourceOf: (path: string) => Promise<TranscriptSource>;
	readonly #files = new Map<string, OpenedFile>();

	constructor(owner: FileOwner, { sourceOf = fileSource, watch }: FileAccess) {
		this.#owner = owner;
		this.#sourceOf = sourceOf;
		this.follower = new Follower(
			{
				fileOf: (id) => this.#files.get(id) ?? this.#storedFile(id),
				readAgain: (id, signal) => this.#readAgain(id, signal),
				failed: (error) => owner.unexpected(error),
				changed: (id) => owner.events.changed(id),
			},
			watch,
		);
	}

	/** The conversation that an external name leads to; a new random id if the name is unknown. */
	idOf(name: string): string {
		const { store } = this.#owner;
		const wanted = { digest: digestOf(name), id: randomUUID() };
		store.enterIdentities([wanted]);
		return store.findIdentity(wanted.digest) ?? wanted.id;
	}

	/** @param only Id of a conversation: the others of the file are not opened. */
	async open(
		path: string,
		call: ChannelCall,
		only?: string,
	): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const { counter, store } = this.#owner;
		const file = await this.#sourceOf(path);
		const truth = await truePath(path);
		const transcript = await openTranscript(file, call.signal);
		const { format, problems } = transcript;
		const source = readers.find((reader) => reader.format === format)?.label ?? format;
		const places = transcript.conversations.map(({ id }, position) => id ?? position);
		const names = places.map(
			(place) => `${truth}#${typeof place === 'number' ? place + 1 : place}`,
		);
		if (only === undefined) {
			// One transaction for all names.
			store.enterIdentities(names.map((name) => ({ digest: digestOf(name), id: randomUUID() })));
		}
		const leads = this.#namesOf(names, only);
		const conversations: OpenedConversation[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const name = names[position] ?? '';
			if (!leads.has(name)) {
				continue;
			}
			const { id: inside, title, about } = conversation;
			const content = new FileContent(conversation, counter);
			const { id, origin } = await this.#identify(name, content, call.signal);
			if (only !== undefined && id !== only) {
				continue;
			}
			this.#files.set(id, {
				id,
				source,
				path,
				place: inside ?? position,
				origin,
				size: file.size,
				title,
				problems: [...problems],
				content,
			});
			const isRead = about === undefined || store.has(id);
			if (isRead) {
				await content.load(call.signal);
			}
			conversations.push({
				id,
				title,
				...(isRead ? { messages: content.imported.messages.length } : {}),
				...(about === undefined ? {} : { about }),
				...(inside === undefined ? {} : { inside }),
			});
		}
		return { source, conversations, problems };
	}

	/** Names that may lead to a conversation, found by name alone. @param only Id of the one conversation; absent: all. */
	#namesOf(names: readonly string[], only: string | undefined): ReadonlySet<string> {
		if (only === undefined) {
			return new Set(names);
		}
		const known = names.map((name) => ({
			name,
			id: this.#owner.store.findIdentity(digestOf(name)),
		}));
		const direct = known.filter(({ id }) => id === only);
		// No name leads to a fork itself: it is found through the messages of the conversation that it diverged from.
		const found = direct.length > 0 ? direct : known.filter(({ id }) => id !== undefined);
		return new Set(found.map(({ name }) => name));
	}

	/** Parts of a conversation's file that could not be read. */
	problemsOf(id: string): readonly TranscriptProblem[] {
		return this.#files.get(id)?.problems ?? [];
	}

	/**
	 * Loads all content of a file and counts it: into memory as long as it is only viewed, else to the end of the stored
	 * conversation.
	 */
	async load(id: string, call: ChannelCall): Promise<void> {
		const file = this.#files.get(id);
		const isSettled = file?.content === undefined && file?.importing === undefined;
		if (file === undefined || (isSettled && !this.#isDeleted(id))) {
			return;
		}
		await this.#exclusively(id, call.signal, async (current) => {
			const { store, service } = this.#owner;
			if (this.#isDeleted(id)) {
				this.forget(id);
				await (store.has(id) ? service.delete(id) : undefined);
			} else if (current.content !== undefined) {
				await this.#importForReading(current, current.content, call);
			}
		});
	}

	/** Copies a file's messages with exclusive access. @returns Undefined: there is no such file. */
	async #exclusively<T>(
		id: string,
		signal: AbortSignal,
		take: (file: OpenedFile) => Promise<T>,
	): Promise<T | undefined> {
		// Checks again after waiting: the previous operation may have been cancelled.
		for (let file = this.#files.get(id); file !== undefined; file = this.#files.get(id)) {
			const { importing } = file;
			if (importing === undefined) {
				const end = Promise.withResolvers<void>();
				file.importing = end.promise;
				try {
					return await take(file);
				} finally {
					file.importing = undefined;
					end.resolve();
				}
			}
			await abortable(() => importing, signal);
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
		const { store } = this.#owner;
		// A view always shows its file's present content.
		const find = (id: string): StoredConversation | undefined =>
			store.isView(id) ? undefined : store.find(id);
		const first = this.idOf(name);
		if (find(first) !== undefined) {
			// Loaded to compare its messages.
			await content.load(signal);
		}
		return identify(first, content, { find, log: (id) => store.log(id) }, (other) =>
			this.idOf(other),
		);
	}

	/** @returns Whether the file can still be followed; `busy`: the conversation is being changed. */
	async #readAgain(id: string, signal: AbortSignal): Promise<boolean | 'busy'> {
		const { store, service, counter } = this.#owner;
		const file = this.#files.get(id);
		if (!store.has(id)) {
			return false;
		}
		if (file === undefined) {
			return this.#reopen(id, signal);
		}
		const source = await this.#sourceOf(file.path);
		const transcript = await openTranscript(source, signal);
		const conversation = conversationAt(transcript, file.place);
		if (conversation === undefined) {
			return true;
		}
		const content = new FileContent(conversation, counter);
		await content.load(signal);
		const isInSync = await this.#exclusively(id, signal, async (current) => {
			if (current !== file) {
				return false;
			}
			if (store.isView(id) && conversation.title !== file.title) {
				service.rename(id, conversation.title);
			}
			// If this is interrupted, the next reader continues.
			file.title = conversation.title;
			file.size = source.size;
			file.problems = [...transcript.problems];
			file.content = content;
			return (await this.#import(file, content, signal, true)) ?? 'busy';
		});
		return isInSync ?? false;
	}

	/** The file of a conversation that an earlier window read. */
	#storedFile(id: string): FollowedFile | undefined {
		const path = this.#owner.store.find(id)?.file;
		return path === undefined ? undefined : { path };
	}

	/** Reads the file of a conversation that an earlier window read. @returns See {@link OpenedFiles.#readAgain}. */
	async #reopen(id: string, signal: AbortSignal): Promise<boolean | 'busy'> {
		const stored = this.#storedFile(id);
		if (stored === undefined) {
			return false;
		}
		await this.open(stored.path, { signal, progress: () => undefined }, id);
		const isInSync = await this.#exclusively(id, signal, async (file) =>
			file.content === undefined
				? true
				: ((await this.#import(file, file.content, signal, true)) ?? 'busy'),
		);
		return isInSync ?? false;
	}

	/** Another window has deleted what was only viewed here: its file leads to another conversation. */
	#isDeleted(id: string): boolean {
		const { store } = this.#owner;
		const isNamed = store.hasIdentity(id);
		return !isNamed && (!store.has(id) || store.isView(id));
	}

	async #importForReading(
		file: OpenedFile,
		content: FileContent,
		call: ChannelCall,
	): Promise<void> {
		const { store, service } = this.#owner;
		const { id, source, title, path, origin } = file;
		await content.load(call.signal);
		if (this.#files.get(id) !== file) {
			// It was closed in the meantime.
			return;
		}
		const known = store.find(id);
		if (known === undefined) {
			// It may have been active here before another window removed it from the store.
			await service.close(id);
			store.createView(this.#owner.about({ id, title, source, file: path }), origin);
		}
		if ((known?.messages ?? 0) < content.imported.messages.length) {
			call.progress({ phase: 'counting' });
		}
		// Messages added here since the file was read stay; reopening the file creates a fork.
		await this.#import(file, content, call.signal, false);
	}

	/** See {@link importConversations}; the copied content is released. */
	async #import(
		file: OpenedFile,
		content: FileContent,
		signal: AbortSignal,
		isGrowing: boolean,
	): Promise<boolean | undefined> {
		const isInSync = await importConversations(this.#owner, file, content, signal, isGrowing);
		if (isInSync !== undefined) {
			file.problems.push(...content.problems);
			file.content = undefined;
			this.#owner.events.changed(file.id);
		}
		return isInSync;
	}
}

function conversationAt(
	{ conversations }: Transcript,
	place: OpenedFile['place'],
): TranscriptConversation | undefined {
	return typeof place === 'number'
		? conversations[place]
		: conversations.find(({ id }) => id === place);
}

/**
 * A file's canonical path: it may have been given through links, or in another case on a case-insensitive file system.
 */
function truePath(path: string): Promise<string> {
	// Some Windows file systems do not support this, and opening a missing file reports an error anyway: until then, use
	// the path as given.
	return realpath(path).catch(() => path);
}
