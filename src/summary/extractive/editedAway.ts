import type { ToolUse } from '../../messages/toolUse.ts';
import { pathArgument } from '../../messages/toolFamilies.ts';
import { small } from '../facts/contentWords.ts';
import { changedLines } from '../excerpts/changedLines.ts';

/** Statements about something named of which edits have since put something else in files. */

/** A line that says what something is, by a name that is no plain word: `L6: Skills`, `| MAX_SIZE | 8 |`. */
const labelled =
	/^[\s|*`#>-]{0,12}((?=[\w-]{0,40}(?:\d|_|[a-z][A-Z]|[A-Z]{2}))[A-Za-z][\w-]{1,40})[*`]{0,3}\s{0,8}[:：=|](.{1,400})/;

/** Words and numbers; of a script without blanks, two characters each. Short and small words name nothing. */
const token = /[\p{Script=Latin}\p{N}_]{2,}|(?=(\p{L}\p{L}))\p{L}/gu;

const shortWord = /^\p{Script=Latin}{1,3}$/u;

interface Replacement {
	readonly name: string;
	/** What only the old line says. */
	readonly gone: readonly string[];
	/** What the new line says first. */
	readonly now: string;
}

/** Tells whether a statement says of a name what edits took away, and not what they put there. */
export function editedAwayBy(uses: readonly ToolUse[]): (text: string) => boolean {
	const last = new Map(
		uses.flatMap((use) => {
			const path = pathArgument(use.arguments) ?? '';
			return replacementsOf(use).map((each) => [`${path}\n${each.name}`, each] as const);
		}),
	);
	const replaced = [...last.values()];
	return (text) => {
		const said = replaced.length === 0 ? new Set<string>() : new Set(tokensIn(text));
		return replaced.some(
			({ name, gone, now }) =>
				names(text, name) && !said.has(now) && gone.some((word) => said.has(word)),
		);
	};
}

function replacementsOf(use: ToolUse): Replacement[] {
	if (use.family !== 'edit' || use.outcome.status !== 'ok') {
		return [];
	}
	const { removed, added } = changedLines(use);
	const after = labelledIn(added);
	return [...labelledIn(removed)].flatMap(([name, old]) => {
		const fresh = tokensIn(after.get(name) ?? '');
		const [now] = fresh;
		const gone = tokensIn(old).filter((word) => !fresh.includes(word));
		return now === undefined ? [] : [{ name, gone, now }];
	});
}

/** What lines say of what they name first. */
function labelledIn(lines: readonly string[]): ReadonlyMap<string, string> {
	return new Map(
		lines.flatMap((line): [string, string][] => {
			const [, name, said] = labelled.exec(line) ?? [];
			return name === undefined || said === undefined ? [] : [[name, said]];
		}),
	);
}

function tokensIn(text: string): string[] {
	return [...text.toLowerCase().matchAll(token)]
		.map(([word, pair]) => pair ?? word)
		.filter((word) => !shortWord.test(word) && !small.has(word));
}

/** Whether a name stands in a text, not as a part of another one. */
function names(text: string, name: string): boolean {
	for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
		if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) {
			return true;
		}
	}
	return false;
}
