import type { Log } from '../../src/messages/message.ts';
import { estimatedTokens } from '../../src/messages/tokens.ts';
import { pairTools } from '../../src/messages/toolPairs.ts';
import type { SummaryRequest } from '../../src/summary/summariser.ts';
import { noUserEdits } from '../../src/summary/userEdits.ts';

/** A request to summarise a whole log within 8,000 tokens, but for what is changed. */
export function requestFor(log: Log, changes: Partial<SummaryRequest> = {}): SummaryRequest {
	const range = changes.range ?? { start: 0, end: log.length };
	return {
		log,
		pairs: pairTools(log),
		range,
		fresh: [range],
		userEdits: noUserEdits,
		budget: 8_000,
		userMessageShare: 0.4,
		counter: estimatedTokens,
		...changes,
	};
}
