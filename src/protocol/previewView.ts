import type { CompactionOutcome } from '../compaction/complete.ts';
import type { SectionView } from './conversationView.ts';
import type { PlannedRequests } from './plannedRequests.ts';

/** Numbers of the first and the last message, from 1. */
export type MessageRange = readonly [first: number, last: number];

/** What a compaction would do, before anything is spent. */
export interface PreviewView {
	readonly focus?: string;
	/** Kept word for word in front of the summary and behind it; absent: nothing. */
	readonly head?: MessageRange;
	readonly tail?: MessageRange;
	/** What the summary will stand for. */
	readonly summarised: MessageRange;
	/** Messages of head and tail that are shortened to a digest. */
	readonly digested: number;
	/** Tokens of the context now, and at most after. */
	readonly before: number;
	readonly after: number;
	/** The longest the summary may become, tokens. */
	readonly summary: number;
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
