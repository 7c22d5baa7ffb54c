import { builtIn } from '../../src/summary/builtIn.ts';
import type { SummaryDraft } from '../../src/summary/summariser.ts';
import type { WrittenSummary } from '../../src/summary/writtenSummary.ts';

/** A summary as if the built-in summariser had written it. */
export function written(draft: SummaryDraft): WrittenSummary {
	return {
		draft,
		identity: builtIn,
		attempts: [{ rung: 'built-in', outcome: 'ok', ms: 0 }],
	};
}
