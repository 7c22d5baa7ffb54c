import { latestFromPerson } from '../messages/userTurns.ts';
import { assembleModelSummary } from './assembly.ts';
import { summariseBuiltIn } from './builtIn.ts';
import { ledgerOf, isDeed } from './ledger.ts';
import { summaryOf, type Summary, type SummaryItem } from './sections.ts';
import type { SummariserIdentity, SummaryDraft, SummaryRequest } from './summariser.ts';

/** A summary that stands for the beginning of a log. */
export interface WrittenBefore {
	readonly summary: Summary;
	readonly summariser: SummariserIdentity;
	/** Index of the message behind what it stands for. */
	readonly end: number;
}

/**
 * The summary of a whole log for a reader who has nothing but that. The built-in summariser writes it
 * anew. What a model wrote stays, but for what was in progress where work went on since, and the ledger
 * says the rest. A later request stands behind it, with what was said since. Asks no model; same input, same bytes.
 */
export function summaryAtEnd(
	request: SummaryRequest,
	{ summary, summariser, end }: WrittenBefore,
): SummaryDraft {
	if (summariser.kind === 'built-in') {
		return summariseBuiltIn(request);
	}
	const { uses } = ledgerOf(request.log, request.pairs);
	const wentOn = uses.some((use) => use.callIndex >= end && isDeed(use));
	const latest = latestFromPerson(request.log);
	const below: SummaryItem = {
		text: 'The latest request follows below.',
		sources: [latest + 1],
		place: 'below',
	};
	const standing = summaryOf((title) => {
		switch (title) {
			case 'Active Task':
				return latest >= end ? [below, ...summary[title]] : summary[title];
			case 'In Progress':
				return wentOn ? summary[title].filter(({ kept }) => kept !== undefined) : summary[title];
			default:
				return summary[title];
		}
	});
	return assembleModelSummary(standing, request);
}
