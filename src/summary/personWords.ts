import { errorLinesIn } from '../messages/errorLines.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { cutEnd, cutMiddle, formatCount, mark, recallHint } from '../messages/marks.ts';
import type { Log, LogRange } from '../messages/message.ts';
import { personText } from '../messages/origins.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { isProse } from './lines.ts';
import { redact } from '../redaction/redact.ts';
import { withoutFrames } from './frameMarks.ts';
import type { SummaryItem } from './sections.ts';

/**
 * The user's messages, chosen anew from the whole log at every compaction, so that repeated compactions do not erode
 * them. They are quoted, never classified: the reader decides what is a rule.
 */

/** The user's own text in one message. */
export interface PersonMessage {
	/** Index in the log. */
	readonly index: number;
	/** Without the client's additions, and without secrets. */
	readonly text: string;
}

/** Tokens of the frame around a quoted message. */
const quoteFrame = 6;

/** Tokens below which a cut message would mean nothing. */
const smallestQuote = 64;

/** Tokens below which a message is short: rules and preferences are, most documents are not. */
const shortQuote = 80;

/** Messages chosen first, the newest; then the oldest, which often state rules for all of the work. */
const newestFirst = 4;
const oldestFirst = 3;

/** More consecutive lines than a user types: they were pasted. */
const pastedLines = 12;

/** Lines kept at the start and at the end of a pasted block; lines without letters and digits do not count. */
const keptOfPaste = { start: 2, end: 1 };

/** Share of a cut text that is taken from its start: users state their request first. */
const startShare = 0.65;

/** Characters per token assumed for a first estimate of a cut. */
const guessedCharacters = 3;

/** The user's messages in a range, oldest first. */
export function personMessages(log: Log, range: LogRange): PersonMessage[] {
	return log.slice(range.start, range.end).flatMap(({ message }, offset) => {
		if (message.role !== 'user' || !isFromPerson(message)) {
			return [];
		}
		const text = withoutFrames(redact(plainLineEnds(personText(message)).trim()));
		return text === '' ? [] : [{ index: range.start + offset, text }];
	});
}

/**
 * As many of these messages as the budget allows, newest first. If room is short, pasted blocks are shortened before
 * other text, then long messages are cut to a common length, then older ones to their first and last sentences; of what
 * still does not fit, the newest and the short ones are kept.
 * @param messages Oldest first.
 * @param budget Tokens.
 * @param recall Whether marks may refer to the recall tool.
 */
export function fitWords(
	messages: readonly PersonMessage[],
	budget: number,
	counter: TokenCounter,
	recall: boolean,
): SummaryItem[] {
	const number = (index: number): number | undefined => (recall ? index + 1 : undefined);
	const sized = (text: string): number => sizeOf(text, counter) + quoteFrame;
	const whole = messages.map(({ index, text }) => ({ index, text, size: sized(text) }));
	let fitting = whole.map(({ index, text, size }) => {
		const shorter = size > shortQuote * 2 ? withoutPastes(text, number(index)) : text;
		return shorter === text
			? { index, text, size }
			: { index, text: shorter, size: sized(shorter) };
	});
	if (sum(fitting) > budget) {
		const length = Math.max(
			smallestQuote,
			commonLength(
				fitting.map(({ size }) => size),
				budget,
			),
		);
		fitting = fitting.map(({ index, text, size }) => {
			const cut =
				size <= length ? text : cutToTokens(text, length - quoteFrame, counter, number(index));
			return { index, text: cut, size: Math.min(size, length) };
		});
	}
	for (const length of sentenceLengths) {
		if (sum(fitting) > budget) {
			const older = whole.length - newestFirst;
			fitting = fitting.map((each, position) => {
				const text = position < older ? withEnds(whole[position]?.text ?? '', length) : each.text;
				return text.length < each.text.length ? { ...each, text, size: sized(text) } : each;
			});
		}
	}
	const newest = [...fitting].reverse();
	const others = newest.slice(newestFirst, Math.max(newestFirst, newest.length - oldestFirst));
	const inRank = [
		...newest.slice(0, newestFirst),
		...newest.slice(newestFirst).slice(-oldestFirst),
		...others.filter(({ size }) => size <= shortQuote),
		...others.filter(({ size }) => size > shortQuote),
	];
	const kept = new Set<number>();
	let room = budget;
	for (const { index, size } of inRank) {
		if (size <= room) {
			kept.add(index);
			room -= size;
		}
	}
	return newest.flatMap(({ index, text }) =>
		kept.has(index) ? [{ text, sources: [index + 1] }] : [],
	);
}

/** Maximum characters of the sentences that represent a message, in the order they are tried. */
const sentenceLengths = [110, 70];

/** The first and the last sentence of a message: users state their request first, and conditions last. */
function withEnds(text: string, length: number): string {
	const sentences = text.split(/(?<=[.!?。！？])\s+|\n+/u).filter((each) => each.trim() !== '');
	const [first = '', ...more] = sentences.map((each) => cutEnd(each.trim(), length));
	const last = more.at(-1);
	return last === undefined ? first : `${first}${more.length > 1 ? ' … ' : ' '}${last}`;
}

function sum(sizes: readonly { readonly size: number }[]): number {
	return sizes.reduce((total, { size }) => total + size, 0);
}

/** Tokens of a text, estimated for one so long that it will be cut anyway. */
function sizeOf(text: string, counter: TokenCounter): number {
	return text.length > 40_000 ? Math.ceil(text.length / guessedCharacters) : counter.count(text);
}

/** The text without pasted blocks: code and data are removed except for an error's own line, long blocks are reduced to their ends. */
function withoutPastes(text: string, recall: number | undefined): string {
	const lines = text.split('\n');
	const kept: string[] = [];
	let left = 0;
	const close = (): void => {
		if (left > 0) {
			kept.push(mark(`${formatCount(left)} pasted lines omitted${recallHint(recall)}`));
		}
		left = 0;
	};
	for (let start = 0; start < lines.length; ) {
		const end = blockEnd(lines, start);
		const block = lines.slice(start, end);
		const filled = block.filter((line) => line.trim() !== '');
		const isData =
			filled.length > 2 && filled.filter((line) => isProse(line)).length < filled.length / 2;
		if (isData && end < lines.length) {
			const words = [
				...wordsBefore(filled, start === 0),
				...errorLinesIn(block.join('\n')).slice(0, 1),
			];
			if (words.length > 0) {
				close();
				kept.push(...words);
			}
			left += block.length - words.length;
		} else if (filled.length >= pastedLines) {
			close();
			const written = filled.filter((line) => /[\p{L}\p{N}`~]/u.test(line));
			kept.push(...written.slice(0, keptOfPaste.start));
			left = block.length - keptOfPaste.start - keptOfPaste.end;
			close();
			kept.push(...written.slice(keptOfPaste.start).slice(-keptOfPaste.end));
		} else if (filled.length > 0 || left === 0) {
			close();
			kept.push(block.join('\n'));
		}
		start = end;
	}
	close();
	const shorter = kept.join('\n');
	return shorter.length < text.length ? shorter : text;
}

/** The user's lines above data that is not separated by an empty line. @param isFirst The message begins with this block. */
function wordsBefore(block: readonly string[], isFirst: boolean): readonly string[] {
	const [first = ''] = block;
	const data = block.findIndex((line) => !isProse(line));
	const min = isFirst && /\p{L}/u.test(first) ? 1 : 0;
	return block.slice(0, Math.min(keptOfPaste.start, Math.max(min, data)));
}

/** The end of the block that begins at a line: its closing fence, or an empty line. */
function blockEnd(lines: readonly string[], start: number): number {
	const fence = /^\s*(`{3,}|~{3,})/.exec(lines[start] ?? '')?.[1];
	for (let at = start + 1; at < lines.length; at += 1) {
		const line = lines[at] ?? '';
		if (fence === undefined ? line.trim() === '' : line.trim().startsWith(fence)) {
			return at + 1;
		}
	}
	return lines.length;
}

/** The largest length such that all sizes, cut to it, fit the budget. */
export function commonLength(sizes: readonly number[], budget: number): number {
	const ascending = [...sizes].sort((a, b) => a - b);
	let rest = budget;
	for (const [position, size] of ascending.entries()) {
		const share = rest / (ascending.length - position);
		if (size > share) {
			return Math.max(0, Math.floor(share));
		}
		rest -= size;
	}
	return Number.POSITIVE_INFINITY;
}

/** A text with its middle cut out so that it takes at most this many tokens. */
export function cutToTokens(
	text: string,
	tokens: number,
	counter: TokenCounter,
	recall?: number,
): string {
	if (text.length <= tokens * 12 && counter.count(text) <= tokens) {
		return text;
	}
	let length = Math.min(text.length, tokens * guessedCharacters * 1.4);
	let cut = text;
	// Each round is shorter by a fifth, so this terminates; the mark alone takes about 20 tokens.
	while (length > 16) {
		cut = cutMiddle(
			text,
			Math.floor(length * startShare),
			Math.floor(length * (1 - startShare)),
			recall,
		);
		if (counter.count(cut) <= tokens) {
			return cut;
		}
		length = Math.floor(length * 0.8);
	}
	return cut;
}
