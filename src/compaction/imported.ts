import type { Log, LogRange } from '../messages/message.ts';
import { insideGroups, pairTools, type ToolPairs } from '../messages/toolPairs.ts';
import { parseForeignSummary } from '../summary/foreignSummary.ts';
import { summaryOf, type Summary } from '../summary/sections.ts';
import { sourced } from '../summary/tracing.ts';
import { noUserEdits } from '../summary/userEdits.ts';
import { bodyStart } from './boundaries.ts';
import { completeCompaction, type CompactionOutcome } from './complete.ts';
import type { CompactionPlan } from './plan.ts';
import type { Layout, RecordTokens, ReportedCompaction } from './record.ts';
import { renderContext } from './render.ts';
import { freshParts, completeLayout, type PlanInput } from './candidatePlan.ts';

/** A compaction by another assistant, as recorded in its saved session. */
export interface ForeignCompaction {
	/** What its summary covers; the rest of the log was kept. */
	readonly range: LogRange;
	/** The assistant's own text. */
	readonly summary: string;
	/** The assistant's name. */
	readonly assistant: string;
	readonly reported: ReportedCompaction;
}

/**
 * The record of another assistant's compaction: its summary in our sections, surrounded only by what the assistant
 * kept. Refused if the context would not have shrunk.
 * @param input The log at that time, and the record of the previous compaction, with the user's edits.
 */
export function importCompaction(
	input: PlanInput,
	{ range, summary, assistant, reported }: ForeignCompaction,
): CompactionOutcome {
	const plan = planOf(input, range);
	const written = {
		draft: { summary: withSources(parseForeignSummary(summary), plan), quotes: [] },
		identity: { kind: 'assistant' as const, assistant },
		attempts: [],
	};
	const outcome = completeCompaction(plan, written, 0);
	if (outcome.kind === 'refused') {
		return outcome;
	}
	const { record } = outcome;
	return {
		...outcome,
		record: { ...record, tokens: asReported(record.tokens, reported), reported },
	};
}

/**
 * Sizes as the assistant recorded them. The parts of what it counts beyond our own count of the messages are unknown:
 * without a size after the compaction, all of it is assumed to have stayed.
 */
function asReported(
	tokens: RecordTokens,
	{ tokensBefore, tokensAfter }: ReportedCompaction,
): RecordTokens {
	return tokensBefore === undefined
		? tokens
		: {
				...tokens,
				beyond: {
					fixed:
						tokensAfter === undefined
							? Math.max(0, tokensBefore - tokens.before)
							: tokensAfter - tokens.after,
					overhead: 0,
					perToken: 0,
					request: tokensBefore,
				},
				isReported: true,
			};
}

/**
 * The summary with the sources of its statements, among messages that no earlier summary covered: a session with
 * hundreds of compactions is read once, not hundreds of times.
 */
function withSources(summary: Summary, plan: CompactionPlan): Summary {
	const { log, previous } = plan.input;
	const { start, end } = plan.layout.range;
	const from = Math.max(start, previous?.layout.range.end ?? 0);
	const fresh = log.slice(from, end);
	const found = sourced(summary, {
		log: fresh,
		pairs: pairTools(fresh),
		range: { start: 0, end: fresh.length },
	});
	return summaryOf((title) =>
		found[title].map((item) => ({
			...item,
			sources: item.sources.map((number) => number + from),
		})),
	);
}

function planOf(input: PlanInput, range: LogRange): CompactionPlan {
	const { log, previous } = input;
	const pairs = pairTools(log);
	const layout = layoutOf(log, pairs, range);
	return {
		input,
		pairs,
		layout,
		fresh: freshParts(layout.range, previous),
		userEdits: input.userEdits ?? noUserEdits,
		// Its summary already exists, so its length is not limited.
		budget: Number.POSITIVE_INFINITY,
		tokensBefore: renderContext(log, previous).tokens,
	};
}

function layoutOf(log: Log, pairs: ToolPairs, { start, end }: LogRange): Layout {
	const headStart = bodyStart(log);
	const from = Math.max(headStart, start);
	const range = { start: from, end: Math.max(from, wholeGroup(log, pairs, end)) };
	return completeLayout(log, { range, headStart, edits: [] });
}

/** Where the kept end begins: results stay with their calls, including those still to come. */
function wholeGroup(log: Log, pairs: ToolPairs, end: number): number {
	let start = Math.min(end, log.length, pairs.openFrom);
	const inside = start < log.length ? insideGroups(log, pairs) : [];
	while (start > 0 && (inside[start] === true || log[start]?.message.role === 'tool')) {
		start -= 1;
	}
	return start;
}
