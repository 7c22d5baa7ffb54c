import { sentencesIn } from './sentences.ts';
import { isNoise } from './noise.ts';
import { longestLine } from './passage.ts';
import { statementsIn, type TextLine } from './statements.ts';

/** Cuts texts into lines that can stand alone. Linear, also in one long line. */

/** Characters of one line that are looked at; behind that it is data. */
const lineReach = 6_000;

/** Characters of one text that are looked at at either end. */
const textReach = 400_000;

/** Terminal colours, and the number columns that tools put before the lines of a file. */
const colours = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;
const numberColumn = /^\s{0,10}\d{1,6}(?:[\t→│|]|:(?!\d\d:\d\d)|[-.](?=\s))\s?/;

/** The statements of what a tool returned or was given; those of several lines with their line breaks. */
export function linesOf(text: string): string[] {
	const statements: string[] = [];
	let short: TextLine[] = [];
	const isColoured = text.includes('\u001b');
	for (const raw of rawLines(text)) {
		const plain = isColoured ? raw.replace(colours, '') : raw;
		const bare = plain.slice(numberColumn.exec(plain)?.[0].length ?? 0);
		const line = bare.trim();
		if (line.length <= longestLine) {
			short.push({ text: line, indent: bare.length - bare.trimStart().length });
		} else {
			statements.push(...statementsIn(short));
			short = [];
			statements.push(...sentencesIn(line).filter((part) => !isNoise(part)));
		}
	}
	return [...statements, ...statementsIn(short)];
}

/** The sentences of what somebody said; code in it by its lines. */
export function sentencesOfSpeech(text: string): string[] {
	const sentences: string[] = [];
	let fenced = false;
	for (const raw of rawLines(text)) {
		const line = raw.trim();
		if (/^(?:```|~~~)/.test(line)) {
			fenced = !fenced;
		} else if (line.length <= shortLine || fenced) {
			sentences.push(line.slice(0, longestLine));
		} else {
			sentences.push(...sentencesIn(line));
		}
	}
	return sentences.filter((sentence) => !isNoise(sentence));
}

/** A line of speech up to this length stays whole, characters. */
const shortLine = 160;

function* rawLines(text: string): Generator<string> {
	const whole = text.length <= 2 * textReach;
	const parts = whole ? [text] : [text.slice(0, textReach), text.slice(-textReach)];
	for (const part of parts) {
		let start = 0;
		while (start < part.length) {
			const end = part.indexOf('\n', start);
			const stop = end < 0 ? part.length : end;
			yield part.slice(start, Math.min(stop, start + lineReach));
			start = stop + 1;
		}
	}
}
