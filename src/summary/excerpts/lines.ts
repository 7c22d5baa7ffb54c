import { saysSomething, type TextLine } from './neighbours.ts';
import { isNoise } from './noise.ts';
import { longestLine, type PassageLine } from './passage.ts';
import { PlacedLine } from './placedLine.ts';
import { sentencesIn } from './sentences.ts';
import { isFence, statementsIn, type Statement } from './statements.ts';

/** Cuts texts into lines that can stand alone. Linear, also in one long line. */

/** Characters of one line that are looked at; behind that it is data. */
const lineReach = 6_000;

/** Characters of one text that are looked at at either end. */
const textReach = 400_000;

/**
 * Terminal colours, and the number columns that tools put before the lines of a file. A status (`500: failed`),
 * a port (`8080:80`), a time of day and an entry of a list are none.
 */
const colours = /\u001b\[[0-9;?]{0,20}[A-Za-z]/g;
const numberColumn = /^\s{0,10}\d{1,6}(?:[\t→│|]\s?|:(?!\d| \S)\s?|-(?=\t| {2})\s)/;

/** The statements of what a tool returned or was given; those of several lines with their line breaks. */
export function linesOf(text: string): PassageLine[] {
	const isColoured = text.includes('\u001b');
	const lines = textLines(text, (raw) => {
		const plain = isColoured ? raw.replace(colours, '') : raw;
		return plain.slice(numberColumn.exec(plain)?.[0].length ?? 0);
	});
	const whole = wholeOf(lines);
	if (whole !== undefined) {
		return placed([whole], lines);
	}
	const parts: Part[] = [];
	let from = 0;
	for (let at = 0; at <= lines.length; at += 1) {
		const line = lines[at];
		if (line === undefined || line.text.length > longestLine) {
			for (const statement of statementsIn(lines.slice(from, at), from)) {
				parts.push(statement);
			}
			parts.push(...sentencesAt(lines, at));
			from = at + 1;
		}
	}
	return placed(parts, lines);
}

/** Lines and characters of a text that is told as a whole. */
const mostWholeLines = 6;
const mostWhole = 200;

/** A line that says a number and nothing else: what it counts stands above. */
const loneNumber = /^\d[\d.,]{0,20} ?%?$/;

/** A short text with a lone number in it as one statement, where any line of it tells something. */
function wholeOf(lines: readonly TextLine[]): Part | undefined {
	const said = lines.filter(({ text }) => text !== '');
	const text = said.map((line) => line.text).join('\n');
	return said.length > 1 &&
		said.length <= mostWholeLines &&
		text.length <= mostWhole &&
		said.some((line) => loneNumber.test(line.text)) &&
		said.some((line) => !isNoise(line.text))
		? { text, last: lines.length - 1, isTelling: true }
		: undefined;
}

/** The sentences of what somebody said; code in it by its lines. */
export function sentencesOfSpeech(text: string): PassageLine[] {
	const lines = textLines(text, (raw) => raw);
	const parts = lines.flatMap(({ text: line, isFenced }, last): Part[] =>
		line.length <= shortLine || isFenced
			? [partOf(line.slice(0, longestLine), last)]
			: sentencesAt(lines, last),
	);
	return placed(parts, lines);
}

/** A line of speech up to this length stays whole, characters. */
const shortLine = 160;

/** A statement, or a part of a long one. */
interface Part extends Statement {
	/** Whether the rest of its sentence is the next part. */
	readonly isUnfinished?: boolean;
}

function partOf(text: string, last: number): Part {
	return { text, last, isTelling: !isNoise(text) };
}

function sentencesAt(lines: readonly TextLine[], at: number): Part[] {
	return sentencesIn(lines[at]?.text ?? '').map(({ text, isUnfinished }) => ({
		...partOf(text, at),
		...(isUnfinished === true ? { isUnfinished } : {}),
	}));
}

/** What is worth telling, with its place among all parts that say something. */
function placed(parts: readonly Part[], lines: readonly TextLine[]): PassageLine[] {
	const found: PassageLine[] = [];
	let place = 0;
	let position = 0;
	let isInside = false;
	for (const { text, last, isTelling, isUnfinished = false } of parts) {
		position += 1;
		if (!saysSomething(text)) {
			continue;
		}
		if (isTelling) {
			const isEnd = parts[position]?.last !== last;
			const around = { beginsInside: isInside, isUnfinished, lines: isEnd ? lines : [], last };
			found.push(new PlacedLine(text, place, around));
		}
		isInside = isUnfinished;
		place += 1;
	}
	return found;
}

/** The lines of a text without what marks fences. */
function textLines(text: string, bareOf: (raw: string) => string): TextLine[] {
	const lines: TextLine[] = [];
	let isFenced = false;
	for (const raw of rawLines(text)) {
		const bare = bareOf(raw);
		const begun = bare.trimStart();
		const line = begun.trimEnd();
		const marksFence = isFence(line);
		isFenced = marksFence ? !isFenced : isFenced;
		const indent = bare.length - begun.length;
		lines.push({ text: line, indent, isFenced: isFenced && !marksFence });
	}
	return lines;
}

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
