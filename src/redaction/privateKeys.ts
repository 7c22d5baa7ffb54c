import type { Span } from './spans.ts';
import { isRandom } from './values.ts';

const header = /-----BEGIN ?[A-Z0-9 ]{0,32}PRIVATE KEY(?: BLOCK)?-----/g;

/** A line of base64, wherever it stands in its line. */
const base64 = /[A-Za-z0-9+/=]{8,}/g;

/** Line ends, also escaped ones, and the indentation around them. */
const leading = /^(?:\s|\\{1,7}[nrt])+/;
const trailing = /(?:\s|\\{1,7}[nrt]){1,64}$/;

/** How far a body may stretch before its END line, and how much foreign text may interrupt a cut one. */
const longestBody = 65_536;
const longestGap = 200;

/** The bodies of private key blocks; the BEGIN and END lines stay. */
export function privateKeySpans(text: string): readonly Span[] {
	if (!text.includes('PRIVATE KEY')) {
		return [];
	}
	const spans: Span[] = [];
	const headers = [...text.matchAll(header)].map((match) => match.index + match[0].length);
	let end = -1;
	for (const [index, start] of headers.entries()) {
		const limit = Math.min(headers[index + 1] ?? text.length, start + longestBody, text.length);
		if (end < start && end !== text.length) {
			const found = text.indexOf('-----END', start);
			end = found < 0 ? text.length : found;
		}
		const body = text.slice(start, limit);
		const span = end < limit ? closedBody(body.slice(0, end - start)) : openBody(body);
		if (span !== undefined) {
			spans.push({ start: start + span.start, end: start + span.end });
		}
	}
	return spans;
}

/** A block with its END line: all between the lines, if it holds a key and not code or a stand-in. */
function closedBody(body: string): Span | undefined {
	const holdsKey = [...body.slice(0, 4_096).matchAll(base64)].some(isKeyMaterial);
	const start = leading.exec(body)?.[0].length ?? 0;
	const end = body.length - (trailing.exec(body.slice(-128))?.[0].length ?? 0);
	return holdsKey && start < end ? { start, end } : undefined;
}

/** A block whose END line was cut off: to the last line that still looks like key material. */
function openBody(body: string): Span | undefined {
	let end = 0;
	for (const match of body.matchAll(base64)) {
		if (match.index - end > longestGap) {
			break;
		}
		if (isKeyMaterial(match)) {
			end = match.index + match[0].length;
		}
	}
	if (end === 0) {
		return undefined;
	}
	const rest = /^(?:(?:\s|\\{1,7}[nrt]){0,64}[A-Za-z0-9+/=]{1,64})\s*$/.exec(
		body.slice(end, end + 192),
	);
	const start = leading.exec(body)?.[0].length ?? 0;
	return { start, end: rest === null ? end : end + rest[0].trimEnd().length };
}

function isKeyMaterial(match: RegExpExecArray): boolean {
	return (
		isRandom(match[0]) ||
		/^(?:MI|b3Bl|lQ)[A-Za-z0-9+/=]{6,}/.test(match[0]) ||
		/^[A-Za-z0-9+/=]{60,}$/.test(match[0])
	);
}
