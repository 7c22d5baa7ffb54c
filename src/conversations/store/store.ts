import type { CompactionRecord } from '../../compaction/record.ts';
import type { LogEntry } from '../../messages/message.ts';
import type { ConversationState } from './state.ts';

/**
 * Storage of conversations. Everything is synchronous: the store runs in the worker thread, and writes are on disk on
 * return. Messages are immutable nodes with a parent, a conversation is a leaf, and records form a tree; only the
 * active leaf and the active record ever change.
 */

/** An immutable message. */
export interface StoredNode extends LogEntry {
	/** Digest of the parent's hash and this message, see `chained`: equal hashes are equal histories. */
	readonly hash: string;
	/** The counter version that produced {@link LogEntry.tokens}. */
	readonly counter: string;
}

/** A message to append, counted by the caller. */
export type NewEntry = Omit<StoredNode, 'hash'>;

/** A committed record. Stays readable for ever. */
export interface StoredRecord {
	/**
	 * Random, and unchanged when the conversation moves: to memory and back, or to another window. Later records of a
	 * conversation have larger ids.
	 */
	readonly id: number;
	/** The parent record; absent for the first. */
	readonly parent?: number;
	/** Milliseconds since the epoch. */
	readonly createdAt: number;
	readonly record: CompactionRecord;
}

/** A conversation's properties, besides its messages and records. */
export interface StoredConversation {
	readonly id: string;
	readonly title: string;
	/** The assistant or format it came from, for display. */
	readonly source: string;
	/** The file it was imported from. */
	readonly file?: string;
	/** Its workspace, as VS Code names it. */
	readonly workspace?: string;
	/** Milliseconds since the epoch. */
	readonly updatedAt: number;
	readonly messages: number;
	/** Tokens of all messages. */
	readonly tokens: number;
	/** The record its context is derived from; absent: the uncompacted log. */
	readonly active?: number;
	readonly state: ConversationState;
}

/** Initial properties of a conversation; without an id it gets a random one. */
export type NewConversation = Pick<StoredConversation, 'title' | 'source'> &
	Partial<Pick<StoredConversation, 'id' | 'file' | 'workspace'>>;

/**
 * A key that leads to a conversation in addition to its random id, so that the id cannot be derived from a file's path
 * or a key.
 */
export interface Identity {
	/** Of a file's path, a fork's beginning or an extension's key; the name itself is not stored. */
	readonly digest: string;
	readonly id: string;
}

/** The part of a history that a conversation shares. */
export interface HistoryMatch {
	readonly conversation: string;
	/** Leading messages they have in common. */
	readonly messages: number;
	/** Messages of the conversation. */
	readonly length: number;
}

/** A search hit. */
export interface SearchHit {
	readonly conversation: string;
	/** Number of the message in its log, from 1. */
	readonly number: number;
	/** The words around it, with `⟦` and `⟧` around each match. */
	readonly excerpt: string;
}

/** A search of stored messages. */
export interface SearchQuery {
	/**
	 * Words, parts of identifiers, or phrases in quotation marks; not a query language. All are required; if no message
	 * has them all, any.
	 */
	readonly text: string;
	/** Only this reading of the text, from 0; absent: the strictest that has results. */
	readonly reading?: number;
	/** Only in this conversation; absent: in all. */
	readonly conversation?: string;
	/** Maximum number of messages to return. */
	readonly limit: number;
}

/** Limits on what is stored. Absent ones do not apply. */
export interface RetentionLimits {
	/** Conversations that were not changed for this long are deleted, milliseconds. */
	readonly maxAgeMs?: number;
	/** The conversations that were unchanged for the longest are deleted until the rest fits, bytes. */
	readonly maxBytes?: number;
	/** Conversations that are never deleted: those that are open. */
	readonly keep?: readonly string[];
}

/** The exclusive right to compact a conversation; the operating system releases it when its process ends. */
export interface Claim {
	release(): void;
}

/** The conversation with the same beginning, and how many messages they share. */
export interface SharedPrefix {
	readonly id: string;
	readonly messages: number;
}
