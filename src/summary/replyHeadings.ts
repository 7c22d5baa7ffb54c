import { sectionTitles, type SectionTitle } from './sections.ts';

/** Headings of a model's reply, in the forms models give them. */

/** A line of a reply. */
export interface Line {
	readonly text: string;
	/** Whether it stands in a code block, fences included. */
	readonly fenced: boolean;
}

/** A heading of a reply. */
export interface Heading {
	/** Index of its line. */
	readonly line: number;
	/** One for `#`; headings without that sign are all of level two. */
	readonly level: number;
	/** The section it names, if it is one of ours. */
	readonly title: SectionTitle | undefined;
	/** Its words, for headings that are not ours. */
	readonly text: string;
	/** What stands behind a colon on the same line. */
	readonly rest: string;
}

/** Longest heading that is looked at; ours have at most 25 characters. */
const longestTitle = 80;

/** Length of "Goal". */
const shortestTitle = 4;

/** A map, because a reply may name a heading like a property every object has. */
const titles: ReadonlyMap<string, SectionTitle> = new Map(
	sectionTitles.map((title): [string, SectionTitle] => [plainTitle(title), title]),
);

/** Tells the section that a heading's words name. */
export type Naming = (words: string) => SectionTitle | undefined;

const ours: Naming = (words) => titles.get(plainTitle(words));

/**
 * The headings of a reply. Where one of our sections has a `#` heading, only those count; else lines
 * that are nothing but a section's name, bold, numbered or with a colon.
 * @param named Which words name a section; absent: its own title.
 */
export function readHeadings(lines: readonly Line[], named: Naming = ours): Heading[] {
	const marked = lines.flatMap((line, index) => {
		const heading = line.fenced ? undefined : markedHeading(line.text, index, named);
		return heading === undefined ? [] : [heading];
	});
	if (marked.some((heading) => heading.title !== undefined)) {
		return marked;
	}
	return lines.flatMap((line, index) => {
		const found = line.fenced ? undefined : knownTitle(line.text, named);
		return found === undefined ? [] : [{ line: index, level: 2, text: '', ...found }];
	});
}

function markedHeading(line: string, index: number, named: Naming): Heading | undefined {
	const level = /^#{1,6}(?!#)/.exec(line)?.[0].length;
	const text = level === undefined ? '' : line.slice(level).trim();
	if (level === undefined || text === '') {
		return undefined;
	}
	const known = titleOf(text, named);
	if (known === undefined && text.length > longestTitle) {
		return undefined;
	}
	return {
		line: index,
		level,
		title: known?.title,
		text: text.replace(/^[*_\s]{1,8}|[*_:#\s]{1,8}$/g, ''),
		rest: known?.rest ?? '',
	};
}

/** The section a line without `#` names, with what follows a colon. List entries name none. */
export function knownTitle(
	line: string,
	named: Naming = ours,
): { readonly title: SectionTitle; readonly rest: string } | undefined {
	return /^(?:\s|[-*+•]\s)/.test(line) ? undefined : titleOf(line.replace(/^#{1,6}/, ''), named);
}

function titleOf(
	text: string,
	named: Naming,
): { readonly title: SectionTitle; readonly rest: string } | undefined {
	if (text.length < shortestTitle) {
		return undefined;
	}
	const whole = text.length > longestTitle ? undefined : named(text);
	if (whole !== undefined) {
		return { title: whole, rest: '' };
	}
	const colon = text.slice(0, longestTitle).search(/[:：]/);
	const title = colon < 0 ? undefined : named(text.slice(0, colon));
	if (title === undefined) {
		return undefined;
	}
	const rest = text.slice(colon + 1).trim();
	// The colon may stand inside the bold: `**Goal:** …`.
	return { title, rest: text.startsWith('*') ? rest.replace(/^\*{1,3}\s*/, '') : rest };
}

/** A title without case, numbering, emphasis, remarks in brackets and punctuation. */
export function plainTitle(title: string): string {
	const [plain = ''] = title
		.toLowerCase()
		.replace(/^[^a-z]+/, '')
		.split(/[([{]/, 1);
	return plain
		.replace(/(?<!\s)\s*[&/+]\s*/g, ' and ')
		.replace(/(?<![^a-z])[^a-z]+$/, '')
		.replace(/\s+/g, ' ');
}
