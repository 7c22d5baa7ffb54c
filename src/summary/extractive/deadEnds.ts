import type { ToolUse } from '../../messages/toolUse.ts';
import { redactedLine } from '../redactedLine.ts';
import type { SummaryRequest } from '../summariser.ts';
import { fixed, type Candidate } from './candidate.ts';
import type { Facts } from './collect.ts';
import { shortenPaths } from './paths.ts';

/** Searches of one list; the latest are told. */
const shown = 4;

/** Characters of a search. */
const searchLength = 90;

/** How search tools say that there is nothing. */
const nothing =
	/^\s*(?:\(?(?:no|0|zero) (?:\w+ ){0,2}(?:found|match(?:es)?|results?)\b|Found 0 |nothing found|$)/i;

/** What was looked for and is not there: nobody needs to look for it again. */
export function deadEndCandidates(request: SummaryRequest, facts: Facts): Candidate[] {
	const searches = new Map<string, ToolUse>();
	for (const use of facts.uses) {
		if (use.callIndex < request.range.start) {
			continue;
		}
		const search = shortenPaths(redactedLine(use.target, searchLength), facts.root);
		if (foundNothing(use)) {
			searches.set(search, use);
		} else if (use.outcome.status === 'ok') {
			// Elsewhere, or later, it was found.
			searches.delete(search);
		}
	}
	const latest = [...searches].slice(-shown);
	if (latest.length === 0) {
		return [];
	}
	const list = latest.map(([search]) => `\`${search}\``).join(' · ');
	const sources = [...new Set(latest.map(([, use]) => use.callIndex + 1))].sort((a, b) => a - b);
	return [fixed('Critical Context', 'rest', `${facts.words.foundNothing}: ${list}`, sources, 1)];
}

/** Without a word in it a search says nothing of what is not there. */
const naming = /\p{L}{3}/u;

/** Characters of a result beyond which it says more than that there is nothing. */
const longestNothing = 200;

function foundNothing({ family, outcome, result, resultIndex, target }: ToolUse): boolean {
	if (resultIndex === undefined || outcome.status === 'failed' || !naming.test(target)) {
		return false;
	}
	return (
		outcome.noMatches === true ||
		(family === 'search' && outcome.characters <= longestNothing && nothing.test(result))
	);
}
