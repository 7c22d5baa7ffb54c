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
import { Follower, type WatchParts } from './follower.ts';

/** How files are read and watched; absent: the machine's way. */
export interface FileAccess {
	readonly sourceOf?: (path: string) => Promise<TranscriptSource>;
	readonly watch?: WatchParts;
}

/** Saved sessions that were opened, and what was made of them brought up to them. */
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
				fileOf: (id) => this.#files.get(id),
				readAgain: (id, signal) => this.#readAgain(id, signal),
				changed: (id) => owner.events.changed(id),
			},
			watch,
		);
	}

	/** The conversation that a name of the world outside leads to; a random one where it was never heard. */
	idOf(name: string): string {
		const { store } = this.#owner;
		const wanted = { digest: digestOf(name), id: randomUUID() };
		store.enterIdentities([wanted]);
		return store.findIdentity(wanted.digest) ?? wanted.id;
	}

	async open(path: string, call: ChannelCall): Promise<WorkerRequests['open']['result']> {
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
		// Many names take as long as one.
		store.enterIdentities(names.map((name) => ({ digest: digestOf(name), id: randomUUID() })));
		const conversations: OpenedConversation[] = [];
		for (const [position, conversation] of transcript.conversations.entries()) {
			const { id: inside, title, about } = conversation;
			const content = new FileContent(conversation, counter);
			const name = names[position] ?? '';
			const { id, origin } = await this.#identify(name, content, call.signal);
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
				...(isRead ? { messages: content.settled.messages.length } : {}),
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
		const file = this.#files.get(id);
		const isSettled = file?.content === undefined && file?.takingOver === undefined;
		if (file === undefined || (isSettled && !this.#isDeleted(id))) {
			return;
		}
		await this.#alone(id, call.signal, async (current) => {
			const { store, service } = this.#owner;
			if (this.#isDeleted(id)) {
				this.forget(id);
				await (store.has(id) ? service.delete(id) : undefined);
			} else if (current.content !== undefined) {
				await this.#hold(current, current.content, call);
			}
		});
	}

	/** Takes messages of a file over while nobody else does. @returns Undefined: there is no such file. */
	async #alone<T>(
		id: string,
		signal: AbortSignal,
		take: (file: OpenedFile) => Promise<T>,
	): Promise<T | undefined> {
		// Whoever waited finds out anew: the one before may have been cancelled.
		for (let file = this.#files.get(id); file !== undefined; file = this.#files.get(id)) {
			const { takingOver } = file;
			if (takingOver === undefined) {
				const end = Promise.withResolvers<void>();
				file.takingOver = end.promise;
				try {
					return await take(file);
				} finally {
					file.takingOver = undefined;
					end.resolve();
				}
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
		const { store } = this.#owner;
		// What is only looked at is whatever its file is now.
		const find = (id: string): StoredConversation | undefined =>
			store.isView(id) ? undefined : store.find(id);
		const first = this.idOf(name);
		if (find(first) !== undefined) {
			// Its messages are compared.
			await content.load(signal);
		}
		return identify(first, content, { find, log: (id) => store.log(id) }, (other) =>
			this.idOf(other),
		);
	}

	/** @returns Whether the file can be followed on. */
	async #readAgain(id: string, signal: AbortSignal): Promise<boolean> {
		const { store, service, counter } = this.#owner;
		const file = this.#files.get(id);
		if (file === undefined || !store.has(id)) {
			return false;
		}
		const source = await this.#sourceOf(file.path);
		const transcript = await openTranscript(source, signal);
		const conversation = conversationAt(transcript, file.place);
		if (conversation === undefined) {
			return true;
		}
		const content = new FileContent(conversation, counter);
		await content.load(signal);
		const goesOn = await this.#alone(id, signal, async (current) => {
			if (current !== file) {
				return false;
			}
			if (store.isView(id) && conversation.title !== file.title) {
				service.rename(id, conversation.title);
			}
			// What is left in the middle is read on by whoever looks at it next.
			file.title = conversation.title;
			file.size = source.size;
			file.problems = [...transcript.problems];
			file.content = content;
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
		const { store } = this.#owner;
		const isNamed = store.hasIdentity(id);
		return !isNamed && (!store.has(id) || store.isView(id));
	}

	async #hold(file: OpenedFile, content: FileContent, call: ChannelCall): Promise<void> {
		const { store, service } = this.#owner;
		const { id, source, title, path, origin } = file;
		await content.load(call.signal);
		if (this.#files.get(id) !== file) {
			// It was closed meanwhile.
			return;
		}
		const known = store.find(id);
		if (known === undefined) {
			// It may have lived here before another window took it out of the store.
			await service.close(id);
			store.createView(this.#owner.about({ id, title, source, file: path }), origin);
		}
		if ((known?.messages ?? 0) < content.settled.messages.length) {
			call.progress({ phase: 'counting' });
		}
		// What was said here since the file was read stays; the file opened again is a fork of it.
		await this.#take(file, content, call.signal, false);
	}

	/** As of {@link importConversations}; what was taken is held. */
	async #take(
		file: OpenedFile,
		content: FileContent,
		signal: AbortSignal,
		isGrowing: boolean,
	): Promise<boolean | undefined> {
		const goesOn = await importConversations(this.#owner, file, content, signal, isGrowing);
		if (goesOn !== undefined) {
			file.problems.push(...content.problems);
			file.content = undefined;
			this.#owner.events.changed(file.id);
		}
		return goesOn;
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
 * A file's path as it is on the disk: one file can be named through links, and in any case where the
 * file system does not tell cases apart.
 */
function truePath(path: string): Promise<string> {
	// Some of Windows' file systems have no answer, and opening a missing file reports it: until then the
	// path as it was given will do.
	return realpath(path).catch(() => path);
}
