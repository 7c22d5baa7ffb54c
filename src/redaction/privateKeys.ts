import type { Span } from './spans.ts';
import { isRandom } from './values.ts';

/** A line that begins or ends a block of any kind. */
const marker = /-----(?<end>BEGIN|END) ?(?<label>[A-Z0-9 ]{1,48})-----/g;

/** A run of base64, wherever it stands in its line. */
const base64 = /[A-Za-z0-9+/=]{8,}/g;

/** What may come between the BEGIN line and the key: line ends, marks of a transcript, quotes, header fields. */
const intro =
	/^(?:\s|\\{1,7}[nrt]|["'`+>|#*-]|\d{1,6}[→:|]|(?:Proc-Type|DEK-Info|Version|Comment|Hash): ?[^\n\\]{0,128}){0,64}/;

/** Line ends, also escaped ones, and the indentation around them. */
const leading = /^(?:\s|\\{1,7}[nrt]){1,64}/;
const trailing = /(?:\s|\\{1,7}[nrt]){1,64}$/;
const lastLine = /^(?:\s|\\{1,7}[nrt]){0,64}[A-Za-z0-9+/=]{1,64}(?=\s*$)/;

/** How much foreign text may interrupt a key whose END line is missing. */
const longestGap = 200;

/** The bodies of private key blocks; the BEGIN and END lines stay. */
export function privateKeySpans(text: string): readonly Span[] {
	if (!text.includes('PRIVATE KEY')) {
		return [];
	}
	const spans: Span[] = [];
	let start: number | undefined;
	for (const match of text.matchAll(marker)) {
		const isPrivate = /PRIVATE KEY(?: BLOCK)?$/.test(match.groups?.['label'] ?? '');
		const isEnd = match.groups?.['end'] === 'END';
		if (start !== undefined) {
			spans.push(...bodySpans(text.slice(start, match.index), start, isEnd && isPrivate));
		}
		start = isPrivate && !isEnd ? match.index + match[0].length : undefined;
	}
	if (start !== undefined) {
		spans.push(...bodySpans(text.slice(start), start, false));
	}
	return spans;
}

/**
 * What follows a BEGIN line, if it holds a key and not code or a stand-in: all of it if the END line is
 * there, else as far as it looks like a key.
 */
function bodySpans(body: string, offset: number, isClosed: boolean): readonly Span[] {
	const keyEnd = endOfKey(body);
	const start = leading.exec(body)?.[0].length ?? 0;
	const end =
		isClosed && (keyEnd > 0 || /[A-Za-z0-9+/]{60}/.test(body))
			? body.length - (trailing.exec(body.slice(-128))?.[0].length ?? 0)
			: keyEnd;
	return start < end ? [{ start: offset + start, end: offset + end }] : [];
}

/** Where the last run of key material ends, small gaps allowed; 0 if the body does not begin with one. */
function endOfKey(body: string): number {
	const start = intro.exec(body)?.[0].length ?? 0;
	let end = 0;
	// From there on: the letter of an escaped line end before it would count as part of the key.
	for (const match of body.slice(start).matchAll(base64)) {
		const from = start + match.index;
		if (end === 0 ? from !== start : from - end > longestGap) {
			break;
		}
		if (isKeyMaterial(match[0])) {
			end = from + match[0].length;
		}
	}
	return end === 0 ? 0 : end + (lastLine.exec(body.slice(end, end + 192))?.[0].length ?? 0);
}

function isKeyMaterial(run: string): boolean {
	return run.length >= 60 || isRandom(run) || /^(?:MI|b3Bl|lQ)/.test(run);
}
