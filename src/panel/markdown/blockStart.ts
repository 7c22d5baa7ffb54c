import { trimmed, type LineCursor } from './lineCursor.ts';

/** What the beginning of a line opens. */
export type BlockStart =
	| { readonly type: 'quote' }
	| { readonly type: 'heading'; readonly level: number; readonly text: string }
	/** `indent`: columns before it, which its lines lose as well. */
	| { readonly type: 'fence'; readonly fence: string; readonly indent: number }
	| { readonly type: 'rule' }
	| ItemStart;

/** The beginning of an item of a list. */
export interface ItemStart {
	readonly type: 'item';
	readonly marker: string;
	/** The character that tells lists apart: the bullet, or what stands behind the number. */
	readonly kind: string;
	/** The number; absent where it is a bullet. */
	readonly number?: number;
	/** Whether words follow the marker. */
	readonly isEmpty: boolean;
}

/** From so many columns on a line is code. */
export const codeIndent = 4;

/**
 * What a line opens, if anything.
 * @param inParagraph Whether it would interrupt a paragraph, which fewer things may.
 */
export function blockStart(line: LineCursor, inParagraph: boolean): BlockStart | undefined {
	const { indent, words } = line;
	if (words === '' || indent >= codeIndent) {
		return undefined;
	}
	if (words.startsWith('>')) {
		return { type: 'quote' };
	}
	return (
		heading(words) ??
		fence(words, indent) ??
		(isRule(words) ? { type: 'rule' } : undefined) ??
		item(words, inParagraph)
	);
}

function heading(words: string): BlockStart | undefined {
	const [marks] = /^#{1,6}(?![^ \t])/.exec(words) ?? [];
	if (marks === undefined) {
		return undefined;
	}
	const text = trimmed(words.slice(marks.length));
	let end = text.length;
	while (text[end - 1] === '#') {
		end -= 1;
	}
	const closes = end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t';
	return {
		type: 'heading',
		level: marks.length,
		text: closes ? trimmed(text.slice(0, end)) : text,
	};
}

function fence(words: string, indent: number): BlockStart | undefined {
	const [marks] = /^(?:`{3,}|~{3,})/.exec(words) ?? [];
	if (marks === undefined || (marks.startsWith('`') && words.includes('`', marks.length))) {
		return undefined;
	}
	return { type: 'fence', fence: marks, indent };
}

/** Whether a line closes what the fence has opened. */
export function closesFence(line: LineCursor, fence: string): boolean {
	const { indent, words } = line;
	return indent < codeIndent && words.length >= fence.length && isOnly(words, fence[0]);
}

function isRule(words: string): boolean {
	const marks = words.replaceAll(/[ \t]/g, '');
	return marks.length >= 3 && '*-_'.includes(words[0] ?? ' ') && isOnly(marks, words[0]);
}

/** The level of the heading that a line under a paragraph makes of it. */
export function underlineLevel({ indent, words }: LineCursor): number | undefined {
	if (indent >= codeIndent || words === '') {
		return undefined;
	}
	return isOnly(words, '=') ? 1 : isOnly(words, '-') ? 2 : undefined;
}

function isOnly(text: string, character = ''): boolean {
	return text === character.repeat(text.length);
}

function item(words: string, inParagraph: boolean): ItemStart | undefined {
	const [marker, number] = /^(?:[-+*]|(\d{1,9})[.)])(?![^ \t])/.exec(words) ?? [];
	if (marker === undefined) {
		return undefined;
	}
	const isEmpty = marker === words;
	if (inParagraph && (isEmpty || (number !== undefined && Number(number) !== 1))) {
		return undefined;
	}
	return {
		type: 'item',
		marker,
		kind: marker.slice(-1),
		isEmpty,
		...(number === undefined ? {} : { number: Number(number) }),
	};
}
