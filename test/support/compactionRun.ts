import { completeCompaction, type CompactionOutcome } from '../../src/compaction/complete.ts';
import { planCompaction, type CompactionPlan } from '../../src/compaction/plan.ts';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import type { PlanInput } from '../../src/compaction/candidatePlan.ts';
import type { Log } from '../../src/messages/message.ts';
import { estimatedTokens } from '../../src/messages/tokens.ts';
import { summaryOf } from '../../src/summary/sections.ts';
import type { SummaryDraft } from '../../src/summary/summariser.ts';
import { written } from './written.ts';
import type { Conversation } from './conversations.ts';
import { at, logWith } from './logs.ts';

/** One attempt to compact a growing conversation. */
export interface Attempt {
	/** The log as it is at this attempt. */
	readonly log: Log;
	readonly input: PlanInput;
	readonly previous: CompactionRecord | undefined;
	/** Absent when there was nothing to do. */
	readonly plan?: CompactionPlan;
	readonly outcome?: CompactionOutcome;
	/** What is active afterwards. */
	readonly active: CompactionRecord | undefined;
	/** The log when the next attempt is made, or at the end. */
	readonly grown: Log;
}

/** Lives through a conversation: at every stop a compaction, each upon the one before. */
export function attemptsOf(
	conversation: Conversation,
	draftOf: (items: number) => SummaryDraft = summaryOfItems,
): Attempt[] {
	const whole = deepFreeze(logWith(estimatedTokens, conversation.messages));
	let active: CompactionRecord | undefined;
	return conversation.stops.map((stop, index) => {
		const log = whole.slice(0, stop);
		const previous = active;
		const input: PlanInput = {
			log,
			...(previous === undefined ? {} : { previous }),
			trigger: at(conversation.triggers, index),
			settings: conversation.settings,
			counter: estimatedTokens,
			...(conversation.recallHandle === undefined
				? {}
				: { recallHandle: conversation.recallHandle }),
		};
		const planned = planCompaction(input);
		const plan = planned.kind === 'plan' ? planned.plan : undefined;
		const outcome =
			plan && completeCompaction(plan, written(draftOf(conversation.summaryItems)), index);
		active = outcome?.kind === 'compacted' ? deepFreeze(outcome.record) : previous;
		const grown = whole.slice(0, conversation.stops[index + 1] ?? whole.length);
		return {
			log,
			input,
			previous,
			active,
			grown,
			...(plan === undefined ? {} : { plan }),
			...(outcome === undefined ? {} : { outcome }),
		};
	});
}

export function summaryOfItems(items: number): SummaryDraft {
	return {
		summary: summaryOf((title) =>
			title === 'Completed Actions'
				? Array.from({ length: items }, (_, index) => ({
						text: `${index + 1}. EDIT src/file-${index}.ts — done [tool: edit]`,
						sources: [index + 1],
					}))
				: [],
		),
		quotes: [],
	};
}

/** The records among these attempts, each with the log it was made from. */
export function committed(attempts: readonly Attempt[]): {
	readonly attempt: Attempt;
	readonly record: CompactionRecord;
	readonly plan: CompactionPlan;
}[] {
	return attempts.flatMap((attempt) =>
		attempt.outcome?.kind === 'compacted' && attempt.plan !== undefined
			? [{ attempt, record: attempt.outcome.record, plan: attempt.plan }]
			: [],
	);
}

/** Freezes a value with everything in it, so that any attempt to change it throws. */
export function deepFreeze<T>(value: T): T {
	if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		Object.values(value).forEach(deepFreeze);
	}
	return value;
}
