import type { Log, LogRange } from '../messages/message.ts';
import { insideGroups, pairTools, type ToolPairs } from '../messages/toolPairs.ts';
import { latestFromPerson } from '../messages/userTurns.ts';
import { parseForeignSummary } from '../summary/foreign/foreignSummary.ts';
import { sourced } from '../summary/sources/sourced.ts';
import { noWishes } from '../summary/wishes.ts';
import { bodyStart } from './boundaries.ts';
import { completeCompaction, summaryRequest, type CompactionOutcome } from './complete.ts';
import { freshParts, placementOf, type CompactionPlan, type PlanInput } from './plan.ts';
import type { Layout, ReportedCompaction } from './record.ts';
import { renderContext } from './render.ts';

/** A compaction that another assistant made itself, as its saved session tells it. */
export interface ForeignCompaction {
	/** What its summary stands for; the rest of the log was kept. */
	readonly range: LogRange;
	/** As the assistant wrote it. */
	readonly summary: string;
	/** The assistant's name. */
	readonly assistant: string;
	readonly reported: ReportedCompaction;
}

/**
 * The record of another assistant's compaction: its summary in our sections, and around it nothing
 * but what it kept. Refused where the context would not have shrunk.
 * @param input The log as it was then, and the record of the compaction before, with a person's wishes.
 */
export function importCompaction(
	input: PlanInput,
	{ range, summary, assistant, reported }: ForeignCompaction,
): CompactionOutcome {
	const plan = planOf(input, range);
	const written = {
		draft: { summary: sourced(parseForeignSummary(summary), summaryRequest(plan)), quotes: [] },
		identity: { kind: 'assistant' as const, assistant },
		attempts: [],
	};
	const outcome = completeCompaction(plan, written, 0);
	return outcome.kind === 'refused'
		? outcome
		: { ...outcome, record: { ...outcome.record, reported } };
}

function planOf(input: PlanInput, range: LogRange): CompactionPlan {
	const { log, previous } = input;
	const pairs = pairTools(log);
	const layout = layoutOf(log, pairs, range);
	const before = renderContext(log, previous);
	return {
		input,
		pairs,
		layout,
		fresh: freshParts(layout.range, previous),
		wishes: input.wishes ?? noWishes,
		// Its summary is as long as it is.
		budget: Number.POSITIVE_INFINITY,
		before: { tokens: before.tokens, messages: before.messages.length },
	};
}

function layoutOf(log: Log, pairs: ToolPairs, { start, end }: LogRange): Layout {
	const headStart = bodyStart(log);
	const latest = latestFromPerson(log);
	const from = Math.max(headStart, start);
	const range = { start: from, end: Math.max(from, wholeGroup(log, pairs, end)) };
	const parts = {
		range,
		headStart,
		...(latest >= 0 && latest < range.end ? { latestUser: latest } : {}),
	};
	return { ...parts, edits: [], placement: placementOf(log, parts) };
}

/** Where the kept end begins: results go with their calls, also those that are still to come. */
function wholeGroup(log: Log, pairs: ToolPairs, end: number): number {
	const inside = insideGroups(log, pairs);
	let start = Math.min(end, log.length, pairs.openFrom);
	while (start > 0 && (inside[start] === true || log[start]?.message.role === 'tool')) {
		start -= 1;
	}
	return start;
}
