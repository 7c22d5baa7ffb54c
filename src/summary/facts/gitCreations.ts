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

/** Whether a command in front of a message tells that it made a file of this name, and did not only look for it. */
export function tellsMade(uses: readonly ToolUse[], name: string, before: number): boolean {
	return uses.some(
		(use) =>
			use.family === 'terminal' &&
			use.callIndex + 1 < before &&
			!commandsOf(use).every(({ words }) => asking.test(words.join(' '))) &&
			tellsMaking(use.result.slice(0, reach), name),
	);
}

function tellsMaking(result: string, name: string): boolean {
	return (
		result.includes(name) &&
		result.split('\n').some((line) => line.includes(name) && making.test(line))
	);
}
