import type { ToolUse } from '../../messages/toolUse.ts';
import { anyOf } from './languages/languages.ts';
import { codeNames } from './takingBack.ts';

/** What the assistant said about code that was changed afterwards is no longer known to be so. */

/** Says how things are at the moment. */
const ofTheMoment = new RegExp(anyOf('ofTheMoment'), 'iu');

/** A directory stands in the path of every file in it. */
const directory = /[\w.-]{1,60}\//g;

/** Words such as `error` or `code` stand in nearly every edit. */
function isTelling(name: string): boolean {
	return name.length >= 8 || /[_-]/.test(name);
}

/** Words in code as they are known again. */
const word = /[\w-]{3,60}/g;

/** Tells whether a statement may have been overtaken by what the assistant changed behind it. */
export type Overtaken = (text: string, index: number) => boolean;

/** Reads off all changes what they touched last. */
export function overtakenBy(uses: readonly ToolUse[]): Overtaken {
	const changes = uses.filter(
		({ family, outcome }) =>
			(family === 'edit' || family === 'write') && outcome.status !== 'failed',
	);
	const last = changes.at(-1)?.callIndex ?? -1;
	let touched: ReadonlyMap<string, number> | undefined;
	return (text, index) => {
		if (last <= index) {
			return false;
		}
		if (ofTheMoment.test(text)) {
			return true;
		}
		touched ??= lastTouches(changes);
		const named = [...codeNames(text.replaceAll(directory, ''))].filter((name) => isTelling(name));
		return named.some((name) => (touched?.get(name) ?? -1) > index);
	};
}

/** The words of all edits with the last message that edited them; a file written anew is no edit. */
function lastTouches(changes: readonly ToolUse[]): ReadonlyMap<string, number> {
	const touched = new Map<string, number>();
	for (const { family, call, callIndex } of changes) {
		const text = family === 'edit' ? call.arguments.toLowerCase() : '';
		for (const [found] of text.matchAll(word)) {
			touched.set(found, callIndex);
		}
	}
	return touched;
}
