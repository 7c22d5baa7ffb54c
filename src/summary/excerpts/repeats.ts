import type { Passage } from './passage.ts';

/** How a program tells what came of it. */
const verdict = /\b(?:success\w*|pass(?:ed|es)?|fail\w*|errors?|ok|done|completed?)\b/i;

/** Says a thing once: its latest statement stands. What a program ended with stands all the same. */
export function withoutRepeats(passages: readonly Passage[]): Passage[] {
	const made = madeLines(passages);
	const seen = new Set<string>();
	const kept = passages.toReversed().map((passage) => {
		const last = passage.kind === 'output' ? passage.lines.at(-1) : undefined;
		const lines = passage.lines.toReversed().filter((line) => {
			if (passage.kind === 'output' && showsAgain(line.text, made)) {
				return false;
			}
			const known = seen.size;
			partsOf(line.text).forEach((part) => seen.add(part));
			return seen.size > known || (line === last && verdict.test(line.text));
		});
		return { ...passage, lines: lines.reverse() };
	});
	return kept.reverse().filter(({ lines }) => lines.length > 0);
}

/** A line of a difference, with the sign of what became of it. */
const signed = /^([-+])\s*(?=\S)/;

/** Every line that a change put in or took out, with its sign. */
function madeLines(passages: readonly Passage[]): ReadonlySet<string> {
	const changes = passages.filter(({ kind }) => kind === 'change');
	const parts = changes.flatMap(({ lines }) => lines.flatMap(({ text }) => partsOf(text)));
	return new Set(parts.flatMap((part) => (signed.test(part) ? [part] : [`+ ${part}`])));
}

/** Whether a difference that was printed shows what a change is told to have made: that says it with its file. */
function showsAgain(text: string, made: ReadonlySet<string>): boolean {
	return signed.test(text) && made.has(text.replace(signed, '$1 '));
}

/** The lines of a statement; mostly it is one. */
export function partsOf(statement: string): readonly string[] {
	return statement.includes('\n') ? statement.split('\n') : [statement];
}
