import { countMessage } from '../messages/tokens.ts';
import { redact } from '../redaction/redact.ts';
import { builtIn, summariseBuiltIn } from '../summary/builtIn.ts';
import { renderHandoff } from '../summary/handoff.ts';
import { summaryOf, type SummaryItem } from '../summary/sections.ts';
import type { SummaryDraft, SummaryRequest } from '../summary/summariser.ts';
import { withUserEdits } from '../summary/userEdits.ts';
import type { WrittenSummary } from '../summary/writtenSummary.ts';
import type { CompactionPlan } from './plan.ts';
import type { CompactionRecord } from './record.ts';
import { renderContext } from './render.ts';

/** The result of a compaction. A refused one leaves the context unchanged. */
export type CompactionOutcome =
	| { readonly kind: 'compacted'; readonly record: CompactionRecord }
	| {
			readonly kind: 'refused';
			readonly reason: 'not-smaller';
			/** Tokens of the current context, and of the context that would have resulted. */
			readonly before: number;
			readonly after: number;
	  };

/** A plan's request to the summariser. */
export function summaryRequest(plan: CompactionPlan): SummaryRequest {
	const { log, previous, focus, earlierRequest, settings, counter, recallHandle } = plan.input;
	return {
		log,
		pairs: plan.pairs,
		range: plan.layout.range,
		fresh: plan.fresh,
		...(previous === undefined
			? {}
			: { previous: previous.summary, previousBy: previous.summariser.kind }),
		userEdits: plan.userEdits,
		...(focus === undefined ? {} : { focus }),
		...(earlierRequest === undefined ? {} : { earlierRequest }),
		budget: plan.budget,
		userMessageShare: settings.userMessageShare,
		counter,
		...(recallHandle === undefined ? {} : { recallHandle }),
	};
}

/**
 * Makes the record from a plan and its summary, unless the context would not shrink.
 * @param durationMs How long the compaction took, for the receipt.
 */
export function completeCompaction(
	plan: CompactionPlan,
	written: WrittenSummary,
	durationMs: number,
): CompactionOutcome {
	const { log, trigger, focus, counter } = plan.input;
	const { identity, attempts, usage } = written;
	const draft = withoutSecrets({
		...written.draft,
		// User edits apply whichever summariser wrote it.
		summary: withUserEdits(written.draft.summary, plan.userEdits),
	});
	const { removed } = plan.userEdits;
	const { layout, tokensBefore: before } = plan;
	const handoff = renderHandoff(draft, summaryRequest(plan));
	const summary = countMessage({ role: 'user', content: handoff }, counter);
	const { tokens: after } = renderContext(log, { layout, handoff, tokens: { summary } });
	if (after >= before) {
		return { kind: 'refused', reason: 'not-smaller', before, after };
	}
	const record: CompactionRecord = {
		kind: 'compaction',
		...(removed.length === 0 ? {} : { removed }),
		trigger,
		...(focus === undefined ? {} : { focus }),
		layout,
		...draft,
		handoff,
		summariser: identity,
		attempts,
		...(usage === undefined ? {} : { usage }),
		tokens: { before, after, summary },
		logLength: log.length,
		counts: countsOf(plan),
		durationMs,
	};
	return { kind: 'compacted', record };
}

/** Redacts item by item, because the rendered text indents the lines of a multi-line secret. */
function withoutSecrets(draft: SummaryDraft): SummaryDraft {
	const clean = (items: readonly SummaryItem[]): SummaryItem[] =>
		items.map((item) => ({ ...item, text: redact(item.text) }));
	return {
		...draft,
		summary: summaryOf((title) => clean(draft.summary[title])),
		quotes: clean(draft.quotes),
		...(draft.added === undefined ? {} : { added: clean(draft.added) }),
	};
}

/** Completes a plan with the built-in summariser. */
export function completeWithBuiltIn(plan: CompactionPlan): CompactionOutcome {
	const draft = summariseBuiltIn(summaryRequest(plan));
	return completeCompaction(plan, { draft, identity: builtIn, attempts: [] }, 0);
}

function countsOf(plan: CompactionPlan): CompactionRecord['counts'] {
	const { range, edits, latestUser = range.end } = plan.layout;
	const isInRange = latestUser >= range.start && latestUser < range.end;
	const summarised = range.end - range.start - (isInRange ? 1 : 0);
	return {
		summarised,
		digested: edits.length,
		kept: plan.input.log.length - summarised - edits.length,
	};
}
