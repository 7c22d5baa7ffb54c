import type { CompactionOutcome } from '../compaction/complete.ts';
import type { Preview } from '../compaction/plan.ts';
import type { SectionView } from './conversationView.ts';

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
	/** The handoff, and what a request carries with it, tokens. */
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

/** What a model would be sent to write a summary. Nothing was sent yet, and no secret is in it. */
export interface PlannedRequests {
	readonly model: string;
	/** The requests that are known beforehand; empty where the model's window is too small for any. */
	readonly prompts: readonly PlannedPrompt[];
	/** How many there are in all: partial summaries are merged by one more. */
	readonly requests: number;
	/** They go behind all that the model was last sent of the conversation, as it was sent: its tokens. */
	readonly behind?: number;
	/** Expected, tokens: read by the model and written by it. */
	readonly tokens: { readonly input: number; readonly output: number };
	/** Expected, US dollars; absent where no prices are known. */
	readonly cost?: number;
}

/** One request as it would be sent. */
export interface PlannedPrompt {
	readonly system: string;
	readonly user: string;
}
