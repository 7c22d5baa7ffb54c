import type { CompactionOutcome } from '../compaction/complete.ts';
import type { Preview } from '../compaction/plan.ts';
import type { Prompt } from '../summary/prompt.ts';
import type { SectionView } from './conversationView.ts';

/** The effects of a compaction, before any cost arises. */
export interface PreviewView extends Preview {
	readonly summariser: PreviewedSummariser;
	/** The summary itself; absent: it is not written yet, or cannot be. */
	readonly written?: PreviewedSummary;
}

/** The result of writing a previewed summary. */
export type PreviewedSummaryResult =
	| ({ readonly kind: 'written' } & PreviewedSummary)
	| Extract<CompactionOutcome, { readonly kind: 'refused' }>;

/** A summary by the built-in summariser, which costs nothing. */
interface PreviewedSummary {
	/** All thirteen. */
	readonly sections: readonly SectionView[];
	/** Tokens of the handoff, and of a request with it. */
	readonly handoffTokens: number;
	readonly after: number;
}

/** Who would write the summary. */
export type PreviewedSummariser =
	/** Settings, keys and models are still being read. */
	| { readonly kind: 'not-known-yet' }
	/** Nothing is sent anywhere. */
	| { readonly kind: 'built-in' }
	| ({ readonly kind: 'model' } & Omit<PlannedRequests, 'prompts'>);

/** What would be sent to a model to write a summary. Nothing was sent yet, and secrets are redacted. */
export interface PlannedRequests {
	readonly model: string;
	/** The requests that are known beforehand; empty if the model's window is too small for any. */
	readonly prompts: readonly Pick<Prompt, 'system' | 'user'>[];
	/** Their total number: merging partial summaries takes one more. */
	readonly requests: number;
	/** They are appended to the last request that was sent to the model for the conversation: its tokens. */
	readonly cachedTokens?: number;
	/** Expected, tokens: input and output of the model. */
	readonly tokens: { readonly input: number; readonly output: number };
	/** Expected, US dollars; absent if prices are unknown. */
	readonly cost?: number;
}
