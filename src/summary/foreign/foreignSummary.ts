import { withoutFrames } from '../frameMarks.ts';
import { handoffBody, isHandoff } from '../handoff.ts';
import { catchAll, classify, readsEmpty, underHeading } from '../parse.ts';
import { readItems, type Line } from '../items.ts';
import { readHeadings, type Heading } from '../parse.ts';
import { withoutControls } from '../replyText.ts';
import { summaryOf, type SectionTitle, type Summary, type SummaryItem } from '../sections.ts';
import { sectionNamed } from './foreignTitles.ts';
import { withoutTags } from './tagged.ts';

/**
 * The summary another assistant has written, in our sections: what stands under a heading that says
 * the same goes there, everything else to Critical Context with the words of its heading. Nothing is
 * left out but headings and tags. Untrusted text: it cannot end a handoff or look like a mark of ours.
 */
export function parseForeignSummary(text: string): Summary {
	const clean = withoutFrames(withoutControls(isHandoff(text) ? handoffBody(text) : text));
	const { draft, summary } = halves(withoutTags(clean).split('\n'));
	const sections = new Map<SectionTitle, SummaryItem[]>();
	const add = (title: SectionTitle, items: readonly SummaryItem[]): void => {
		const section = sections.get(title) ?? [];
		sections.set(title, section);
		items.forEach((item) => section.push(item));
	};
	for (const { title, items } of partsOf(summary)) {
		add(title, items);
	}
	const drafted = readItems(classify(withoutIndent(draft)));
	add(catchAll, drafted.length === 0 ? [] : underHeading(headingOf('Analysis'), drafted));
	return summaryOf((title) => (sections.get(title) ?? []).filter((item) => !readsEmpty(item)));
}

/** A line that is nothing but the title of one of the halves Claude Code's summaries have. */
const halfTitle = (title: string): RegExp => new RegExp(`^\\s*\\**${title}\\**:?\\**\\s*$`, 'i');
const draftTitle = halfTitle('analysis');
const summaryTitle = halfTitle('summary');

/** What was thought before the summary was written, where it is told, and the summary. */
function halves(lines: readonly string[]): {
	readonly draft: readonly string[];
	readonly summary: readonly string[];
} {
	const first = lines.findIndex((line) => line.trim() !== '');
	const start = lines.findIndex((line) => summaryTitle.test(line));
	if (draftTitle.test(lines[first] ?? '') && start >= 0) {
		return { draft: lines.slice(first + 1, start), summary: lines.slice(start + 1) };
	}
	return { draft: [], summary: start === first ? lines.slice(start + 1) : lines };
}

/** A piece of a summary under one heading, or before the first. */
interface Part {
	readonly title: SectionTitle;
	readonly items: readonly SummaryItem[];
}

function partsOf(texts: readonly string[]): Part[] {
	const lines = classify(texts);
	const found = readHeadings(lines, sectionNamed).filter((heading) => isTitle(heading, lines));
	const headings = outermost(found, lines);
	const parts: Part[] = [
		{ title: catchAll, items: itemsOf(lines.slice(0, headings[0]?.line ?? lines.length)) },
	];
	let section: SectionTitle = catchAll;
	let level = Number.POSITIVE_INFINITY;
	headings.forEach((heading, position) => {
		const below = lines.slice(heading.line + 1, headings[position + 1]?.line);
		const items = [...itemsOf([{ text: heading.rest, fenced: false }]), ...itemsOf(below)];
		if (heading.title !== undefined) {
			section = heading.title;
			level = heading.level;
			parts.push({ title: section, items });
			return;
		}
		// A deeper heading divides the section it stands in.
		parts.push({
			title: heading.level > level ? section : catchAll,
			items: underHeading(heading, items),
		});
	});
	return parts;
}

/** Whether a heading is meant as one: single words also begin sentences and entries of lists. */
function isTitle({ line, rest }: Heading, lines: readonly Line[]): boolean {
	const { text } = lines[line] ?? { text: '' };
	const isOneWord = !/[a-z]\W+[a-z]/i.test(rest === '' ? text : text.slice(0, -rest.length));
	return (
		text.startsWith('#') || !isOneWord || (/[*_:]/.test(text) && !(/^\d/.test(text) && rest !== ''))
	);
}

/** A line that may be a numbered title: its number and its words. */
const numberedLine = /^(\d{1,2})[.)]\s+(\S.{0,80})$/;

/**
 * Where the sections are numbered, a title without number is a word of the text, and a line that
 * has the number in between is a title of theirs that is none of ours.
 */
function outermost(headings: readonly Heading[], lines: readonly Line[]): readonly Heading[] {
	const known = headings.flatMap((heading) => {
		const number = numberedLine.exec(lines[heading.line]?.text ?? '')?.[1];
		return number === undefined ? [] : [{ number: Number(number), heading }];
	});
	if (known.length < 2) {
		return headings;
	}
	return known.flatMap(({ number, heading }, position) => {
		const next = known[position + 1];
		const theirs: Heading[] = [];
		for (let line = heading.line + 1; line < (next?.heading.line ?? 0); line += 1) {
			const [, digits = '', words = ''] = numberedLine.exec(lines[line]?.text ?? '') ?? [];
			if (Number(digits) === number + theirs.length + 1 && /:\**\s*$/.test(words)) {
				theirs.push({
					...headingOf(words.replaceAll(/[*:]/g, '').trim()),
					line,
					level: heading.level,
				});
			}
		}
		const missing = (next?.number ?? 0) - number - 1;
		return [heading, ...(theirs.length === missing ? theirs : [])];
	});
}

function itemsOf(lines: readonly Line[]): SummaryItem[] {
	return readItems(classify(withoutIndent(lines.map(({ text }) => text))));
}

/** Lines without the spaces that all of them begin with: bodies stand indented below their heading. */
function withoutIndent(lines: readonly string[]): string[] {
	const indents = lines
		.filter((line) => line.trim() !== '')
		.map((line) => line.length - line.trimStart().length);
	const shared = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0);
	return lines.map((line) => line.slice(shared));
}

/** A heading of these words that is none of ours. */
function headingOf(text: string): Heading {
	return { line: 0, level: 1, title: undefined, text, rest: '' };
}
