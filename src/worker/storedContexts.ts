import { isDeepStrictEqual } from 'node:util';
import type { ContextSize } from '../compaction/contextSize.ts';
import { type CompactionRecord, hasSummary, type RecordTokens } from '../compaction/record.ts';
import { renderContext } from '../compaction/render.ts';
import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { recordedSize } from '../conversations/store/state.ts';
import type { StoredConversation } from '../conversations/store/store.ts';
import { StoreError } from '../conversations/store/storeError.ts';
import { isUntilContinued } from './viewOfConversation.ts';

/** What is known about a stored context without reading all of it. */
export interface StoredContext {
	readonly tokens?: number;
	/** Tokens of a request with it besides that, as far as its record knows. */
	readonly beyond?: NonNullable<RecordTokens['beyond']>;
	/** Its whole size, as its session recorded it. */
	readonly recorded?: ContextSize | undefined;
	readonly hasSummary: boolean;
	/** See {@link isUntilContinued}. */
	readonly isUntilContinued: boolean;
}

/** Sizes of the contexts of stored conversations, cached until they change. */
export class StoredContexts {
	readonly #store: SqliteStore;
	readonly #known = new Map<string, StoredContext & { readonly of: StoredConversation }>();

	constructor(store: SqliteStore) {
		this.#store = store;
	}

	/** Empty if it cannot be read, so that the others can still be listed. */
	of(stored: StoredConversation): StoredContext {
		const { id, active, messages, state } = stored;
		const known = this.#known.get(id);
		if (
			known !== undefined &&
			known.of.active === active &&
			known.of.messages === messages &&
			isDeepStrictEqual(known.of.state.usage, state.usage)
		) {
			return known;
		}
		const context = this.#read(stored);
		this.#known.set(id, { of: stored, ...context });
		return context;
	}

	#read(stored: StoredConversation): StoredContext {
		const { id, active } = stored;
		try {
			const record = active === undefined ? undefined : this.#store.record(id, active)?.record;
			return {
				tokens: storedContextTokens(this.#store, stored, record),
				...(record?.tokens.beyond === undefined ? {} : { beyond: record.tokens.beyond }),
				recorded: recordedSize(stored.state, active, (start) =>
					this.#store.tokens(id, { start, end: Infinity }),
				),
				hasSummary: hasSummary(record),
				// Without reading who wrote what came after: with any message, it counts as continued.
				isUntilContinued: isUntilContinued(stored, record) && stored.messages === record?.logLength,
			};
		} catch (error) {
			if (error instanceof StoreError) {
				return { hasSummary: false, isUntilContinued: false };
			}
			throw error;
		}
	}
}

/**
 * Tokens of a stored conversation's context, without reading what was summarised: only the counts of the messages after
 * the summary are read. Excludes what providers require in a message list, and other additions to a context.
 */
function storedContextTokens(
	store: SqliteStore,
	{ id, tokens }: StoredConversation,
	record: CompactionRecord | undefined,
): number {
	if (record === undefined) {
		return tokens;
	}
	const { latestUser, ...layout } = record.layout;
	const { start, end } = layout.range;
	const front = store.log(id, { start: 0, end: start });
	const summarised = renderContext(front, { ...record, layout });
	const edits = new Map(layout.edits.map((edit) => [edit.message, edit.tokens]));
	const counted = (from: number, to: number): number =>
		store
			.tokens(id, { start: from, end: to })
			.reduce((sum, own, index) => sum + (edits.get(from + index) ?? own), 0);
	const latest = latestUser === undefined ? 0 : counted(latestUser, latestUser + 1);
	return summarised.tokens + latest + counted(end, Infinity);
}
