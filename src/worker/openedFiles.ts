import { isImported } from '../compaction/record.ts';
import { continues, identify, type FileIdentity } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import type { NotAnswered } from '../conversations/service/submission.ts';
import type { LayeredStore } from '../conversations/store/layeredStore.ts';
import type { ProblemView } from '../protocol/conversationView.ts';
import type { WorkerSettings } from '../protocol/workerSettings.ts';
import type { OpenedConversation, WorkerRequests } from '../protocol/workerRequests.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { FileContent } from './fileContent.ts';
import { fileSource } from '../transcripts/fileSource.ts';
import { openTranscript } from '../transcripts/open.ts';
import type { Transcript } from '../transcripts/reader.ts';
import { readers } from '../transcripts/readers.ts';
import type { EarlierImports } from './earlierImports.ts';
import type { WorkerCall } from './serve.ts';

/** Messages counted between two looks at the channel, so that a cancel is heard. */
const countedAtOnce = 100;

/** A conversation of a file that was opened in this window. */
interface Opened {
	readonly title: string;
	readonly source: string;
	readonly file: string;
	/** Grows where what was read turns out not to fit. */
	readonly problems: ProblemView[];
	readonly origin: FileIdentity['origin'];
	/** Messages of the file; absent until they are read. */
	length: number | undefined;
	/** What is in the file, appended when the conversation is first looked at; then let go of. */
	waiting: FileContent | undefined;
}

/** The messages of a file could not be appended. */
class NotLoaded extends Error {
	override readonly name = 'NotLoaded';

	constructor(cause: NotAnswered) {
		super(
			'message' in cause
				? cause.message
				: 'The conversation was closed while its messages were read. Open it again.',
		);
	}
}

/** Saved sessions that were opened: read-only views in memory, until they are compacted or continued. */
export class OpenedFiles {
	readonly #store: LayeredStore;
	readonly #service: ConversationService;
	readonly #settings: () => WorkerSettings;
	readonly #counter: TokenCounter;
	readonly #imports: EarlierImports;
	readonly #opened = new Map<string, Opened>();
	/** Conversations whose messages are being appended. */
	readonly #loading = new Map<string, Promise<void>>();

	constructor(
		store: LayeredStore,
		service: ConversationService,
		settings: () => WorkerSettings,
		counter: TokenCounter,
		imports: EarlierImports,
	) {
		this.#store = store;
		this.#service = service;
		this.#settings = settings;
		this.#counter = counter;
		this.#imports = imports;
	}

	async open(path: string, call: WorkerCall): Promise<WorkerRequests['open']['result']> {
		call.progress({ phase: 'reading' });
		const transcript = await openTranscript(await fileSource(path), call.signal);
		const source = labelOf(transcript);
		const { problems } = transcript;
		const conversations = transcript.conversations.map(
			(conversation, position): OpenedConversation => {
				const { title, about } = conversation;
				const place = `${path}#${conversation.id ?? position + 1}`;
				const waiting = new FileContent(conversation, this.#counter);
				const { id, origin } = identify(place, waiting, this.#store);
				const isRead = about === undefined || this.#store.find(id) !== undefined;
				const length = isRead ? waiting.messages.length : undefined;
				const known = { title, source, file: path, problems: [...problems], origin, length };
				this.#opened.set(id, { ...known, waiting });
				return {
					id,
					title,
					...(length === undefined ? {} : { messages: length }),
					...(about === undefined ? {} : { about }),
				};
			},
		);
		return { source, conversations, problems };
	}

	/** Whether nothing was done with it but to look: its file has all there is of it. */
	isView(id: string): boolean {
		const length = this.#opened.get(id)?.length ?? 0;
		const { messages = 0 } = this.#store.find(id) ?? {};
		return !this.#store.isKept(id) && messages <= length && this.#hasOnlyImports(id);
	}

	/** What in its file could not be read. */
	problemsOf(id: string): readonly ProblemView[] {
		return this.#opened.get(id)?.problems ?? [];
	}

	/** Appends what the file has and the conversation has not, counting as it goes. */
	async load(id: string, call: WorkerCall): Promise<void> {
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
		this.#opened.delete(id);
	}

	forgetAll(): void {
		this.#opened.clear();
	}

	#hasOnlyImports(id: string): boolean {
		return (
			this.#store.recordCount(id) === 0 ||
			this.#store.records(id).every(({ record }) => isImported(record))
		);
	}

	async #append(id: string, opened: Opened, waiting: FileContent, call: WorkerCall): Promise<void> {
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
		this.#service.open(id);
		// Another window may be reading the same file in, or answer at its end.
		const claim = this.#store.claim(id, 'turn');
		if (claim === undefined) {
			return;
		}
		try {
			if (continues(messages, this.#store.log(id))) {
				await this.#appendRest(id, opened, waiting, call);
			}
			// What was said here since the file was read stays; the file opened again is a fork of it.
			opened.waiting = undefined;
		} finally {
			claim.release();
		}
	}

	/** A view in memory; a session that begins like a kept one shares its messages and records. */
	#make(id: string, { title, source, file, origin }: Opened): void {
		const { keep, excluded, workspace } = this.#settings();
		const about = { id, title, source, file, ...(workspace === undefined ? {} : { workspace }) };
		const keeps = keep && this.#store.canKeep && !excluded.includes(id);
		if (origin !== undefined && keeps && this.#store.isKept(origin.id)) {
			this.#store.fork(origin.id, origin.messages, about);
		} else {
			this.#store.createInMemory(about);
		}
	}

	async #appendRest(
		id: string,
		{ source, problems }: Opened,
		{ messages, earlier }: FileContent,
		call: WorkerCall,
	): Promise<void> {
		// What stands there already is the file's beginning, or goes beyond it.
		let length = this.#store.find(id)?.messages ?? 0;
		const coming = earlier.filter(({ at }) => at >= length);
		const importMade = (): void => {
			for (let next = coming[0]; next?.at === length; next = coming[0]) {
				const problem = this.#imports.import(id, next, source);
				problems.push(...(problem === undefined ? [] : [{ line: 1, message: problem }]));
				coming.shift();
			}
		};
		importMade();
		if (length < messages.length) {
			call.progress({ phase: 'counting' });
		}
		while (length < messages.length) {
			const next = messages.slice(
				length,
				Math.min(length + countedAtOnce, coming[0]?.at ?? length + countedAtOnce),
			);
			const end = await this.#service.append(id, next);
			if (end.kind !== 'appended') {
				throw new NotLoaded(end.cause);
			}
			length += next.length;
			importMade();
			await new Promise((resolve) => setImmediate(resolve));
			call.signal.throwIfAborted();
		}
	}
}

function labelOf(transcript: Transcript): string {
	return readers.find((reader) => reader.format === transcript.format)?.label ?? transcript.format;
}
