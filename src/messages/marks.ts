/**
 * The only mark for omissions, and safe cutting. Its form is chosen so that models do not imitate it: other tools'
 * `...[truncated]` ended up in users' source files.
 */

/** The beginning of every mark. */
export const markOpening = '⟪precis: ';

const markClosing = '⟫';

/** `4812` as `4,812`, the same on every machine. */
export function formatCount(count: number): string {
	return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A mark with a custom text. */
export function mark(text: string): string {
	return `${markOpening}${text}${markClosing}`;
}

/**
 * The omitted amount and, if the reader has the recall tool, how to retrieve it.
 * @param recall Number of the message with the original.
 */
export function omissionMark(omitted: number, of: number, recall?: number): string {
	return mark(
		`${formatCount(omitted)} of ${formatCount(of)} characters omitted${recallHint(recall)}`,
	);
}

/** A message's number in the notation of users and recall. @param number From 1. */
export function messageNumber(number: number): string {
	return `#${number}`;
}

/** The part of a mark that refers to an original; empty if recall is not offered. */
export function recallHint(recall?: number): string {
	return recall === undefined ? '' : ` · recall ${messageNumber(recall)}`;
}

/** Whether text is already one of our stand-ins, which makes pruning idempotent. */
export function isMarked(text: string): boolean {
	return text.startsWith(markOpening);
}

/** Maximum shift of a cut to a word boundary, characters. Long enough to spare any secret. */
const wordReach = 240;

/** The largest cut position at or before `index` that splits neither a word nor a character. */
export function cutBefore(text: string, index: number): number {
	if (index >= text.length) {
		return text.length;
	}
	for (let at = index; at > Math.max(0, index - wordReach); at -= 1) {
		if (isSpace(text.charCodeAt(at)) || isSpace(text.charCodeAt(at - 1))) {
			return at;
		}
	}
	return wholeCharacter(text, index);
}

/** The smallest cut position at or after `index` that splits neither a word nor a character. */
export function cutAfter(text: string, index: number): number {
	if (index <= 0) {
		return 0;
	}
	for (let at = index; at < Math.min(text.length, index + wordReach); at += 1) {
		if (isSpace(text.charCodeAt(at)) || isSpace(text.charCodeAt(at - 1))) {
			return at;
		}
	}
	return isLowSurrogate(text.charCodeAt(index)) ? index + 1 : index;
}

/**
 * Keeps the start and the end of a text, with a mark in between.
 * @param head Maximum characters kept of the start.
 * @param tail Maximum characters kept of the end.
 */
export function cutMiddle(text: string, head: number, tail: number, recall?: number): string {
	if (text.length <= head + tail) {
		return text;
	}
	const start = cutBefore(text, head);
	const end = tail === 0 ? text.length : cutAfter(text, text.length - tail);
	const left = text.slice(0, start).trimEnd();
	const right = text.slice(end).trimStart();
	const cut = omissionMark(text.length - left.length - right.length, text.length, recall);
	return [left, cut, right].filter((part) => part !== '').join('\n');
}

/** Share of a line that must remain when it is cut between words; a long word is cut instead. */
const minKeptShare = 0.6;

/**
 * The first `length` characters on one line, with an ellipsis if there was more. May cut a word: redact before, not
 * after.
 */
export function oneLine(text: string, length: number): string {
	const words = text.trimStart();
	const reach = wholeCharacter(words, length * 4);
	const line = words.slice(0, reach).replace(/\s+/g, ' ').trim();
	if (line.length <= length && words.slice(reach).trim() === '') {
		return line;
	}
	const between = cutBefore(line, length - 1);
	const cut = between < length * minKeptShare ? wholeCharacter(line, length - 1) : between;
	return `${line.slice(0, cut).trimEnd()}…`;
}

/** The first `length` characters, the last of them an ellipsis if there were more. */
export function cutEnd(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, wholeCharacter(text, length - 1))}…`;
}

/** The largest position at or before `index` that does not split a surrogate pair. */
function wholeCharacter(text: string, index: number): number {
	return isLowSurrogate(text.charCodeAt(index)) && index > 0
		? index - 1
		: Math.min(index, text.length);
}

function isSpace(code: number): boolean {
	return code === 32 || (code >= 9 && code <= 13);
}

function isLowSurrogate(code: number): boolean {
	return code >= 0xdc00 && code <= 0xdfff;
}
