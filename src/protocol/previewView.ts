import type { CompactionOutcome } from '../compaction/complete.ts';
import type { Preview } from '../compaction/plan.ts';
import type { SectionView } from './conversationView.ts';
import type { PlannedRequests } from './plannedRequests.ts';

/** What a compaction would do, before anything is spent. */
export interface PreviewView extends Preview {
	readonly summariser: PreviewedSummariser;
	/** The summary itself; absent: it is not written yet, or cannot be. */
	readonly written?: PreviewedSummary;
}

/** What comes of writing a previewed summary. */
export type PreviewedSummaryEnd =
	| ({ readonly kind: 'written' } & PreviewedSummary)
	| Extract<CompactionOutcome, { readonly kind: 'refused' }>;

/** A summary as the built-in summariser writes it, which costs nothing. */
interface PreviewedSummary {
	/** All thirteen. */
	readonly sections: readonly SectionView[];
	/** The handoff, and the context with it, tokens. */
	readonly handoffTokens: number;
	readonly after: number;
}

/** Who would write the summary. */
export type PreviewedSummariser =
	/** Settings, keys and models are still looked at. */
	| { readonly kind: 'not-known-yet' }
	/** Nothing is sent anywhere. */
	| { readonly kind: 'built-in' }
	| ({ readonly kind: 'model' } & Omit<PlannedRequests, 'prompts'>);
