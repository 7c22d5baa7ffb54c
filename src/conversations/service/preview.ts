import {
	type CompactionOutcome,
	completeWithBuiltIn,
	summaryRequest,
} from '../../compaction/complete.ts';
import type { CompactionPlan, NothingToDo, Preview } from '../../compaction/plan.ts';
import { type RecordTokens, requestBefore, requestSize } from '../../compaction/record.ts';
import { renderContext } from '../../compaction/render.ts';
import type { Redacted } from '../../redaction/redact.ts';
import type { SummaryRequest } from '../../summary/summariser.ts';
import { type PlannedCompaction, planOf } from '../compacting.ts';
import type { Compactor } from './compactor.ts';
import type { JobRequest, JobWaiter } from './job.ts';
import type { LiveConversation } from './live.ts';

/** A preview, or why there is none. */
export type PreviewEnd =
	| { readonly kind: 'preview'; readonly preview: Preview }
	| { readonly kind: 'nothing-to-do'; readonly reason: NothingToDo };

/** Plans a compaction and keeps the plan, so that exactly the previewed plan is applied. */
export class Previews {
	readonly #live: LiveConversation;
	readonly #compactor: Compactor;
	#shown: { readonly id: number; readonly request: JobRequest } | undefined;

	constructor(live: LiveConversation, compactor: Compactor) {
		this.#live = live;
		this.#compactor = compactor;
	}

	/** A newer preview replaces the previous one. @throws {StoreError} */
	show({ focus }: { readonly focus?: Redacted } = {}): PreviewEnd {
		this.#live.refresh();
		const { conversation, planSettings, parts } = this.#live;
		const wanted = { trigger: 'manual' as const, ...(focus === undefined ? {} : { focus }) };
		const plan = (source: JobRequest['source']): PlannedCompaction =>
			planOf(conversation, { ...wanted, ...planSettings, source });
		const first = plan('active');
		// Like a compaction: only the focus is new.
		const again = first.outcome.kind !== 'plan' && focus !== undefined;
		const planned = again ? plan('same') : first;
		if (planned.outcome.kind !== 'plan') {
			return planned.outcome;
		}
		const preview = this.#previewOf(parts.nextId(), planned.outcome.plan);
		this.#shown = { id: preview.id, request: { ...wanted, source: 'active', planned } };
		return { kind: 'preview', preview };
	}

	/** The request for a summariser; undefined when that preview no longer exists. */
	requestOf(id: number): SummaryRequest | undefined {
		const plan = this.#planOf(id);
		return plan === undefined ? undefined : summaryRequest(plan);
	}

	/** The result of the built-in summariser; undefined when that preview no longer exists. */
	outcomeOf(id: number): CompactionOutcome | undefined {
		const plan = this.#planOf(id);
		if (plan === undefined) {
			return undefined;
		}
		const outcome = completeWithBuiltIn(plan);
		return outcome.kind === 'compacted'
			? { ...outcome, record: this.#live.measured(outcome.record) }
			: outcome;
	}

	/** Carries out the previewed plan; undefined when it no longer exists. */
	apply(id: number, signal?: AbortSignal): JobWaiter | undefined {
		const shown = this.#shown;
		if (shown?.id !== id) {
			return undefined;
		}
		this.#shown = undefined;
		return this.#compactor.start(shown.request, signal);
	}

	discard(id: number): void {
		if (this.#shown?.id === id) {
			this.#shown = undefined;
		}
	}

	/** What a plan will do, for people. */
	#previewOf(id: number, plan: CompactionPlan): Preview {
		const { layout, input, before, budget } = plan;
		const sizes = { before: before.tokens, after: expectedTokens(plan), summary: budget };
		const { tokens }: { tokens: RecordTokens } = this.#live.measured({ tokens: sizes });
		return {
			id,
			...(input.focus === undefined ? {} : { focus: input.focus }),
			head: { start: layout.headStart, end: layout.range.start },
			summarised: layout.range,
			tail: { start: layout.range.end, end: input.log.length },
			digested: layout.edits.length,
			before: requestBefore(tokens),
			...(tokens.isReported === true ? { isReported: true } : {}),
			after: requestSize(tokens.after, tokens),
			summary: budget,
		};
	}

	#planOf(id: number): CompactionPlan | undefined {
		const shown = this.#shown;
		const outcome = shown?.id === id ? shown.request.planned?.outcome : undefined;
		return outcome?.kind === 'plan' ? outcome.plan : undefined;
	}
}

/** Tokens of the context with a summary of the full budget. */
function expectedTokens({ layout, input, before, budget }: CompactionPlan): number {
	const tokens = { before: before.tokens, after: 0, summary: budget };
	return renderContext(input.log, { layout, handoff: '-', tokens }).tokens;
}
