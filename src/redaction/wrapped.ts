import type { Span } from './spans.ts';
import { isRandom } from './values.ts';

/**
 * Tokens that a terminal or a mail has broken over lines: the rest of one, on its own, looks like nothing.
 */

/** Characters of a line's part of a token that are looked at. */
const longestPart = 512;

/** A shorter part is no telling one. */
const shortestPart = 4;

/** Lines that one token is followed over. */
const mostLines = 8;

const lineFeed = 10;

/**
 * The parts of tokens that go on on the next line.
 * @param tokensIn Where tokens are in a text of one line.
 */
export function wrappedSpans(
	text: string,
	tokensIn: (text: string) => readonly Span[],
): readonly Span[] {
	const spans: Span[] = [];
	for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) {
		const first = partBefore(text, end);
		if (first.end - first.start < shortestPart) {
			continue;
		}
		const parts = [first];
		for (let next = partAfter(text, end); next !== undefined && parts.length < mostLines; ) {
			if (!goesOn(text, parts, next, tokensIn)) {
				break;
			}
			parts.push(next);
			next = text.charCodeAt(next.end) === lineFeed ? partAfter(text, next.end) : undefined;
		}
		if (parts.length > 1) {
			const [token] = tokensIn(joined(text, parts));
			spans.push({ ...first, start: first.start + (token?.start ?? 0) }, ...parts.slice(1));
		}
	}
	return spans;
}

/** Letters of ASCII, digits, and what joins them: `_`, `.`, `-`. */
function isTokenCode(code: number): boolean {
	return (
		((code | 32) >= 97 && (code | 32) <= 122) ||
		(code >= 48 && code <= 57) ||
		code === 95 ||
		code === 46 ||
		code === 45
	);
}

function isIndent(code: number): boolean {
	return code === 32 || code === 9;
}

/** What a line ends with, if that may be a part of a token. */
function partBefore(text: string, end: number): Span {
	let start = end;
	while (start > 0 && end - start < longestPart && isTokenCode(text.charCodeAt(start - 1))) {
		start -= 1;
	}
	return { start, end };
}

/** What the next line begins with. */
function partAfter(text: string, lineEnd: number): Span | undefined {
	let start = lineEnd + 1;
	while (start - lineEnd < longestPart && isIndent(text.charCodeAt(start))) {
		start += 1;
	}
	let end = start;
	while (end - start < longestPart && isTokenCode(text.charCodeAt(end))) {
		end += 1;
	}
	return end - start < shortestPart ? undefined : { start, end };
}

/** Whether the parts are one token with the next: not whole without it, or it looks generated as well. */
function goesOn(
	text: string,
	parts: readonly Span[],
	next: Span,
	tokensIn: (text: string) => readonly Span[],
): boolean {
	const before = joined(text, parts);
	const reaches = tokensIn(joined(text, [...parts, next])).some(
		({ start, end }) => start < before.length && end > before.length,
	);
	const more = text.slice(next.start, next.end);
	return (
		reaches &&
		(isRandom(more) ||
			(parts.length > 1 && /\d/.test(more)) ||
			!tokensIn(before).some(({ end }) => end === before.length))
	);
}

function joined(text: string, parts: readonly Span[]): string {
	return parts.map(({ start, end }) => text.slice(start, end)).join('');
}
