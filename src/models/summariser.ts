import type { SummariserIdentity, SummaryDraft, SummaryRequest } from '../summary/summariser.ts';

/** Turns a plan into a summary: a model, or the built-in extractive one. */
export interface Summariser {
	readonly identity: SummariserIdentity;
	/** @param signal Cancels this summary; the promise then rejects with the signal's reason. */
	summarise(request: SummaryRequest, signal: AbortSignal): Promise<SummaryDraft>;
}
