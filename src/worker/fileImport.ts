import { isDeepStrictEqual } from 'node:util';
import { userEditsOf } from '../compaction/changes.ts';
import { importCompaction } from '../compaction/imported.ts';
import { hasSummary, isImported } from '../compaction/record.ts';
import { Conversation } from '../conversations/conversation.ts';
import { type FileIdentity, sharedBeginning } from '../conversations/fileIdentity.ts';
import type { RecordTree } from '../conversations/recordTree.ts';
import type { ConversationService } from '../conversations/service/service.ts';
import {
	importCompactions,
	type ImportedConversation,
} from '../conversations/importCompactions.ts';
import type { NewConversation } from '../conversations/store/store.ts';
import { freshState } from '../conversations/store/state.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { isInUse } from '../conversations/store/storeError.ts';
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
import { batchEnd } from './batches.ts';
import type { ConversationSettings } from './conversationSettings.ts';
import type { EventsForHost } from './eventsForHost.ts';

/** Dependencies for storing files' content in conversations. */
export interface FileOwner {
	readonly store: SqliteStore;
	readonly service: ConversationService;
	readonly counter: TokenCounter;
	readonly settingsOf: ConversationSettings;
	readonly events: EventsForHost;
	readonly about: (conversation: NewConversation) => NewConversation;
	/** Reports an error that stopped nothing. */
	readonly unexpected: (error: unknown) => void;
}

/** A file's content for one conversation, as a log with records. Read lazily. */
export class FileContent implements Iterable<Message> {
	readonly #conversation: TranscriptConversation;
	readonly #counter: TokenCounter;
	#imported: ImportedConversation | undefined;

	constructor(conversation: TranscriptConversation, counter: TokenCounter) {
		this.#conversation = conversation;
		this.#counter = counter;
	}

	/** Reads the content if it has not been read yet, yielding to other work in between. */
	async load(signal: AbortSignal): Promise<void> {
		await this.#conversation.load?.(signal);
	}

	get imported(): ImportedConversation {
		return (this.#imported ??= importCompactions(this.#conversation, this.#counter));
	}

	/** Problems found while reading, besides those of its file. */
	get problems(): readonly TranscriptProblem[] {
		return this.#conversation.problems ?? [];
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.imported.messages[Symbol.iterator]();
	}
}

/** A conversation of an opened file: while it is only viewed, the file is authoritative. */
export interface OpenedFile {
	readonly id: string;
	/** The assistant or format, for display. */
	readonly source: string;
	readonly path: string;
	/** What distinguishes it from the others of its file: its position, from 0, or its id there. */
	readonly place: number | string;
	readonly origin: FileIdentity['origin'];
	/** Size of the file when it was last read, bytes. */
	size: number;
	title: string;
	/** Parts of the file that could not be read. Grows if parts that were read turn out not to fit. */
	problems: TranscriptProblem[];
	/** The content of the file; undefined if the conversation has all of it, or more. */
	content: FileContent | undefined;
	/** Pending while its messages are being copied to the conversation; never rejects. */
	importing?: Promise<void> | undefined;
}

/**
 * Copies all content of a file to a conversation: in memory as long as it is only viewed, else at the end of the stored
 * one.
 * @param isGrowing Takes only messages that can no longer change.
 * @returns Whether file and conversation agree; undefined: another window is reading the same file.
 * @throws {Error} The signal's reason when it was aborted; what was read until then stays.
 */
export async function importConversations(
	owner: FileOwner,
	file: OpenedFile,
	content: FileContent,
	signal: AbortSignal,
	isGrowing: boolean,
): Promise<boolean | undefined> {
	const { store, service, counter } = owner;
	const { id } = file;
	const { messages } = content.imported;
	const isView = store.isView(id);
	const conversation = new Conversation(store, id, counter);
	const start = sharedBeginning(messages, conversation.log);
	if (start < conversation.log.length) {
		if (!isView) {
			// They diverge, or the file merely lags.
			return start === messages.length;
		}
		// Its file was replaced.
		store.emptyView(id);
		conversation.refresh();
	}
	const end = isView || !isGrowing ? messages.length : settledLength(messages);
	try {
		if (start <= end) {
			await append(owner, file, content, end, conversation, signal);
		}
	} catch (error) {
		if (isInUse(error)) {
			return undefined;
		}
		throw error;
	}
	// It may be on screen.
	service.loaded(id)?.read();
	keepUsage(owner, id, content);
	return true;
}

/** Appends messages at the end, with their compactions, each at its original position. */
async function append(
	owner: FileOwner,
	file: OpenedFile,
	content: FileContent,
	end: number,
	conversation: Conversation,
	signal: AbortSignal,
): Promise<void> {
	const { messages, earlier } = content.imported;
	let { length } = conversation.log;
	const coming = earlier.filter(({ at }) => at >= length);
	for (;;) {
		for (let made = coming[0]; made?.at === length; made = coming[0]) {
			addRecord(owner, file, made, conversation);
			coming.shift();
		}
		if (length >= end) {
			return;
		}
		const next = batchEnd(messages, length, Math.min(end, coming[0]?.at ?? end));
		conversation.append(messages.slice(length, next), length);
		length = next;
		await pause(signal);
	}
}

/**
 * Commits a compaction that the assistant made when the log had its present length, as a child of the assistant's
 * previous one.
 */
function addRecord(
	{ store, settingsOf, counter }: FileOwner,
	{ id, source, problems }: OpenedFile,
	{ range, at, summary, trigger = 'automatic', tokensBefore, tokensAfter, time }: EarlierCompaction,
	conversation: Conversation,
): void {
	const { log, records, activeId } = conversation;
	const imported = records.all.filter(({ record }) => isImported(record));
	if (isMadeAt(at, records)) {
		return;
	}
	const latest = imported.findLast(({ record }) => record.logLength < at);
	const active = records.find(activeId);
	const isContinued = records.compactionOf(active)?.id === latest?.id;
	const parent = isContinued ? active : latest;
	const { compaction: settings, recall } = settingsOf.of(store.find(id)?.state ?? freshState);
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
				...(tokensAfter === undefined ? {} : { tokensAfter }),
			},
		},
	);
	if (outcome.kind === 'refused') {
		const { before, after } = outcome;
		const message = `A compaction of ${source} was left out: the context would not have become smaller (about ${formatCount(before)} tokens before, ${formatCount(after)} after).`;
		problems.push({ line: 1, message });
		return;
	}
	const { record } = outcome;
	const made = { record, parent: parent?.id, expected: activeId };
	if (!isContinued || conversation.commit(made) === undefined) {
		conversation.refresh();
		// The user chose another record, or another window has read the same file meanwhile.
		if (!isMadeAt(at, conversation.records)) {
			conversation.propose(record, parent?.id);
		}
	}
}

/** Whether the compaction that the assistant made at this length of the log is a record. */
function isMadeAt(at: number, { all }: RecordTree): boolean {
	return all.some(({ record }) => isImported(record) && record.logLength === at);
}

/**
 * Tokens of a request besides its messages: the smallest number that the first request and those after compactions show.
 * If a session lacks its beginning, its first request shows too many.
 */
function fixedOf(
	store: SqliteStore,
	id: string,
	{ usedTokens, atMessage }: Pick<RecordedUsage, 'usedTokens' | 'atMessage'>,
): number {
	const counted = store.tokens(id, { start: 0, end: atMessage });
	const first = usedTokens - counted.reduce((sum, tokens) => sum + tokens, 0);
	const later = store
		.records(id)
		.flatMap(({ record: { reported, tokens } }) =>
			reported?.tokensAfter === undefined ? [] : [reported.tokensAfter - tokens.after],
		);
	return Math.max(0, Math.min(first, ...later));
}

/** The size that the assistant recorded applies to the context at that time: that of its own last compaction. */
function keepUsage(
	{ store, service }: FileOwner,
	id: string,
	{ imported: { usage: found } }: FileContent,
): void {
	const stored = store.find(id);
	if (stored === undefined || (found?.atMessage ?? 0) > stored.messages) {
		// Some of the counted messages are still missing.
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
	const loaded = service.loaded(id);
	if (loaded !== undefined) {
		loaded.recorded(usage);
		return;
	}
	store.saveState(id, usage === undefined ? others : { ...others, usage });
}

/**
 * Number of messages that can no longer change: new lines may continue the assistant's last message, or add results
 * that are still missing.
 */
function settledLength(messages: readonly Message[]): number {
	let end = messages.length;
	while (messages[end - 1]?.role === 'tool') {
		end -= 1;
	}
	return messages[end - 1]?.role === 'assistant' ? end - 1 : messages.length;
}
