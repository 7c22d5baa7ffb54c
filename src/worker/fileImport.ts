import { isDeepStrictEqual } from 'node:util';
import { userEditsOf } from '../compaction/changes.ts';
import { importCompaction } from '../compaction/imported.ts';
import { hasSummary, isImported } from '../compaction/record.ts';
import { Conversation } from '../conversations/conversation.ts';
import { type FileIdentity, sharedBeginning } from '../conversations/fileIdentity.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import {
	importCompactions,
	type ImportedConversation,
} from '../conversations/importCompactions.ts';
import type { NewConversation } from '../conversations/store/store.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { formatCount } from '../messages/marks.ts';
import type { Message } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { pause } from '../transcripts/bytes/steps.ts';
import type {
	EarlierCompaction,
	TranscriptConversation,
	RecordedUsage,
	TranscriptProblem,
} from '../transcripts/reader.ts';
import type { ConversationSettings } from './conversationSettings.ts';
import type { EventsForHost } from './eventsForHost.ts';

/** Messages appended before others get a turn. */
const appendedAtOnce = 100;

/** Who holds what files have. */
export interface FileOwner {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly counter: TokenCounter;
	readonly settingsOf: ConversationSettings;
	readonly events: EventsForHost;
	readonly about: (conversation: NewConversation) => NewConversation;
}

/** What a file has of a conversation, as a log with records. Nothing is read before it is asked for. */
export class FileContent implements Iterable<Message> {
	readonly #conversation: TranscriptConversation;
	readonly #counter: TokenCounter;
	#settled: ImportedConversation | undefined;

	constructor(conversation: TranscriptConversation, counter: TokenCounter) {
		this.#conversation = conversation;
		this.#counter = counter;
	}

	/** Reads it where it is not read yet, with turns for others in between. */
	async load(signal: AbortSignal): Promise<void> {
		await this.#conversation.load?.(signal);
	}

	get settled(): ImportedConversation {
		return (this.#settled ??= importCompactions(this.#conversation, this.#counter));
	}

	/** What was found while it was read, beside the problems of its file. */
	get problems(): readonly TranscriptProblem[] {
		return this.#conversation.problems ?? [];
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.settled.messages[Symbol.iterator]();
	}
}

/** A conversation of a file that was opened here: as long as one only looks, the file is the truth. */
export interface OpenedFile {
	readonly id: string;
	/** The assistant or format, for people. */
	readonly source: string;
	readonly path: string;
	/** What tells it from the others of its file: its position, from 0, or the id it has there. */
	readonly place: number | string;
	readonly origin: FileIdentity['origin'];
	/** Of the file when it was last read, bytes. */
	size: number;
	title: string;
	/** What of the file could not be read. Grows where what was read turns out not to fit. */
	problems: TranscriptProblem[];
	/** All there is in the file; undefined where all of it is held by now, or more than that. */
	content: FileContent | undefined;
	/** Its messages are on their way to where it is held; never rejects. */
	takingOver?: Promise<void> | undefined;
}

/** Where messages go, and the compactions between them. */
interface Target {
	readonly store: SqliteStore;
	/** As it is now. */
	readonly read: () => Conversation;
	readonly append: (messages: readonly Message[]) => unknown;
}

/**
 * Has all that a file has be held: beside the store as long as one only looks, else at the end of the
 * conversation that was made of it.
 * @param isGrowing Only what nothing will be added to is taken.
 * @returns Whether file and conversation went the same way; undefined: another window is reading the
 * same file in.
 * @throws {Error} The signal's reason when it was aborted; what was read until then stays.
 */
export async function importConversations(
	owner: FileOwner,
	file: OpenedFile,
	content: FileContent,
	signal: AbortSignal,
	isGrowing: boolean,
): Promise<boolean | undefined> {
	const { store, service } = owner;
	const { id } = file;
	const { messages } = content.settled;
	if (store.isView(id)) {
		const target = viewTarget(owner, id, messages);
		await append(owner, file, content, messages.length, target, signal);
		service.living(id)?.read();
		keepUsage(owner, store.memory, id, content);
		return true;
	}
	// What was interrupted is looked for before a claim of our own hides it.
	const actor = service.of(id);
	const claim = store.claim(id, 'turn');
	if (claim === undefined) {
		return undefined;
	}
	try {
		const log = store.log(id);
		const start = sharedBeginning(messages, log);
		if (start < log.length) {
			// They went different ways, or the file is only behind.
			return start === messages.length;
		}
		const target: Target = {
			store,
			read: () => actor.read(),
			append: (more) => actor.clientTurns.follow(more),
		};
		const end = isGrowing ? settledLength(messages) : messages.length;
		if (start <= end) {
			await append(owner, file, content, end, target, signal);
		}
		keepUsage(owner, store, id, content);
		return true;
	} finally {
		claim.release();
	}
}

/** What is looked at, emptied where its file is another one now. */
function viewTarget(
	{ store, counter }: FileOwner,
	id: string,
	messages: readonly Message[],
): Target {
	// Nothing of it reaches what another window keeps of the same file by now.
	const { memory } = store;
	const log = memory.log(id);
	if (sharedBeginning(messages, log) < log.length) {
		memory.emptyView(id);
	}
	const conversation = new Conversation(memory, id, counter);
	return {
		store: memory,
		append: (more) => conversation.append(...more),
		read() {
			conversation.refresh();
			return conversation;
		},
	};
}

/** Appends messages behind those that are there, and the compactions on the way, each where it was made. */
async function append(
	owner: FileOwner,
	file: OpenedFile,
	content: FileContent,
	end: number,
	target: Target,
	signal: AbortSignal,
): Promise<void> {
	const { messages, earlier } = content.settled;
	let { length } = target.read().log;
	const coming = earlier.filter(({ at }) => at >= length);
	for (;;) {
		for (let made = coming[0]; made?.at === length; made = coming[0]) {
			addRecord(owner, file, made, target);
			coming.shift();
		}
		if (length >= end) {
			return;
		}
		const next = Math.min(end, length + appendedAtOnce, coming[0]?.at ?? end);
		target.append(messages.slice(length, next));
		length = next;
		await pause(signal);
	}
}

/**
 * Commits a compaction that the assistant made when the log had as many messages as it has now, on top of
 * its one before.
 */
function addRecord(
	{ settingsOf, counter }: FileOwner,
	{ id, source, problems }: OpenedFile,
	{ range, at, summary, trigger = 'automatic', tokensBefore, time }: EarlierCompaction,
	{ store, read }: Target,
): void {
	const { log, records, activeId } = read();
	const imported = records.all.filter(({ record }) => isImported(record));
	if (imported.some(({ record }) => record.logLength === at)) {
		return;
	}
	const latest = imported.findLast(({ record }) => record.logLength < at);
	const active = records.find(activeId);
	const goesOn = records.compactionOf(active)?.id === latest?.id;
	const parent = goesOn ? active : latest;
	const { compaction: settings, recall } = settingsOf.of(id);
	const outcome = importCompaction(
		{
			settings,
			counter,
			log: log.slice(0, at),
			trigger,
			...(recall ? { recallHandle: id } : {}),
			...(hasSummary(parent?.record)
				? { previous: parent.record, userEdits: userEditsOf(parent.record) }
				: {}),
		},
		{
			range,
			summary,
			assistant: source,
			reported: {
				...(time === undefined ? {} : { at: time }),
				...(tokensBefore === undefined ? {} : { tokensBefore }),
			},
		},
	);
	if (outcome.kind === 'refused') {
		const { before, after } = outcome;
		const message = `A compaction of ${source} was left out: the context would not have become smaller (${formatCount(before)} tokens before, ${formatCount(after)} after).`;
		problems.push({ line: 1, message });
		return;
	}
	const { record } = outcome;
	if (!goesOn || store.commit(id, record, parent?.id, activeId) === undefined) {
		// The person went another way: it stands in the history, and nothing else changes.
		store.propose(id, record, parent?.id);
	}
	// Whoever looks at the conversation already hears of it.
	read();
}

/** What a request carried besides its messages, tokens. */
function fixedOf(
	store: SqliteStore,
	id: string,
	{ usedTokens, atMessage }: Pick<RecordedUsage, 'usedTokens' | 'atMessage'>,
): number {
	const counted = store.tokens(id, { start: 0, end: atMessage });
	return Math.max(0, usedTokens - counted.reduce((sum, tokens) => sum + tokens, 0));
}

/** What the assistant recorded counts for the context it had: the one of its own last compaction. */
function keepUsage(
	{ service }: FileOwner,
	store: SqliteStore,
	id: string,
	{ settled: { usage: found } }: FileContent,
): void {
	const stored = store.find(id);
	if (stored === undefined || (found?.atMessage ?? 0) > stored.messages) {
		// What was counted is not all held yet.
		return;
	}
	const { id: record } = store.records(id).findLast((each) => isImported(each.record)) ?? {};
	const usage =
		found === undefined
			? undefined
			: {
					used: found.usedTokens,
					...(found.windowTokens === undefined ? {} : { window: found.windowTokens }),
					at: found.atMessage,
					...(found.first === undefined ? {} : { fixed: fixedOf(store, id, found.first) }),
					...(record === undefined ? {} : { record }),
				};
	const { usage: known, ...others } = stored.state;
	if (isDeepStrictEqual(usage, known)) {
		return;
	}
	const living = service.living(id);
	if (living !== undefined) {
		living.recorded(usage);
		return;
	}
	store.saveState(id, usage === undefined ? others : { ...others, usage });
}

/**
 * Messages that nothing will be added to: lines that come may go on with the last message of the
 * assistant, and its results are not all there.
 */
function settledLength(messages: readonly Message[]): number {
	let end = messages.length;
	while (end > 0 && messages.slice(end - 1, end)[0]?.role === 'tool') {
		end -= 1;
	}
	return messages.slice(end - 1, end)[0]?.role === 'assistant' ? end - 1 : messages.length;
}
