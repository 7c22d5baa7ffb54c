import { isExternalLink } from '../../protocol/externalLink.ts';
import { unescaped } from './characters.ts';

/** The most round brackets inside one another in an address. */
const mostBrackets = 32;

/** Where a link leads, and the index behind all that says so. */
export interface LinkTarget {
	readonly href: string;
	readonly end: number;
}

/**
 * Where a link leads, in round brackets behind its text.
 * @param start Where the brackets would begin.
 * @returns Nothing where that is no link, or none that may be followed.
 */
export function linkTarget(text: string, start: number): LinkTarget | undefined {
	if (text[start] !== '(') {
		return undefined;
	}
	const space = /\s*/y;
	space.lastIndex = start + 1;
	space.exec(text);
	const from = space.lastIndex;
	const bracketed = /<([^<>\n]*)>/y;
	bracketed.lastIndex = from;
	const [whole, inside] = bracketed.exec(text) ?? [];
	const to = whole === undefined ? plainEnd(text, from) : from + whole.length;
	const href = encoded(unescaped(inside ?? text.slice(from, to)));
	const rest = /(?:\s+(?:"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|\((?:[^()\\]|\\[^])*\)))?\s*\)/y;
	rest.lastIndex = to;
	if (!isExternalLink(href) || rest.exec(text) === null) {
		return undefined;
	}
	return { href, end: rest.lastIndex };
}

/** Where an address without brackets around it ends; at its start where it has too many inside. */
function plainEnd(text: string, start: number): number {
	let open = 0;
	let end = start;
	for (; end < text.length && !/[\s\p{Cc}]/u.test(text[end] ?? ''); end += 1) {
		if (text[end] === '\\') {
			end += 1;
		} else if (text[end] === '(') {
			open += 1;
			if (open > mostBrackets) {
				return start;
			}
		} else if (text[end] === ')') {
			open -= 1;
			if (open < 0) {
				return end;
			}
		}
	}
	return Math.min(end, text.length);
}

/** An address as it may stand in a link: what is no part of one is encoded. */
export function encoded(address: string): string {
	return encodeURI(address.toWellFormed()).replaceAll(/%25(?=[\da-f]{2})/gi, '%');
}

/** The address in angle brackets that begins here. */
export function bracketedAddress(text: string, start: number): string | undefined {
	const pattern = /<([^\s<>]{1,2048})>/y;
	pattern.lastIndex = start;
	return pattern.exec(text)?.[1];
}

/** The address that begins here, without signs that end the sentence it stands in; empty where none does. */
export function bareAddress(text: string, start: number): string {
	const pattern =
		/(?:https?:\/\/(?:[\w.~%!$&*+=:-]{1,64}@)?|mailto:[^\s@<>]{1,64}@)[\p{L}\p{N}][\p{L}\p{N}._-]{0,255}(?::\d{1,5})?(?:[/?#][^\s<>"`|\\^{}\p{Cc}]{0,2048})?/iuy;
	pattern.lastIndex = start;
	const [found = ''] = pattern.exec(text) ?? [];
	let address = found.slice(0, unbalancedAt(found));
	while (/[.,;:!?'*_~([-]$/.test(address)) {
		address = address.slice(0, -1);
	}
	return address;
}

/** Where a bracket is closed that was not opened. */
function unbalancedAt(text: string): number {
	let open = 0;
	for (let at = 0; at < text.length; at += 1) {
		if (text[at] === '(' || text[at] === '[') {
			open += 1;
		} else if (text[at] === ')' || text[at] === ']') {
			open -= 1;
			if (open < 0) {
				return at;
			}
		}
	}
	return text.length;
}
