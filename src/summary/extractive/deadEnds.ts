import { argumentText } from '../../messages/toolFamilies.ts';
import type { ToolUse } from '../../messages/toolUse.ts';
import { textsIn } from '../excerpts/passages.ts';
import { commandsOf } from '../facts/shellWords.ts';
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
		const search = searchOf(use);
		if (foundNothing(use)) {
			searches.set(search, use);
		} else if (use.outcome.status === 'ok') {
			// Later it was found.
			searches.delete(search);
		}
	}
	const latest: string[] = [];
	const sources = new Set<number>();
	for (const [search, use] of [...searches].reverse()) {
		if (latest.length < shown && !isElsewhere(use, facts.atEnd.uses)) {
			const told = shortenPaths(redactedLine(search, searchLength), facts.root);
			latest.unshift(`\`${told}\``);
			sources.add(use.callIndex + 1);
		}
	}
	if (latest.length === 0) {
		return [];
	}
	const list = latest.join(' · ');
	const ordered = [...sources].sort((a, b) => a - b);
	return [fixed('Critical Context', 'rest', `${facts.words.foundNothing}: ${list}`, ordered, 1)];
}

/** Arguments that say where a search looks. */
const scopeKeys =
	'path paths dir_path directory glob include includePattern include_pattern file_pattern filePattern type'.split(
		' ',
	);

/** What was looked for and where: a search of a few files says nothing of the others. */
function searchOf({ family, target, arguments: values }: ToolUse): string {
	const scopes =
		family === 'search' ? scopeKeys.map((key) => argumentText(values, [key]) ?? '') : [];
	const others = scopes.filter((scope) => scope !== '' && scope !== target);
	return [target, ...new Set(others)].join(' ← ');
}

/** Whether another search came upon what this one looked for, or a later change put it in. */
function isElsewhere(use: ToolUse, all: readonly ToolUse[]): boolean {
	const alternatives = alternativesIn(patternOf(use));
	const isIn = (text: string): boolean =>
		alternatives.some(
			([first = '', ...others]) =>
				text.includes(first) &&
				text
					.split('\n')
					.some((line) => line.includes(first) && others.every((word) => line.includes(word))),
		);
	return all.some((other) => {
		if (other.outcome.status === 'failed') {
			return false;
		}
		if (other.family === 'search') {
			return (
				other.outcome.status === 'ok' &&
				searchOf(other) !== searchOf(use) &&
				!foundNothing(other) &&
				isIn(other.result)
			);
		}
		const isChange = other.family === 'edit' || other.family === 'write';
		return isChange && other.callIndex > use.callIndex && textsIn(other.arguments).some(isIn);
	});
}

/** What a search looks for, without where; of a command line what stands behind the options. */
function patternOf(use: ToolUse): string {
	const words = use.family === 'terminal' ? commandsOf(use)[0]?.words : undefined;
	return words?.slice(1).find((word) => !word.startsWith('-')) ?? use.target;
}

/**
 * What a line must hold of each alternative of a pattern: the words of an expression, the fixed parts of a path.
 * Patterns come from a transcript and are not run.
 */
function alternativesIn(pattern: string): readonly (readonly string[])[] {
	return pattern
		.split('|')
		.map((alternative) =>
			alternative.includes('/')
				? alternative.split('*').filter((part) => part !== '')
				: (alternative.replace(/\\[a-zA-Z]/g, ' ').match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? []),
		)
		.filter((parts) => parts.length > 0);
}

/** Without a word in it a search says nothing of what is not there. */
const naming = /\p{L}{3}/u;

/** Characters of a result beyond which it says more than that there is nothing. */
const longestNothing = 200;

function foundNothing(use: ToolUse): boolean {
	const { family, outcome, resultIndex, target } = use;
	if (resultIndex === undefined || outcome.status === 'failed' || !naming.test(target)) {
		return false;
	}
	// A result is redacted when it is read: of most calls that is not needed.
	return (
		outcome.noMatches === true ||
		(family === 'search' && outcome.characters <= longestNothing && nothing.test(use.result))
	);
}
