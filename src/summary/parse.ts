import { parsedJson } from '../messages/json.ts';
import { handoffEnd } from '../messages/envelopes.ts';
import { handoffBody, isHandoff } from './handoff.ts';
import { readItems, type Line } from './items.ts';
import { replyText, type ReplyText } from './replyText.ts';
import {
	emptySection,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';

/**
 * Parses a model's reply as a summary. Tolerant of form, and drops nothing: text under an unknown heading goes to
 * Critical Context. Whether the result is acceptable is decided elsewhere.
 */

/** The last line of a summary, as the prompt requires it: if present, the summary was not cut off. */
export const summaryEnd = '[End of summary]';

/** The summary in a text. */
interface FoundSummary {
	readonly summary: Summary;
	/** Sections that have a heading in the text, in the order of {@link sectionTitles}. */
	readonly found: readonly SectionTitle[];
	/** Whether the summary's last line is present. */
	readonly closed: boolean;
	/** The text of the summary, without anything around it. */
	readonly text: string;
}

/** The content of a reply. */
export interface ParsedReply extends ReplyText, FoundSummary {}

/** Parses a reply's content. Linear in its length. */
export function parseReply(content: unknown): ParsedReply {
	const reply = replyText(content);
	return { ...reply, ...readSummary(reply) };
}

/**
 * Parses a rendered summary. The inverse of `renderSummary` for items in normal form: trimmed, not empty, without
 * control characters and line ends other than `\n`, without sources in their text, and not a section's only item if it
 * reads like an empty section.
 */
export function parseSummary(text: string): Summary {
	return parseReply(text).summary;
}

/**
 * Anything around a summary is removed first. If all thirteen headings are found in order in the raw text, they take
 * precedence over tags and JSON around them.
 */
function readSummary({ raw, text }: ReplyText): FoundSummary {
	const plain = readText(text);
	if (isWhole(plain) && plain.closed) {
		return plain;
	}
	const others = [fromJson(raw), fromHeadings(raw)].flatMap((other) =>
		other === undefined ? [] : [readText(other)],
	);
	return others.find(isWhole) ?? plain;
}

function isWhole({ found }: FoundSummary): boolean {
	return found.length === sectionTitles.length;
}

function readText(text: string): FoundSummary {
	const unwrapped = unwrap(text);
	const body = isHandoff(unwrapped) ? handoffBody(unwrapped) : unwrapped;
	const { lines, closed } = upToEnd(body.split('\n'));
	const classified = classify(lines);
	const headings = readHeadings(classified);
	const named = new Set(headings.map((heading) => heading.title));
	const sections = readSections(classified, headings);
	return {
		summary: summaryOf((title) => sections.get(title) ?? []),
		found: sectionTitles.filter((title) => named.has(title)),
		closed: closed || (body !== unwrapped && unwrapped.includes(handoffEnd)),
		text: lines.join('\n').trim(),
	};
}

/** The text from the last position from which all thirteen headings follow in order. */
function fromHeadings(text: string): string | undefined {
	const lines = text.split('\n');
	let next = sectionTitles.length - 1;
	for (let at = lines.length - 1; at >= 0; at -= 1) {
		const title = markedTitle(lines[at] ?? '');
		if (title !== undefined && title === sectionTitles[next]) {
			next -= 1;
			if (next < 0) {
				return lines.slice(at).join('\n');
			}
		}
	}
	return undefined;
}

/** Maximum characters of a JSON document that is parsed. */
const longestJson = 400_000;

/** A summary in the strings of a JSON document, either bare or in a code block. */
function fromJson(text: string): string | undefined {
	const start = text.search(/[{[]/);
	if (start < 0 || text.length > longestJson || /^#{1,6} /m.test(text.slice(0, start))) {
		return undefined;
	}
	const written = text.slice(start, Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1);
	const value = parsedJson(written);
	return value === undefined ? undefined : textsIn(value, 0).join('\n');
}

const deepestJson = 6;

/** The texts in a JSON value. */
function textsIn(value: unknown, depth: number): string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null && depth <= deepestJson
		? Object.values(value).flatMap((each: unknown) => textsIn(each, depth + 1))
		: [];
}

function readSections(
	lines: readonly Line[],
	headings: readonly Heading[],
): Map<SectionTitle, SummaryItem[]> {
	const sections = new Map<SectionTitle, SummaryItem[]>();
	const strays: SummaryItem[] = [];
	const firstKnown = headings.findIndex((heading) => heading.title !== undefined);
	if (firstKnown < 0) {
		const all = readItems(lines).filter((item) => !readsEmpty(item));
		return all.length === 0 ? sections : sections.set(catchAll, all);
	}
	let current = strays;
	let level = 0;
	headings.forEach((heading, position) => {
		const items = itemsBelow(lines, heading, headings[position + 1]);
		if (heading.title !== undefined) {
			current = sections.get(heading.title) ?? [];
			level = heading.level;
			sections.set(heading.title, current);
			append(current, items);
		} else if (position > firstKnown || items.length > 0) {
			// A deeper heading subdivides its section.
			append(heading.level > level ? current : strays, underHeading(heading, items));
		}
	});
	for (const [title, items] of sections) {
		sections.set(title, items.length === 1 && items.every(readsEmpty) ? [] : items);
	}
	const unsorted = strays.filter((item) => !readsEmpty(item));
	if (unsorted.length > 0) {
		sections.set(catchAll, [...(sections.get(catchAll) ?? []), ...unsorted]);
	}
	return sections;
}

/** One by one: a reply may contain more items than a call accepts arguments. */
function append<T>(items: T[], more: readonly T[]): void {
	for (const item of more) {
		items.push(item);
	}
}

/** The section for text without one. */
export const catchAll: SectionTitle = 'Critical Context';

function itemsBelow(
	lines: readonly Line[],
	heading: Heading,
	next: Heading | undefined,
): SummaryItem[] {
	const below = lines.slice(heading.line + 1, next?.line);
	const own: Line[] = heading.rest === '' ? [] : [{ text: heading.rest, fenced: false }];
	return readItems([...own, ...below]);
}

/** Items under an unknown heading keep its text; such a heading without items becomes an item itself. */
export function underHeading(heading: Heading, items: readonly SummaryItem[]): SummaryItem[] {
	if (items.length === 0) {
		return [{ text: heading.text, sources: [] }];
	}
	const label = heading.text.replace(/^\d{1,3}[.)]\s+|:$/g, '');
	return items.filter((item) => !readsEmpty(item)).map((item) => labelled(item, label));
}

function labelled(item: SummaryItem, label: string): SummaryItem {
	const number = /^\d+\. /.exec(item.text)?.[0] ?? '';
	return { ...item, text: `${number}${label}: ${item.text.slice(number.length)}` };
}

/** Texts that models write in an empty section. */
const emptyWords: ReadonlySet<string> = new Set([emptySection.toLowerCase(), 'n/a', 'nothing']);

/** Whether an item means that its section is empty: `None`, in the forms models write. */
export function readsEmpty(item: SummaryItem): boolean {
	const words = item.text
		.slice(0, 40)
		.toLowerCase()
		.replace(/[*_`().。（）\s-]/g, '');
	return item.text.length < 40 && emptyWords.has(words);
}

/**
 * Everything before the summary's last line. If the line occurs more than once, because models also quote it or end steps
 * with it, the last one counts; if new sections follow it, none does.
 */
function upToEnd(lines: readonly string[]): { lines: readonly string[]; closed: boolean } {
	const isEnd = (line: string): boolean => line === handoffEnd || isSummaryEnd(line);
	const end = lines.findLastIndex(isEnd);
	const before = new Set(lines.slice(0, Math.max(0, end)).map(markedTitle));
	const hasNewSections = lines
		.slice(end + 1)
		.map(markedTitle)
		.some((title) => title !== undefined && !before.has(title));
	const closed = end >= 0 && !hasNewSections;
	return { lines: (closed ? lines.slice(0, end) : lines).filter((line) => !isEnd(line)), closed };
}

/** The section named by a `#` heading. */
function markedTitle(line: string): SectionTitle | undefined {
	return line.startsWith('#') ? knownTitle(line)?.title : undefined;
}

function isSummaryEnd(line: string): boolean {
	return (
		line.length < 60 &&
		!/^\s/.test(line) &&
		line.replace(/[*_`.\s]/g, '').toLowerCase() === summaryEnd.replaceAll(' ', '').toLowerCase()
	);
}

/** A line that opens or closes a code block: its marker and the text after it. */
const fenceLine = /^(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;

/** Tags that some models put around a whole summary. */
const wrapperTag = /^<\/?(?:summary|handoff|conversation_summary)>$/i;

/** Removes the code block, tag or quotation around a whole summary, and anything outside it. */
function unwrap(text: string): string {
	const isQuoted = /^> ?#{1,6} /m.test(text) && !/^#{1,6} /m.test(text);
	const bare = isQuoted ? text.replace(/^> ?/gm, '') : text;
	const lines = bare.split('\n').filter((line) => !wrapperTag.test(line));
	const opening = lines.findIndex((line) => fenceLine.test(line) || knownTitle(line) !== undefined);
	const marker = fenceLine.exec(lines[opening] ?? '')?.[1];
	const next = lines.slice(opening + 1, opening + 4).find((line) => line.trim() !== '');
	const startsSummary =
		next !== undefined &&
		(next.startsWith('#') || knownTitle(next) !== undefined || isHandoff(next));
	if (marker === undefined || !startsSummary) {
		return lines.join('\n').trim();
	}
	const inner = lines.slice(opening + 1);
	const fences = inner.flatMap((line, index) => (fenceLine.test(line) ? [index] : []));
	// Inner blocks come in pairs, so with an odd number of fences the outer block is closed.
	return (fences.length % 2 === 1 ? inner.slice(0, fences.at(-1)) : inner).join('\n').trim();
}

/** Marks the lines inside code blocks. An unclosed block does not count: it would swallow the rest. */
export function classify(texts: readonly string[]): Line[] {
	const lines = texts.map((text) => ({ text, fenced: false }));
	let open: { readonly at: number; readonly marker: string } | undefined;
	texts.forEach((text, at) => {
		const [, marker, info] = fenceLine.exec(text) ?? [];
		if (marker === undefined) {
			return;
		}
		if (open === undefined) {
			open = { at, marker };
		} else if (marker.startsWith(open.marker) && info?.trim() === '') {
			for (let index = open.at; index <= at; index += 1) {
				lines[index] = { text: texts[index] ?? '', fenced: true };
			}
			open = undefined;
		}
	});
	return lines;
}

/** A heading of a reply. */
export interface Heading {
	/** Index of its line. */
	readonly line: number;
	/** 1 for `#`; headings without `#` have level 2. */
	readonly level: number;
	/** The section it names; undefined: none of ours. */
	readonly title: SectionTitle | undefined;
	/** Its text, for headings that are not ours. */
	readonly text: string;
	/** The text after a colon on the same line. */
	readonly rest: string;
}

/** Maximum length of a heading; ours have at most 25 characters. */
const longestTitle = 80;

/** Length of "Goal". */
const shortestTitle = 4;

/** A map, because a reply may contain a heading like the name of an object's built-in property. */
const titles: ReadonlyMap<string, SectionTitle> = new Map(
	sectionTitles.map((title): [string, SectionTitle] => [plainTitle(title), title]),
);

/** Maps a heading's text to the section it names. */
export type SectionNaming = (words: string) => SectionTitle | undefined;

const ours: SectionNaming = (words) => titles.get(plainTitle(words));

/**
 * The headings of a reply. If one of our sections has a `#` heading, only such headings count; otherwise lines that
 * consist of a section's name, bold, numbered or with a colon. Thirteen headings of one level are ours in any language.
 * @param named Maps texts to sections; absent: only their titles.
 */
export function readHeadings(lines: readonly Line[], named: SectionNaming = ours): Heading[] {
	const marked = lines.flatMap((line, index) => {
		const heading = line.fenced ? undefined : markedHeading(line.text, index, named);
		return heading === undefined ? [] : [heading];
	});
	const translated = named === ours ? translatedHeadings(marked) : undefined;
	if (translated !== undefined || marked.some((heading) => heading.title !== undefined)) {
		return translated ?? marked;
	}
	return lines.flatMap((line, index) => {
		const found = line.fenced ? undefined : knownTitle(line.text, named);
		return found === undefined ? [] : [{ line: index, level: 2, text: '', ...found }];
	});
}

/** The headings by position, if there are thirteen and none of the known ones is elsewhere. */
function translatedHeadings(headings: readonly Heading[]): Heading[] | undefined {
	const level = headings.reduce((min, heading) => Math.min(min, heading.level), 6);
	const outer = headings.filter((heading) => heading.level === level);
	const isOurs =
		outer.length === sectionTitles.length &&
		outer.some(({ title }) => title === undefined) &&
		outer.every(({ title }, place) => title === undefined || title === sectionTitles[place]);
	return isOurs
		? headings.map((heading) => {
				const place = outer.indexOf(heading);
				return place < 0 ? heading : { ...heading, title: sectionTitles[place] };
			})
		: undefined;
}

function markedHeading(line: string, index: number, named: SectionNaming): Heading | undefined {
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

/** The section named by a line without `#`, with the text after a colon. List entries name none. */
function knownTitle(
	line: string,
	named: SectionNaming = ours,
): { readonly title: SectionTitle; readonly rest: string } | undefined {
	return /^(?:\s|[-*+•]\s)/.test(line) ? undefined : titleOf(line.replace(/^#{1,6}/, ''), named);
}

function titleOf(
	text: string,
	named: SectionNaming,
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
	// The colon may be inside the bold text: `**Goal:** …`.
	return { title, rest: text.startsWith('*') ? rest.replace(/^\*{1,3}\s*/, '') : rest };
}

/** A title in lower case, without numbering, emphasis, remarks in brackets and punctuation. */
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
