import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogEntry, LogRange } from '../../messages/message.ts';
import type { ConversationDocument } from './document.ts';
import type { NewEntry } from './messageSchema.ts';
import type { RetentionLimits } from './retention.ts';
import type { ConversationState } from './state.ts';

/**
 * Where conversations are kept. Everything is synchronous: the store lives in the worker thread, and
 * what it has returned from is on disk. Messages are immutable nodes with a parent, a conversation is
 * a leaf, and records form a tree; only which leaf and which record are active ever changes.
 */

/** A message that stays as it is for ever. */
export interface StoredNode extends LogEntry {
	/** Digest of the parent's hash and this message, see `chained`: equal hashes are equal histories. */
	readonly hash: string;
	/** {@link LogEntry.tokens} were counted by this version of a counter. */
	readonly counter: string;
}

/** A committed record. Every one stays readable. */
export interface StoredRecord {
	/**
	 * Random, and the same wherever the conversation goes: into memory, back, to another window. Later
	 * ones of a conversation have larger ones.
	 */
	readonly id: number;
	/** The record it was made from; absent for the first. */
	readonly parent?: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly record: CompactionRecord;
}

/** What a conversation is, beside its messages and records. */
export interface StoredConversation {
	readonly id: string;
	readonly title: string;
	/** The assistant or format it came from, for people. */
	readonly source: string;
	/** The file it was imported from. */
	readonly file?: string;
	/** The workspace it belongs to, as VS Code names it. */
	readonly workspace?: string;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly messages: number;
	/** Tokens of all messages. */
	readonly tokens: number;
	/** The record its context is derived from; absent: the log as it is. */
	readonly active?: number;
	readonly state: ConversationState;
	/** Why {@link StoredConversation.state} is a fresh one: what was stored could not be understood. */
	readonly stateProblem?: string;
}

/** What a new conversation starts with; without an id it gets a random one. */
export type NewConversation = Pick<StoredConversation, 'title' | 'source'> &
	Partial<Pick<StoredConversation, 'id' | 'file' | 'workspace'>>;

/**
 * What a conversation is found by beside its id, which is random: nobody who knows a file's path or a
 * key can tell the id.
 */
export interface Identity {
	/** Of a file's place, a fork's beginning or an extension's key; the name itself is not stored. */
	readonly digest: string;
	readonly id: string;
}

/** Which conversations digests stand for. They need not be there. */
export interface Identities {
	/** The id that a digest stands for. */
	find(digest: string): string | undefined;
	/** Has digests stand for ids, all of them or none; one that stands for an id already goes on to. */
	enter(identities: readonly Identity[]): void;
	/** Those that stand for an id. */
	of(id: string): readonly Identity[];
}

/** What a conversation shares with a history. */
export interface Beginning {
	readonly conversation: string;
	/** Messages they have in common, from the first on. */
	readonly messages: number;
	/** Messages of the conversation. */
	readonly length: number;
}

/** Whether a record was committed. The active record had changed meanwhile: then nothing was. */
export type CommitOutcome =
	| { readonly kind: 'committed'; readonly record: StoredRecord }
	| { readonly kind: 'conflict' };

/** A place where a text was found. */
export interface Found {
	readonly conversation: string;
	/** Number of the message in its log, from 1. */
	readonly number: number;
	/** The words around it, with `⟦` and `⟧` around each that matches. */
	readonly excerpt: string;
}

/** A search of stored messages. */
export interface SearchQuery {
	/**
	 * Words, parts of identifiers, or phrases in quotation marks; never a query language. All have to
	 * be found; when no message has them all, any.
	 */
	readonly text: string;
	/** Only in this way of reading the text, from 0; absent: the strictest that finds anything. */
	readonly reading?: number;
	/** Only here; absent: everywhere. */
	readonly conversation?: string;
	readonly order: 'best' | 'newest';
	/** Messages to return, and to leave out before them. */
	readonly limit: number;
	readonly offset: number;
}

/** What only one process at a time does with a conversation: compact it, or answer in it. */
export type ClaimPurpose = 'job' | 'turn';

/** The right to do so; the operating system takes it back from a dead process. */
export interface Claim {
	release(): void;
}

/** Where conversations are kept, on disk or in memory. @throws {StoreError} when the medium fails; nothing is half-written. */
export interface ConversationStore {
	/** Why nothing can be written: an older Precis cannot write a newer store. */
	readonly readOnly?: string | undefined;
	readonly identities: Identities;
	/** Newest first. */
	list(): readonly StoredConversation[];
	find(id: string): StoredConversation | undefined;
	/** Whether it is there. */
	has(id: string): boolean;
	/** One that has the wanted id already is the one: another window has made it. */
	create(conversation: NewConversation): StoredConversation;
	/** The log, root first; a range of it without reading the rest. */
	log(id: string, range?: LogRange): readonly StoredNode[];
	/** Tokens of each message of a range, without reading the messages. */
	tokens(id: string, range: LogRange): readonly number[];
	/** Durable when it returns, all of them or none. @returns The nodes, in order. */
	append(id: string, entries: readonly NewEntry[]): readonly StoredNode[];
	/**
	 * Another conversation with the same first messages, which are shared and not copied, and the
	 * records that lie within them. The nearest of those that led to the active one becomes active.
	 * One that has the wanted id already is the fork: another window has made it.
	 */
	fork(id: string, messages: number, conversation: NewConversation): StoredConversation;
	/**
	 * The conversation that has the longest beginning of a history; among several one that ends there,
	 * then the newest.
	 * @param source Where the conversation came from.
	 * @param hashes See {@link StoredNode.hash}: the first is of a history of `from + 1` messages.
	 */
	findBeginning(source: string, hashes: readonly string[], from: number): Beginning | undefined;
	/** The newest conversation that its client calls by this name. @param source Where it came from. */
	findNamed(source: string, name: string): StoredConversation | undefined;
	/** How many records there are, without reading them. */
	recordCount(id: string): number;
	/** One record, without reading the others. */
	record(id: string, record: number): StoredRecord | undefined;
	/** All records, oldest first. */
	records(id: string): readonly StoredRecord[];
	/**
	 * Writes a record and makes it the active one, together or not at all.
	 * @param expected The record that has to be active still.
	 */
	commit(
		id: string,
		record: CompactionRecord,
		parent: number | undefined,
		expected: number | undefined,
	): CommitOutcome;
	/** Writes a record without making it active: a result that came too late, for the person to choose. */
	propose(id: string, record: CompactionRecord, parent: number | undefined): StoredRecord;
	/** Changes which record is active: undo, redo, restore. */
	activate(id: string, record: number | undefined): void;
	saveState(id: string, state: ConversationState): void;
	rename(id: string, title: string): void;
	/**
	 * A conversation from a document, whole or not at all.
	 * @param id Takes the place of the conversation that has this id; absent: a new one.
	 */
	restore(document: ConversationDocument, id?: string): StoredConversation;
	/** Nodes that another conversation shares stay. @throws {StoreError} `in-use` by another window. */
	delete(id: string): void;
	/** Gives the space on disk back too. */
	deleteAll(): void;
	/** Deletes what is older than the limits allow, oldest first. @returns The ids that are gone. */
	prune(limits: RetentionLimits, nowMs: number): readonly string[];
	search(query: SearchQuery): readonly Found[];
	/** Undefined when another process, or another call here, has it. */
	claim(id: string, purpose: ClaimPurpose): Claim | undefined;
	/** US dollars that summaries have cost on a day, over all windows. @param day Any name of it. */
	spent(day: string): number;
	addSpent(day: string, dollars: number): void;
	/** Bytes it takes, on disk or in memory. */
	size(): number;
	close(): void;
}
