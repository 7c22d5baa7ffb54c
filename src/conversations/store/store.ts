import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogEntry, Message } from '../../messages/message.ts';
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

/** A message to append, counted by whoever appends it. */
export interface NewEntry {
	readonly message: Message;
	readonly tokens: number;
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

/** What a conversation shares with a history. */
export interface HistoryMatch {
	readonly conversation: string;
	/** Messages they have in common, from the first on. */
	readonly messages: number;
	/** Messages of the conversation. */
	readonly length: number;
}

/** A place where a text was found. */
export interface SearchHit {
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
	/** Messages to return, the best. */
	readonly limit: number;
}

/** How much is kept. What is absent does not limit. */
export interface RetentionLimits {
	/** Conversations that were not changed for this long go, milliseconds. */
	readonly maxAgeMs?: number;
	/** The longest unchanged go until the rest fits, bytes. */
	readonly maxBytes?: number;
	/** Conversations that stay in any case: those that are open. */
	readonly keep?: readonly string[];
}

/** What only one process at a time does with a conversation: compact it, or answer in it. */
export type ClaimPurpose = 'job' | 'turn';

/** The right to do so; the operating system takes it back from a dead process. */
export interface Claim {
	release(): void;
}

/** The conversation that another begins like, and how many messages they share. */
export interface SharedPrefix {
	readonly id: string;
	readonly messages: number;
}
