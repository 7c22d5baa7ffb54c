import type { SummaryRequest } from '../summary/summariser.ts';
import type { WrittenSummary } from '../summary/writtenSummary.ts';

/** Turns a plan into a summary: the ladder of models, or the built-in summariser alone. */
export interface Summariser {
	/** @param signal Cancels this summary; the promise then rejects with the signal's reason. */
	summarise(request: SummaryRequest, signal: AbortSignal): Promise<WrittenSummary>;
}
