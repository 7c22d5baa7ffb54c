import { activeTask, toldByTask } from '../activeTask.ts';
import type { SummariserIdentity, SummaryDraft, SummaryRequest } from '../summariser.ts';
import { candidatesOf } from './candidates.ts';
import { chooseWithin } from './choosing.ts';
import { collectFacts } from './collect.ts';
import { earlierRequests } from './earlierCandidates.ts';
import { excerptItems } from './excerptItems.ts';
import { quotedTurns } from './quotes.ts';

/**
 * The built-in summariser: thirteen sections from the structure of the conversation, without a
 * model. It chooses and quotes; it never makes anything up. Same request, same bytes.
 */

/** Who wrote a summary that no model wrote. */
export const builtIn: SummariserIdentity = { kind: 'built-in' };

/** Writes the summary of a request's range. */
export function summariseBuiltIn(request: SummaryRequest): SummaryDraft {
	const facts = collectFacts(request);
	return chooseWithin(request, {
		task: activeTask(request),
		candidates: candidatesOf(request, facts),
		excerpts: excerptItems(request, facts),
		quoted: [
			...earlierRequests(facts),
			...quotedTurns(facts.turns, request.range, toldByTask(request)),
		],
	});
}
