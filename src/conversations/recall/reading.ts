import type { Log, Message } from '../../messages/message.ts';
import { isFromPerson } from '../../messages/userTurns.ts';
import { redact } from '../../redaction/redact.ts';
import { readingsOf, type Term } from '../search/terms.ts';
import { bodyOf, headingOf, quote, quotedBody } from './messageTexts.ts';
import { pagesOf } from './pages.ts';
import { termMatchesIn } from '../search/termMatches.ts';

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
export type RecallResult =
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
): RecallResult {
	const turnEnd = endOfTurn(log, number);
	const notThere = { kind: 'not-there', messages: log.length } as const;
	if (turnEnd === undefined || (last !== undefined && last < number)) {
		return notThere;
	}
	const to = Math.min(last ?? (find === undefined ? turnEnd : number), log.length);
	const texts = log
		.slice(number - 1, to)
		.flatMap(({ message }, index) => messageText(log, message, number + index, find) ?? []);
	if (texts.length === 0) {
		return { kind: 'not-found', from: number, to };
	}
	const pages = pagesOf(texts.join('\n\n'));
	const cut = pages[page - 1];
	if (cut === undefined) {
		return notThere;
	}
	// A line that is cut continues as part of its message.
	const isInLine = pages[page - 2]?.endsWith('\n') === false;
	const text = `${isInLine ? quote : ''}${cut}`;
	return { kind: 'recalled', from: number, to, text, page, pages: pages.length };
}

/** Number of the last message in the turn of a message; undefined: there is no such message. */
function endOfTurn(log: Log, number: number): number | undefined {
	const next = log.findIndex(({ message }, index) => index >= number && isFromPerson(message));
	if (log[number - 1] === undefined) {
		return undefined;
	}
	return next < 0 ? log.length : next;
}

/** A message with its heading, redacted before it is cut, so that a cut cannot hide part of a secret from the rules. */
function messageText(
	log: Log,
	message: Message,
	number: number,
	find: string | undefined,
): string | undefined {
	const heading = headingOf(message, number, log);
	const body = bodyOf(message);
	const [first = '', ...lines] = redact(`${heading}:\n${body}`).split('\n');
	return find === undefined
		? `${first}\n${quotedBody(lines.join('\n'))}`
		: linesWith(first, lines, find);
}

/** The heading and the lines around the matches; undefined if no line matches. */
function linesWith(heading: string, lines: readonly string[], find: string): string | undefined {
	const found = matchingLines(lines, readingsOf(find).at(-1)?.terms ?? []);
	if (found.length === 0) {
		return undefined;
	}
	let shown = heading;
	let previous = -1;
	for (const [index, line] of lines.entries()) {
		if (found.some((at) => Math.abs(at - index) <= linesAround)) {
			shown += `${index > previous + 1 ? '\n[…]' : ''}\n${quotedBody(line)}`;
			previous = index;
		}
	}
	return `${shown}${previous < lines.length - 1 ? '\n[…]' : ''}`;
}

/** Indices of the lines that contain all words; if there are none, of those that contain most of them. */
function matchingLines(lines: readonly string[], terms: readonly Term[]): number[] {
	const counts = lines.map(
		(line) => new Set(termMatchesIn(line, terms).map(({ term }) => term)).size,
	);
	const most = counts.reduce((best, count) => Math.max(best, count), 0);
	return most === 0 ? [] : [...counts.keys()].filter((index) => counts[index] === most);
}
