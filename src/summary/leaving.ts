import { audited } from './audit/audit.ts';
import { withoutOvertaken } from './audit/overtaken.ts';
import { collectFacts } from './extractive/collect.ts';
import { summariseBuiltIn } from './extractive/extractive.ts';
import { fitSummary } from './fitting.ts';
import { summaryOf, type Summary } from './sections.ts';
import type { SummariserIdentity, SummaryDraft, SummaryRequest } from './summariser.ts';

/** A summary that stands for the beginning of a log. */
export interface WrittenBefore {
	readonly summary: Summary;
	readonly summariser: SummariserIdentity;
	/** Index of the message behind what it stands for. */
	readonly end: number;
}

/**
 * The summary of a whole log for a reader who has nothing but that. The built-in summariser writes it
 * anew. What a model wrote stays, without what was overtaken since, and the audit adds what the log says
 * of the rest. Asks no model; same input, same bytes.
 */
export function summaryAtEnd(
	request: SummaryRequest,
	{ summary, summariser, end }: WrittenBefore,
): SummaryDraft {
	if (summariser.kind === 'built-in') {
		return summariseBuiltIn(request);
	}
	const facts = collectFacts(request);
	const wentOn = facts.atEnd.uses.some(({ callIndex }) => callIndex >= end);
	const current = withoutOvertaken(summary, request, facts, end);
	const standing = summaryOf((title) =>
		title === 'In Progress' && wentOn
			? current[title].filter(({ kept }) => kept !== undefined)
			: current[title],
	);
	const { summary: checked, missing } = audited(
		{ summary: standing, unseenFiles: () => [], isElsewhere: () => false },
		request,
	);
	return fitSummary(checked, request, missing);
}
