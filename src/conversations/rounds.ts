import type { CompactionSettings } from '../compaction/budgets.ts';
import type { NothingToDo } from '../compaction/plan.ts';
import type { CompactionRecord } from '../compaction/record.ts';
import { thresholdsOf } from '../compaction/thresholds.ts';
import type { Message } from '../messages/message.ts';
import type { Summariser } from '../models/ladder.ts';
import type { Conversation } from './conversation.ts';
import type { Redacted } from '../redaction/redact.ts';

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
	const outcome = await conversation.compact(
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
