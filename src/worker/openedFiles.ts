import { getHeapStatistics } from 'node:v8';
import { isImported } from '../compaction/record.ts';
import { continues, identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { abortable } from '../models/abortable.ts';
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
import { FileView } from './fileView.ts';
import { measuredFile, openLarge } from './largeFile.ts';
import type { NamedConversations } from './namedConversations.ts';
import {
	conversationAt,
	labelOf,
	listedAs,
	nameOf,
	NotLoaded,
	placeOf,
	truePath,
} from './openedFile.ts';
import type { WorkerCall } from './serve.ts';

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
	/** How files are watched; the machine's way when absent. */
	readonly watch?: WatchParts;
}

function freeHeap(): number {
	const { heap_size_limit: limit, used_heap_size: used } = getHeapStatistics();
	return limit - used;
}

/** Saved sessions that were opened: views of files, and the way of what they hold into the store. */
export class OpenedFiles {
	readonly followed: FollowedFiles;
	readonly #store: LayeredStore;
	readonly #service: ConversationService;
	readonly #parts: OpenedFilesParts;
	readonly #views = new Map<string, FileView>();

	constructor(store: LayeredStore, service: ConversationService, parts: OpenedFilesParts) {
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

	async open(path: string, call: WorkerCall): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const { named, counter } = this.#parts;
		const file = await fileSource(path);
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
			const view = new FileView({ id, source, file: path, origin, place }, file.size, {
				title,
				content,
				problems,
			});
			const isRead = about === undefined || this.#store.has(id);
			view.length = isRead ? content.messages.length : undefined;
			this.#add(view);
			conversations.push(listedAs(id, conversation, view.length));
		}
		return { source, conversations, problems };
	}

	/** Whether nothing was done with it but to look: its file has all there is of it. */
	isView(id: string): boolean {
		const length = this.#views.get(id)?.length ?? 0;
		const { messages = 0 } = this.#store.find(id) ?? {};
		return !this.#store.isKept(id) && messages <= length && this.#hasOnlyImports(id);
	}

	/** A conversation of a file that was opened here. */
	find(id: string): FileView | undefined {
		return this.#views.get(id);
	}

	/** All of these. */
	all(): readonly FileView[] {
		return [...this.#views.values()];
	}

	/** Has the store have all that the file has, counting as it goes: the only way from a file into it. */
	async load(id: string, call: WorkerCall): Promise<void> {
		// Whoever waited finds out anew: the one before may have been cancelled.
		for (
			let view = this.#views.get(id);
			view?.importing !== undefined;
			view = this.#views.get(id)
		) {
			const { importing } = view;
			await abortable(() => importing, call.signal);
		}
		const view = this.#views.get(id);
		if (view !== undefined && this.#isDeleted(id)) {
			this.forget(id);
			await (this.#store.has(id) ? this.#service.archive.delete(id) : undefined);
		} else if (view !== undefined && !view.isImported) {
			await this.#load(view, call);
		}
	}

	async #load(view: FileView, call: WorkerCall): Promise<void> {
		const importing = this.#import(view, call);
		view.importing = importing.catch(() => undefined);
		try {
			await importing;
		} finally {
			view.importing = undefined;
		}
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
		const known = this.#parts.named.knownAs(nameOf(path, 0));
		const isHeld = known !== undefined && this.#store.find(known) !== undefined;
		if (file.size <= (this.#parts.largeBytes ?? defaultLargeBytes) || isHeld) {
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
		const source = await fileSource(view.about.file);
		const transcript = await openTranscript(source, signal);
		const conversation = conversationAt(transcript, view.about.place);
		if (conversation === undefined) {
			return true;
		}
		const { problems } = transcript;
		if (view.measured !== undefined) {
			const measured = await measuredFile(conversation, problems, this.#parts, signal);
			// Meanwhile it may have been imported: then its conversation goes on below.
			await view.importing;
			if (view.measured !== undefined) {
				view.settle(measured);
				this.#parts.changed(id);
				return true;
			}
		}
		const content = new FileContent(conversation, this.#parts.counter);
		await content.load(signal);
		await view.importing;
		const isView = this.isView(id);
		if (isView && content.title !== view.title) {
			this.#service.archive.rename(id, content.title);
		}
		view.title = content.title;
		view.problems = [...problems, ...content.problems];
		view.size = source.size;
		view.length = content.messages.length;
		view.imported();
		const goesOn = await catchUp(this.#home(view), content, { isView, signal });
		this.#parts.changed(id);
		return goesOn;
	}

	/** Another window has deleted what was only looked at here: its file leads to another conversation. */
	#isDeleted(id: string): boolean {
		const isNamed = this.#store.identities.of(id).length > 0;
		return !isNamed && (!this.#store.has(id) || this.isView(id));
	}

	async #import(view: FileView, call: WorkerCall): Promise<void> {
		const { id } = view.about;
		const content = await view.whole(call, this.#parts.freeMemory ?? freeHeap);
		if (content === undefined || this.#views.get(id) !== view) {
			// It was closed meanwhile.
			return;
		}
		const { messages } = content;
		view.title = content.title;
		view.length = messages.length;
		view.problems.push(...content.problems);
		const known = this.#store.find(id);
		if (known === undefined) {
			// It may have lived here before another window took it out of the store.
			await this.#service.close(id, { kind: 'deleted' });
			this.#make(view);
		} else if (known.messages > messages.length) {
			view.imported();
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
				const home = this.#home(view);
				const range = { start: log.length, end: messages.length };
				const failure = await appendWithImports(home, content, range, call.signal);
				if (failure !== undefined) {
					throw new NotLoaded(failure);
				}
			}
			// What was said here since the file was read stays; the file opened again is a fork of it.
			view.imported();
		} finally {
			claim.release();
		}
	}

	#home({ about: { id, source }, problems }: FileView): Parameters<typeof catchUp>[0] {
		return {
			id,
			store: this.#store,
			service: this.#service,
			import: (earlier) => {
				const message = this.#parts.imports.import(id, earlier, source);
				problems.push(...(message === undefined ? [] : [{ line: 1, message }]));
			},
		};
	}

	/** A view in memory; a session that begins like a kept one shares its messages and records. */
	#make({ title, about: { id, source, file, origin } }: FileView): void {
		const { keep, excluded, workspace } = this.#parts.settings();
		const about = { id, title, source, file, ...(workspace === undefined ? {} : { workspace }) };
		const keeps = keep && this.#store.canKeep && !excluded.includes(id);
		if (origin !== undefined && keeps && this.#store.isKept(origin.id)) {
			this.#store.fork(origin.id, origin.messages, about);
		} else {
			this.#store.createInMemory(about);
		}
	}
}

/** What a person chooses from. */
function listed(views: readonly FileView[]): WorkerRequests['open']['result'] {
	const [first] = views;
	return {
		source: first?.about.source ?? '',
		conversations: views.map(({ about: { id }, title, measured }) => ({
			id,
			title,
			messages: measured?.conversation.messages.length ?? 0,
		})),
		problems: first?.problems ?? [],
	};
}
