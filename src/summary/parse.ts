import { handoffBody, handoffEnd, isHandoff } from './handoff.ts';
import { type ReplyText, replyText } from './replyText.ts';
import { readItems } from './replyItems.ts';
import { knownTitle, readHeadings, type Heading, type Line } from './replyHeadings.ts';
import {
	emptySection,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';

/**
 * A model's reply as a summary. Forgiving about form and silent about nothing: text under a heading
 * we do not know goes to Critical Context. Whether the result is good enough is decided elsewhere.
 */

/** The line a model is asked to end its summary with: where it stands, nothing was cut off. */
export const summaryEnd = '[End of summary]';

/** What a reply holds. */
export interface ParsedReply extends ReplyText {
	readonly summary: Summary;
	/** Sections that have a heading in the reply, in the order of {@link sectionTitles}. */
	readonly found: readonly SectionTitle[];
	/** Whether the line that ends a summary is there. */
	readonly closed: boolean;
}

/** Reads a reply's content, whatever its type. Linear in its length. */
export function parseReply(content: unknown): ParsedReply {
	const reply = replyText(content);
	const unwrapped = unwrap(reply.text);
	const body = isHandoff(unwrapped) ? handoffBody(unwrapped) : unwrapped;
	const { lines, closed } = upToEnd(body.split('\n'));
	const classified = classify(lines);
	const headings = readHeadings(classified);
	const named = new Set(headings.map((heading) => heading.title));
	const sections = readSections(classified, headings);
	return {
		...reply,
		summary: summaryOf((title) => sections.get(title) ?? []),
		found: sectionTitles.filter((title) => named.has(title)),
		closed: closed || (body !== unwrapped && unwrapped.includes(handoffEnd)),
		text: lines.join('\n').trim(),
	};
}

/**
 * Reads a rendered summary. The inverse of `renderSummary` for items in normal form: trimmed, not
 * empty, without control characters and line ends other than `\n`, without sources in their text,
 * and not the sole item of a section that reads as an empty one.
 */
export function parseSummary(text: string): Summary {
	return parseReply(text).summary;
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
		return all.length === 0 ? sections : new Map<SectionTitle, SummaryItem[]>().set(catchAll, all);
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
			// A deeper heading divides the section it stands in.
			append(heading.level > level ? current : strays, underHeading(heading, items));
		}
	});
	for (const [title, items] of sections) {
		sections.set(title, items.length === 1 && items.every(readsEmpty) ? [] : items);
	}
	const told = strays.filter((item) => !readsEmpty(item));
	if (told.length > 0) {
		sections.set(catchAll, [...(sections.get(catchAll) ?? []), ...told]);
	}
	return sections;
}

/** Item by item: a reply may hold more items than a call takes arguments. */
function append(items: SummaryItem[], more: readonly SummaryItem[]): void {
	for (const item of more) {
		items.push(item);
	}
}

/** Where text without a section goes. */
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

/** Items of a heading that is none of ours keep its words; a heading without items is one itself. */
export function underHeading(heading: Heading, items: readonly SummaryItem[]): SummaryItem[] {
	if (items.length === 0) {
		return [{ text: heading.text, sources: [] }];
	}
	return items.filter((item) => !readsEmpty(item)).map((item) => labelled(item, heading.text));
}

function labelled(item: SummaryItem, label: string): SummaryItem {
	const number = /^\d+\. /.exec(item.text)?.[0] ?? '';
	return { ...item, text: `${number}${label}: ${item.text.slice(number.length)}` };
}

/** What models write in a section that has nothing, in the languages of summaries. */
const emptyWords: ReadonlySet<string> = new Set([
	emptySection.toLowerCase(),
	...'n/a nothing keine keiner nichts aucun aucune rien ninguno ninguna nada nenhum nenhuma nessuno nessuna niente нет 无 無 暂无 没有 なし 없음'.split(
		' ',
	),
]);

/** `None`, as models write it. */
export function readsEmpty(item: SummaryItem): boolean {
	const words = item.text
		.slice(0, 40)
		.toLowerCase()
		.replace(/[*_`().。（）\s-]/g, '');
	return item.text.length < 40 && emptyWords.has(words);
}

/**
 * Everything before the line that ends the summary: the last such line, unless a section follows that
 * had not come before. Models end a step with it, or quote it.
 */
function upToEnd(lines: readonly string[]): { lines: readonly string[]; closed: boolean } {
	const isEnd = (line: string): boolean => line === handoffEnd || isSummaryEnd(line);
	const end = lines.findLastIndex(isEnd);
	const before = new Set(lines.slice(0, Math.max(0, end)).map(markedTitle));
	const goesOn = lines
		.slice(end + 1)
		.map(markedTitle)
		.some((title) => title !== undefined && !before.has(title));
	const closed = end >= 0 && !goesOn;
	return { lines: (closed ? lines.slice(0, end) : lines).filter((line) => !isEnd(line)), closed };
}

/** The section a `#` heading names. */
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

/** A line that opens or closes a code block: its marker and what stands behind it. */
const fenceLine = /^(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;

/** Tags some models put around a whole summary. */
const wrapperTag = /^<\/?(?:summary|handoff|conversation_summary)>$/i;

/** Takes off the code block or tag around a whole summary, and what stands outside of it. */
function unwrap(text: string): string {
	const lines = text.split('\n').filter((line) => !wrapperTag.test(line));
	const opening = lines.findIndex((line) => fenceLine.test(line) || knownTitle(line) !== undefined);
	const marker = fenceLine.exec(lines[opening] ?? '')?.[1];
	const next = lines.slice(opening + 1, opening + 4).find((line) => line.trim() !== '');
	if (marker === undefined || next === undefined || !startsSummary(next)) {
		return lines.join('\n').trim();
	}
	const inner = lines.slice(opening + 1);
	const fences = inner.flatMap((line, index) => (fenceLine.test(line) ? [index] : []));
	// Inner blocks come in pairs, so an odd number of fences means that the outer one is closed.
	return (fences.length % 2 === 1 ? inner.slice(0, fences.at(-1)) : inner).join('\n').trim();
}

function startsSummary(line: string): boolean {
	return line.startsWith('#') || knownTitle(line) !== undefined || isHandoff(line);
}

/** Marks the lines inside code blocks. A block nobody closes is none: it would swallow the rest. */
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
