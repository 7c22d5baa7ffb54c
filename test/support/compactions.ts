import assert from 'node:assert/strict';
import { defaultSettings, type CompactionSettings } from '../../src/compaction/budgets.ts';
import { completeCompaction } from '../../src/compaction/complete.ts';
import {
	planCompaction,
	type CompactionPlan,
	type PlanOutcome,
} from '../../src/compaction/plan.ts';
import type { CompactionRecord } from '../../src/compaction/record.ts';
import type { PlanInput } from '../../src/compaction/candidatePlan.ts';
import { type RenderableRecord, renderContext } from '../../src/compaction/render.ts';
import type { Log } from '../../src/messages/message.ts';
import { estimatedTokens } from '../../src/messages/tokens.ts';
import { summaryOf } from '../../src/summary/sections.ts';
import type { SummaryDraft } from '../../src/summary/summariser.ts';

import { contextParts } from '../../src/worker/contextParts.ts';
import { written } from './written.ts';

/** Short ways to plan and complete compactions in tests. */

export type PlanOptions = Partial<Omit<PlanInput, 'log' | 'settings'>> & {
	readonly settings?: Partial<CompactionSettings>;
};

export function settingsWith(changes: Partial<CompactionSettings> = {}): CompactionSettings {
	return { ...defaultSettings, ...changes };
}

export function tryPlan(log: Log, { settings, ...options }: PlanOptions = {}): PlanOutcome {
	return planCompaction({
		log,
		trigger: 'manual',
		counter: estimatedTokens,
		settings: settingsWith(settings),
		...options,
	});
}

/** A plan that has to come about. */
export function planOf(log: Log, options?: PlanOptions): CompactionPlan {
	const outcome = tryPlan(log, options);
	assert.ok(outcome.kind === 'plan', outcome.kind === 'plan' ? '' : outcome.reason);
	return outcome.plan;
}

/** A summary that says one thing. */
export function draftOf(text = 'Parser written', quotes: readonly string[] = []): SummaryDraft {
	return {
		summary: summaryOf((title) =>
			title === 'Completed Actions' ? [{ text: `1. ${text}`, sources: [1] }] : [],
		),
		quotes: quotes.map((quote) => ({ text: quote, sources: [1] })),
	};
}

/** The record of a compaction that has to come about. */
export function compact(log: Log, options?: PlanOptions, draft = draftOf()): CompactionRecord {
	const outcome = completeCompaction(planOf(log, options), written(draft), 12);
	assert.ok(outcome.kind === 'compacted', 'refused');
	return outcome.record;
}

/** What the session editor needs of a record. */
export function withContextParts(log: Log, active: RenderableRecord) {
	const { layout } = active;
	const context = renderContext(log, active);
	return {
		layout,
		context: {
			...contextParts({ log, active, context }, { usage: context, fixed: 0 }),
			besideBefore: 0,
		},
	};
}
