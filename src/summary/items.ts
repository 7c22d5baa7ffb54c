import type { SummaryItem } from './sections.ts';

/** The items of a section of a model's reply. */

/** A line of a reply. */
export interface Line {
	readonly text: string;
	/** Whether it is in a code block, including the fences. */
	readonly fenced: boolean;
}

/** The start of a list entry. Numbers are kept: Completed Actions are numbered on across compactions. */
const bullet = /^[-*+•][ \t]+/;
const numbered = /^(\d+)[.)][ \t]/;

/** A horizontal rule, the underline of a heading, or a list marker without an entry. */
const ornament = /^(?:-{3,}|={3,}|\*{3,}|_{3,}|[-*+•])[ \t]*$/;

/** Characters at the end of an item that may contain its sources. */
const sourcesReach = 300;

/** `(m41)`, `[m41, m43]`, at the very end and separate from the text. */
const trailingSources = /\s[([](m\d{1,9}(?:(?:, ?|; ?|,? and | |-|–)m?\d{1,9}){0,40})[)\]](\.?)$/;

/** A mark of Precis at the end of an item: the model has seen it in its input; it is not part of the statement. */
const trailingMark = /\s?⟪precis: [^⟪⟫]{0,200}⟫\s{0,9}$/;

/**
 * Splits lines into items: each list entry, and each paragraph outside a list. Indented lines, code blocks and lines
 * without a blank line before them continue the previous item.
 */
export function readItems(lines: readonly Line[]): SummaryItem[] {
	const items: string[][] = [];
	let blanks: string[] = [];
	for (const { text, fenced } of lines) {
		if (!fenced && text.trim() === '') {
			blanks.push(unindented(text));
			continue;
		}
		const open = items.at(-1);
		if (!fenced && ornament.test(text)) {
			blanks = [''];
			continue;
		}
		const start = fenced ? undefined : entryText(text);
		if (start !== undefined) {
			items.push([start]);
		} else if (open === undefined || (blanks.length > 0 && !fenced && !/^[ \t]/.test(text))) {
			items.push([fenced ? text : text.trimStart()]);
		} else {
			blanks.forEach((blank) => open.push(blank));
			open.push(fenced ? text : unindented(text));
		}
		blanks = [];
	}
	return items
		.map((item) => withSources(item.join('\n').trim()))
		.filter((item) => item.text !== '');
}

/** The text of a list entry without its bullet. */
function entryText(line: string): string | undefined {
	const marker = bullet.exec(line)?.[0];
	if (marker !== undefined) {
		return line.slice(marker.length);
	}
	const number = numbered.exec(line);
	return number === null ? undefined : `${number[1] ?? ''}. ${line.slice(number[0].length)}`;
}

/** A line without the indentation of its list entry. */
function unindented(line: string): string {
	return line.replace(/^(?: {1,2}|\t)/, '');
}

/** Separates the message numbers and a mark of Precis from the end of an item. */
export function withSources(written: string): SummaryItem {
	const text = written.replace(trailingMark, '');
	const found = trailingSources.exec(text.slice(-sourcesReach));
	if (found === null) {
		return { text, sources: [] };
	}
	const numbers = [...(found[1] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits));
	return {
		text: text.slice(0, text.length - found[0].length).trimEnd() + (found[2] ?? ''),
		sources: [...new Set(numbers)].sort((a, b) => a - b),
	};
}

/** An item's text followed by its sources, as {@link readItems} reads them. */
export function withReferences(item: SummaryItem): SummaryItem {
	return item.sources.length === 0
		? item
		: {
				...item,
				text: `${item.text} (${item.sources.map((number) => `m${number}`).join(', ')})`,
			};
}
