import { isDeepStrictEqual } from 'node:util';
import type { ContextPiece, RenderedContext } from '../compaction/contextRows.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import { contextPieces, renderContext } from '../compaction/render.ts';
import type { Message } from '../messages/message.ts';
import { logEntry, type TokenCounter } from '../messages/tokens.ts';
import { RecordTree } from './recordTree.ts';
import { notFound } from './store/database.ts';
import type { SqliteStore } from './store/sqliteStore.ts';
import type { ConversationState, StoredRecall } from './store/state.ts';
import type { StoredNode, StoredRecord } from './store/store.ts';

/** Changes that other processes made to a conversation. */
export interface ExternalChanges {
	/** Messages that were appended. */
	readonly appended: readonly StoredNode[];
	/** The log was replaced, not extended. */
	readonly replaced: boolean;
	/** Another record is active. */
	readonly activated: boolean;
	/** Its stored state now. */
	readonly state: ConversationState;
}

/**
 * An append-only log, and the records from which its context is derived. Mirrors the stored conversation; {@link
 * refresh} catches up with what other processes wrote.
 */
export class Conversation {
	readonly counter: TokenCounter;
	readonly #store: SqliteStore;
	readonly #id: string;
	#log: StoredNode[];
	/** Look-ups within replies: they count toward the context without being in the log. */
	#recalls: readonly StoredRecall[];
	#unread: readonly number[] = [];
	#tree: RecordTree;
	#active: number | undefined;
	#context: RenderedContext | undefined;

	constructor(store: SqliteStore, id: string, counter: TokenCounter) {
		this.counter = counter;
		this.#store = store;
		this.#id = id;
		this.#log = [...store.log(id)];
		this.#tree = new RecordTree(store.records(id));
		const { active, state } = store.find(id) ?? {};
		this.#active = active;
		this.#recalls = state?.recalls ?? [];
	}

	get log(): readonly StoredNode[] {
		return this.#log;
	}

	/**
	 * The record the context is derived from; undefined: the uncompacted log. Before the first compaction it can be a
	 * pruning.
	 */
	get active(): CompactionRecord | undefined {
		return this.#tree.find(this.#active)?.record;
	}

	/** Id of the active record; undefined: the uncompacted log. */
	get activeId(): number | undefined {
		return this.#active;
	}

	/** All records and their parents. */
	get records(): RecordTree {
		return this.#tree;
	}

	/** Compactions made so far, without proposals that were not applied. */
	get compactions(): number {
		const neverApplied = new Set(this.#tree.neverApplied(this.#active));
		return this.#tree.all.filter(
			(one) => one.record.kind === 'compaction' && !neverApplied.has(one),
		).length;
	}

	/** What would be sent to a model now. */
	get context(): RenderedContext {
		this.#context ??= renderContext(this.logAsSent, this.active);
		return this.#context;
	}

	/** The parts that the context is assembled from. */
	get pieces(): readonly ContextPiece[] {
		return contextPieces(this.logAsSent, this.active);
	}

	/** What the context would be under a record that is not active. */
	contextWith(record: CompactionRecord | undefined): RenderedContext {
		return renderContext(this.logAsSent, record);
	}

	/** The log with everything that its client sends: look-ups of each reply, and parts that concern only the model. */
	get logAsSent(): readonly StoredNode[] {
		const log = withRecallTokens(this.#log, this.#recalls);
		return this.#unread.length === 0
			? log
			: log.map((node, index) => ({ ...node, tokens: node.tokens + (this.#unread[index] ?? 0) }));
	}

	/** Of each message, as the client sent it last: the tokens of parts that concern only the model. */
	set unread(unread: readonly number[]) {
		const next = unread.some((tokens) => tokens > 0) ? unread : [];
		if (next.length + this.#unread.length > 0) {
			this.#context = undefined;
		}
		this.#unread = next;
	}

	/** Tokens of these parts in the context. */
	get unreadTokens(): number {
		const { headStart = 0, range = { start: 0, end: 0 } } = this.active?.layout ?? {};
		return this.#unread.reduce(
			(sum, tokens, index) =>
				index < headStart || (index >= range.start && index < range.end) ? sum : sum + tokens,
			0,
		);
	}

	/** @param after See {@link SqliteStore.append}. */
	append(messages: readonly Message[], after?: number): readonly StoredNode[] {
		const entries = messages.map((message) => ({
			...logEntry(message, this.counter),
			counter: this.counter.version,
		}));
		const nodes = this.#store.append(this.#id, entries, after);
		this.#log.push(...nodes);
		this.#context = undefined;
		return nodes;
	}

	/** Catches up with what other processes wrote: reads only that. @throws {StoreError} `not-found`: it was deleted. */
	refresh(): ExternalChanges {
		const { messages, active, state } = this.#store.find(this.#id) ?? notFound();
		const records = this.#store.recordCount(this.#id);
		const { length } = this.#log;
		const [last] = this.#store.log(this.#id, { start: length - 1, end: length });
		const replaced = last?.hash !== this.#log.at(-1)?.hash;
		const start = replaced ? 0 : length;
		const appended = messages === start ? [] : this.#store.log(this.#id, { start, end: messages });
		if (replaced || appended.length > 0) {
			this.#log = replaced ? [...appended] : [...this.#log, ...appended];
			this.#context = undefined;
		}
		if (!isDeepStrictEqual(state.recalls ?? [], this.#recalls)) {
			this.#recalls = state.recalls ?? [];
			this.#context = undefined;
		}
		const activated = active !== this.#active;
		if (activated || records !== this.#tree.all.length) {
			this.#tree = new RecordTree(this.#store.records(this.#id));
		}
		if (activated) {
			this.#active = active;
			this.#context = undefined;
		}
		return { appended: replaced ? [] : appended, replaced, activated, state };
	}

	/** Makes a record active. @returns Undefined: another record has become active since it was planned. */
	commit({
		record,
		parent,
		expected,
	}: {
		readonly record: CompactionRecord;
		readonly parent: number | undefined;
		readonly expected: number | undefined;
	}): StoredRecord | undefined {
		const stored = this.#store.commit(this.#id, record, parent, expected);
		if (stored !== undefined) {
			this.#tree = this.#tree.with(stored);
			this.#active = stored.id;
			this.#context = undefined;
		}
		return stored;
	}

	/** Keeps a record without activating it, so that the user can choose. */
	propose(record: CompactionRecord, parent: number | undefined): StoredRecord {
		const proposed = this.#store.propose(this.#id, record, parent);
		this.#tree = this.#tree.with(proposed);
		return proposed;
	}

	/** Changes which record the context is derived from; undefined: the uncompacted log. */
	activate(record: StoredRecord | undefined): void {
		this.#store.activate(this.#id, record?.id);
		this.#active = record?.id;
		this.#context = undefined;
	}
}

/** Adds to each reply the tokens of its look-ups. */
function withRecallTokens(
	log: readonly StoredNode[],
	recalls: readonly StoredRecall[],
): readonly StoredNode[] {
	if (recalls.length === 0) {
		return log;
	}
	const added = new Map(recalls.map(({ after, tokens }) => [after, tokens]));
	return log.map((node, index) => {
		const more = added.get(index);
		return more === undefined || node.message.role !== 'assistant'
			? node
			: { ...node, tokens: node.tokens + more };
	});
}
