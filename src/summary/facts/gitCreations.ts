import type { ToolUse } from '../../messages/toolUse.ts';
import { asking } from './commandKinds.ts';
import { commandsOf } from './shellWords.ts';

/** Characters of what git printed that are looked at. */
const reach = 20_000;

/** How git tells of a file that a commit holds and the one before it did not. */
const creation = /^ create mode \d{6} (.+)$/gm;

/** The paths that a commit tells of as new; one that amends another tells of what that had made. */
export function toldCreations(words: readonly string[], result: string): string[] {
	return words[1] !== 'commit' || words.includes('--amend')
		? []
		: [...result.slice(0, reach).matchAll(creation)].map(([, path = '']) => path);
}

/** How programs tell that they made a file. */
const making = /\b(?:creat(?:ed?|ing)|generat(?:ed?|ing)|wr(?:ote|iting|itten))\b/i;

/** What stands around a name in what programs print, and closes a sentence behind it. */
const border = /[\s/\\'"`()[\]:,;]+|\.(?=\s|$)/;

/**
 * Whether a command in front of a message tells that it made a file of this name, and did not only look
 * for it. What they print is read once, when it is first asked for.
 */
export function toldMade(uses: readonly ToolUse[]): (name: string, before: number) => boolean {
	let made: ReadonlyMap<string, number> | undefined;
	return (name, before) => {
		made ??= namesMade(uses);
		return (made.get(name) ?? before) < before;
	};
}

/** What stands in lines that tell of something made, with the number of the first call that printed it. */
function namesMade(uses: readonly ToolUse[]): ReadonlyMap<string, number> {
	const made = new Map<string, number>();
	const calls = uses.filter(
		(use) =>
			use.family === 'terminal' &&
			!commandsOf(use).every(({ words }) => asking.test(words.join(' '))),
	);
	for (const { result, callIndex } of calls) {
		const lines = result.slice(0, reach).split('\n');
		for (const name of lines
			.filter((line) => making.test(line))
			.join('\n')
			.split(border)) {
			made.set(name, made.get(name) ?? callIndex + 1);
		}
	}
	return made;
}
