import type { TokenCounter } from '../../../src/messages/tokens.ts';
import { pairTools } from '../../../src/messages/toolPairs.ts';
import { summariseBuiltIn } from '../../../src/summary/extractive/extractive.ts';
import { renderHandoff } from '../../../src/summary/handoff.ts';
import type { SummaryRequest } from '../../../src/summary/summariser.ts';
import { defaultSettings } from '../../../src/compaction/budgets.ts';
import type { Cut } from '../sessions/cuts.ts';
import type { Method } from './method.ts';

/** The request for a summary of a cut. */
export function requestOf(
	{ log, start, end }: Cut,
	budget: number,
	counter: TokenCounter,
): SummaryRequest {
	const range = { start, end };
	return {
		log,
		pairs: pairTools(log),
		range,
		fresh: [range],
		budget,
		userMessageShare: defaultSettings.userMessageShare,
		counter,
	};
}

/** The built-in summariser, measured by its whole handoff. */
export const builtIn: Method = {
	name: 'Precis, built in',
	write: (cut, budget, counter) => {
		const request = requestOf(cut, budget, counter);
		return renderHandoff(summariseBuiltIn(request), request);
	},
};
