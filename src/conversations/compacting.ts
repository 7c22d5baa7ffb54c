import { wishesOf } from '../compaction/changes.ts';
import {
	completeCompaction,
	summaryRequest,
	type CompactionOutcome,
} from '../compaction/complete.ts';
import { planCompaction, type NothingToDo, type PlanOutcome } from '../compaction/plan.ts';
import type { PlanInput } from '../compaction/sketch.ts';
import { hasSummary, type CompactionRecord } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import type { CompactionSettings } from '../compaction/budgets.ts';
import type { Message } from '../messages/message.ts';
import type { Summariser } from '../models/ladder.ts';
import type { Redacted } from '../redaction/redact.ts';
import { noWishes, type UserEdits } from '../summary/wishes.ts';
import type { Conversation } from './conversation.ts';
import type { StoredNode } from './store/store.ts';

/** A compaction of a conversation: asked for, planned and written. Whoever has it written commits it. */

/** What one compaction is asked for, and who writes its summary. */
export type CompactOptions = Pick<PlanInput, 'trigger' | 'settings' | 'recallHandle' | 'asked'> & {
	readonly focus?: Redacted;
	/** What a person had decided when an undo went back to the log as it is; absent: nothing. */
	readonly remembered?: UserEdits;
	readonly summariser: Summariser;
};

/**
 * What a summary is made from: the `active` one and what came since; again what the active one was
 * made from (`same`), in its place; or the `originals`, so that losses do not pile up.
 */
export type Source = 'active' | 'same' | 'originals';

/** What a plan is asked for. */
export type PlanRequest = Omit<CompactOptions, 'summariser'> & { readonly source: Source };

/** A plan, and the conversation it was made for. */
export interface Planned {
	readonly outcome: PlanOutcome;
	/** What the record's parent will be. */
	readonly parent: number | undefined;
	/** The active record when the plan was made; another one since makes the plan stale. */
	readonly expected: number | undefined;
	/** The last message the plan knows; another one in its place makes the plan stale. */
	readonly last: StoredNode | undefined;
	readonly fromOriginals: boolean;
}

/** A record that waits for being committed. */
export interface Finished extends Planned {
	readonly record: CompactionRecord;
}

/** How a compaction ended. A log that needs none is a result, not an error. */
export type CompactLogOutcome =
	| CompactionOutcome
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** A compaction that was written and not committed, or why none was. */
export type WriteOutcome =
	| { readonly kind: 'written'; readonly finished: Finished }
	| Exclude<CompactLogOutcome, { readonly kind: 'compacted' }>;

/** Decides what a compaction will do. Changes nothing, asks nobody. */
export function planOf(
	{ records, activeId, weighedLog, log, counter }: Conversation,
	{ source, remembered = noWishes, ...request }: PlanRequest,
): Planned {
	const active = records.find(activeId);
	const base = source === 'same' ? records.baseOf(active) : active;
	const fromOriginals = source === 'originals' && hasSummary(active?.record);
	const outcome = planCompaction({
		// A snapshot: what is appended while the summary is written stays in the tail.
		log: weighedLog.slice(),
		...(hasSummary(base?.record)
			? source !== 'originals' && { previous: base.record }
			: base && { pruning: base.record }),
		...request,
		// Also where the summary is made afresh: what a person decided stays decided.
		wishes: hasSummary(active?.record) ? wishesOf(active?.record) : remembered,
		counter,
	});
	const compaction = records.compactionOf(active);
	const again = source === 'same' && compaction?.record.fromOriginals === true;
	return {
		outcome,
		parent: again ? compaction.parent : base?.id,
		expected: activeId,
		last: log.at(-1),
		fromOriginals: fromOriginals || again,
	};
}

/** Whether what a compaction was planned on is still what it was: its messages and its base. */
export function isCurrent(conversation: Conversation, planned: Planned): boolean {
	return covers(conversation, planned) && planned.expected === conversation.activeId;
}

/** Whether the messages a compaction was planned on are still there. */
export function covers({ log }: Conversation, { outcome, last }: Planned): boolean {
	const length = outcome.kind === 'plan' ? outcome.plan.input.log.length : 0;
	return last === undefined || log[length - 1]?.hash === last.hash;
}

/**
 * Has a compaction written, without committing it. A focus on a conversation without new turns, or
 * with too few for the context to shrink, gets a summary made again in place of the active one.
 * @param planned A plan that was made before and is carried out as it is.
 */
export async function writeSummary(
	conversation: Conversation,
	{ summariser, ...options }: PlanRequest & { readonly summariser: Summariser },
	signal: AbortSignal,
	planned?: Planned,
): Promise<WriteOutcome> {
	const written = await writeOnce(conversation, planned, options, summariser, signal);
	signal.throwIfAborted();
	const refocus =
		planned === undefined && options.source === 'active' && options.focus !== undefined;
	return written.kind !== 'written' && refocus && hasSummary(conversation.active)
		? writeOnce(conversation, undefined, { ...options, source: 'same' }, summariser, signal)
		: written;
}

async function writeOnce(
	conversation: Conversation,
	made: Planned | undefined,
	request: PlanRequest,
	summariser: Summariser,
	signal: AbortSignal,
): Promise<WriteOutcome> {
	const started = conversation.now();
	const planned = made ?? planOf(conversation, request);
	if (planned.outcome.kind === 'nothing-to-do') {
		return planned.outcome;
	}
	const { plan } = planned.outcome;
	const written = await summariser.summarise(summaryRequest(plan), signal);
	const outcome = completeCompaction(plan, written, Math.round(conversation.now() - started));
	if (outcome.kind !== 'compacted') {
		return outcome;
	}
	const record: CompactionRecord = {
		...outcome.record,
		...(planned.fromOriginals ? { fromOriginals: true } : {}),
		...(request.source === 'same' ? { remade: true } : {}),
	};
	return { kind: 'written', finished: { ...planned, record } };
}

/** Compacts a conversation that nobody else works in; see {@link writeSummary}. */
export async function compactOnce(
	conversation: Conversation,
	options: CompactOptions,
	signal: AbortSignal,
): Promise<CompactLogOutcome> {
	const written = await writeSummary(conversation, { ...options, source: 'active' }, signal);
	if (written.kind !== 'written') {
		return written;
	}
	if (conversation.commit(written.finished).kind === 'conflict') {
		throw new Error('Another compaction has been made.');
	}
	return { kind: 'compacted', record: written.finished.record };
}

/** How a log is fed to a conversation and compacted on the way. */
export interface RoundOptions {
	/** Equal parts of the log; the context is compacted after each. */
	readonly rounds: number;
	/** Compact although the context is below the threshold. */
	readonly force: boolean;
	readonly focus?: Redacted;
	readonly settings: CompactionSettings;
	readonly summariser: Summariser;
}

/** Why a round was not compacted. */
export type Skipped =
	| { readonly kind: 'below-threshold'; readonly tokens: number; readonly threshold: number }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo }
	| { readonly kind: 'not-smaller'; readonly before: number; readonly after: number };

/** What came of all rounds. */
export interface RoundsResult {
	readonly records: readonly CompactionRecord[];
	/** The reasons of the rounds without a record, in order. */
	readonly skipped: readonly Skipped[];
}

/** Appends the messages in equal parts and compacts after each, as a long session would. */
export async function playRounds(
	conversation: Conversation,
	messages: readonly Message[],
	options: RoundOptions,
	signal: AbortSignal,
): Promise<RoundsResult> {
	const records: CompactionRecord[] = [];
	const skipped: Skipped[] = [];
	for (let round = 1; round <= options.rounds; round += 1) {
		const end = Math.round((messages.length * round) / options.rounds);
		for (const message of messages.slice(conversation.log.length, end)) {
			conversation.append(message);
		}
		const result = await compactRound(conversation, options, signal);
		if (result.kind === 'compacted') {
			records.push(result.record);
		} else {
			skipped.push(result);
		}
	}
	return { records, skipped };
}

async function compactRound(
	conversation: Conversation,
	options: RoundOptions,
	signal: AbortSignal,
): Promise<{ readonly kind: 'compacted'; readonly record: CompactionRecord } | Skipped> {
	const { force, focus, settings, summariser } = options;
	const tokens = conversation.context.tokens;
	const threshold = thresholdsOf(settings).hard;
	if (!force && tokens < threshold) {
		return { kind: 'below-threshold', tokens, threshold };
	}
	const outcome = await compactOnce(
		conversation,
		{
			trigger: force ? 'manual' : 'automatic',
			settings,
			summariser,
			...(focus === undefined ? {} : { focus }),
		},
		signal,
	);
	return outcome.kind === 'refused'
		? { kind: 'not-smaller', before: outcome.before, after: outcome.after }
		: outcome;
}
