import type { Log, LogRange } from '../messages/message.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { pairTools } from '../messages/toolPairs.ts';
import { summaryOf } from '../summary/sections.ts';
import { digestEdit } from './standIns.ts';
import {
	type CompactionRecord,
	type MessageEdit,
	type RecordTokens,
	requestSize,
} from './record.ts';
import { renderContext } from './render.ts';
import { staleResults } from './staleResults.ts';

/** Inputs of a pruning. */
export interface PruneInput {
	readonly log: Log;
	/** The active record; absent: the context is the uncompacted log. */
	readonly record?: CompactionRecord;
	readonly counter: TokenCounter;
	/** Whether digests may point to the recall tool. */
	readonly recall: boolean;
}

/** Minimum saving of a pruning, as a share of the context: each is a step that users see, and can undo. */
const minSaving = 0.05;

/**
 * The record of a pruning: digests in place of the stale results that are still complete in the context. Everything
 * else stays as in the previous record. Pure: the same input gives the same bytes.
 * @returns Undefined if that would save too little.
 */
export function pruneStale(input: PruneInput): CompactionRecord | undefined {
	const { log, counter, recall } = input;
	const base = input.record ?? untouched(log);
	const before = renderContext(log, input.record);
	const pairs = pairTools(log);
	const { range, edits: decided } = base.layout;
	const edited = new Set(decided.map(({ message }) => message));
	// Results before a summary were digested by the compaction.
	const stale = [...staleResults(log, pairs, { start: range.end, end: log.length })];
	const digests = stale.flatMap((index) =>
		edited.has(index) ? [] : (digestEdit({ log, pairs, counter, recall }, index) ?? []),
	);
	const edits = [...decided, ...digests].sort((one, other) => one.message - other.message);
	const { change: _change, replaced: _replaced, proposed: _proposed, ...rest } = base;
	const record: CompactionRecord = {
		...rest,
		kind: 'prune',
		pruned: digests.length,
		layout: { ...base.layout, edits },
	};
	const after = renderContext(log, record);
	return before.tokens - after.tokens < minSaving * before.tokens || digests.length === 0
		? undefined
		: { ...record, tokens: sizesOf(record.tokens, before.tokens, after.tokens) };
}

/** Sizes of a pruning. @param base Those of the record it was made from. */
function sizesOf(
	{ beyond, isReported: _isReported, ...base }: RecordTokens,
	before: number,
	after: number,
): RecordTokens {
	return {
		...base,
		before,
		after,
		...(beyond === undefined
			? {}
			: { beyond: { ...beyond, request: requestSize(before, { beyond }) } }),
	};
}

/** The log with the tokens that each message has in the context before the first compaction. */
export function asPruned(log: Log, pruning: CompactionRecord | undefined): Log {
	const edits = new Map(pruning?.layout.edits.map((edit) => [edit.message, edit]));
	return edits.size === 0
		? log
		: log.map((entry, index) => ({ ...entry, tokens: edits.get(index)?.tokens ?? entry.tokens }));
}

/** Edits of a new layout, and a pruning's edits in the part that stays after the summary. */
export function withPruning(
	pruning: CompactionRecord | undefined,
	edits: MessageEdit[],
	tail: LogRange,
): MessageEdit[] {
	const edited = new Set(edits.map(({ message }) => message));
	const kept = (pruning?.layout.edits ?? []).filter(
		({ message }) => message >= tail.start && !edited.has(message),
	);
	return [...edits, ...kept].sort((a, b) => a.message - b.message);
}

/** A record of the uncompacted log: no summary covers any part of it. */
function untouched(log: Log): CompactionRecord {
	return {
		kind: 'prune',
		trigger: 'automatic',
		layout: { range: { start: 0, end: 0 }, headStart: 0, edits: [], placement: 'user' },
		summary: summaryOf(() => []),
		quotes: [],
		handoff: '',
		summariser: { kind: 'built-in' },
		attempts: [],
		tokens: { before: 0, after: 0, summary: 0 },
		logLength: log.length,
		counts: { kept: log.length, summarised: 0, digested: 0 },
		durationMs: 0,
	};
}
