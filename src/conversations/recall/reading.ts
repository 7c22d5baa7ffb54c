import type { Log, LogRange } from '../../messages/message.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { redact } from '../../redaction/redact.ts';
import { readingsOf, type Term } from '../search/terms.ts';
import { bodyOf, callAnsweredBy, headingOf, quote, quotedBody } from './messageTexts.ts';
import { pagesOf } from './pages.ts';
import { placesIn } from '../search/termMatches.ts';

/** Looks up originals by number. */

/** The requested originals. */
export interface MessageRange {
	/** Number of the first message, from 1. */
	readonly number: number;
	/** Number of the last message; absent: that of the turn, or with `find` only the first message. */
	readonly last?: number;
	/** Only lines with all these words (if there are none, with any), and some lines around them. */
	readonly find?: string;
	/** From 1; absent: the first. */
	readonly page?: number;
}

/** The requested page. */
export type RecallEnd =
	| {
			readonly kind: 'recalled';
			/** Numbers of the first and the last message. */
			readonly from: number;
			readonly to: number;
			readonly text: string;
			/** From 1. */
			readonly page: number;
			readonly pages: number;
	  }
	| { readonly kind: 'not-there'; readonly messages: number }
	/** The messages exist but do not contain the words. */
	| { readonly kind: 'not-found'; readonly from: number; readonly to: number };

/** Lines shown before and after a match. */
const linesAround = 5;

/** The originals from a message to the end of its turn, or to the requested last message. */
export function recallMessages(
	log: Log,
	{ number, last, find, page = 1 }: MessageRange,
): RecallEnd {
	const turn = turnAt(log, number);
	const notThere = { kind: 'not-there', messages: log.length } as const;
	if (turn === undefined || (last !== undefined && last < number)) {
		return notThere;
	}
	const to = Math.min(last ?? (find === undefined ? turn.end : number), log.length);
	const texts: string[] = [];
	for (let at = number; at <= to; at += 1) {
		const text = textAt(log, at, find);
		if (text !== undefined) {
			texts.push(text);
		}
	}
	if (texts.length === 0) {
		return { kind: 'not-found', from: number, to };
	}
	const pages = pagesOf(texts.join('\n\n'));
	const cut = pages[page - 1];
	// A line that is cut continues as part of its message.
	const isInLine = pages[page - 2]?.endsWith('\n') === false;
	const text = cut === undefined ? undefined : `${isInLine ? quote : ''}${cut}`;
	return text === undefined
		? notThere
		: { kind: 'recalled', from: number, to, text, page, pages: pages.length };
}

/** The turn that a message belongs to; undefined if there is none. @param number From 1. */
function turnAt(log: Log, number: number): LogRange | undefined {
	if (log[number - 1] === undefined) {
		return undefined;
	}
	const begins = (index: number): boolean => {
		const message = log[index]?.message;
		return message !== undefined && isFromPerson(message);
	};
	let start = number - 1;
	while (start > 0 && !begins(start)) {
		start -= 1;
	}
	let end = number;
	while (end < log.length && !begins(end)) {
		end += 1;
	}
	return { start, end };
}

/** A message with its heading, redacted before it is cut, so that a cut cannot hide part of a secret from the rules. */
function textAt(log: Log, number: number, find: string | undefined): string | undefined {
	const message = log[number - 1]?.message;
	if (message === undefined) {
		return undefined;
	}
	const heading = headingOf(message, number, callAnsweredBy(log, number));
	const body = bodyOf(message);
	const [first = '', ...lines] = redact(`${heading}:\n${body}`).split('\n');
	return find === undefined
		? `${first}\n${quotedBody(lines.join('\n'))}`
		: linesWith(first, lines, find);
}

/** The heading and the lines around the matches; undefined if no line matches. */
function linesWith(heading: string, lines: readonly string[], find: string): string | undefined {
	const found = foundIn(lines, readingsOf(find).at(-1)?.terms ?? []);
	if (found.length === 0) {
		return undefined;
	}
	let shown = heading;
	let before = -1;
	for (const [index, line] of lines.entries()) {
		if (found.some((at) => Math.abs(at - index) <= linesAround)) {
			shown += `${index > before + 1 ? '\n[…]' : ''}\n${quotedBody(line)}`;
			before = index;
		}
	}
	return `${shown}${before < lines.length - 1 ? '\n[…]' : ''}`;
}

/** Indices of the lines that contain all words; if there are none, of those that contain most of them. */
function foundIn(lines: readonly string[], terms: readonly Term[]): number[] {
	const counts = lines.map((line) => new Set(placesIn(line, terms).map(({ term }) => term)).size);
	const most = counts.reduce((best, count) => Math.max(best, count), 0);
	return most === 0 ? [] : [...counts.keys()].filter((index) => counts[index] === most);
}
