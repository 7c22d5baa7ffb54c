import { handoffEnd } from '../messages/envelopes.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { redact } from '../redaction/redact.ts';
import { formatCount, mark, markOpening, messageNumber } from '../messages/marks.ts';
import { withoutFrameLines } from './frameMarks.ts';
import {
	renderSection,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';
import type { SummaryDraft, SummaryRequest } from './summariser.ts';

export { handoffEnd };

/**
 * The summary as another assistant reads it: what it is, the sections, the person's own words, and
 * a line that ends it. Worded as an account of the past: peers' wording that read as instructions
 * made agents redo finished work.
 */

const opening = '[Handoff from an earlier context window — reference, not instructions]';

/** How handoffs of ours begin, of every version. */
const ownOpening = '[Handoff from an earlier context window';

/** Openings behind which a prefix stands that is not part of the summary. */
const prefixed = /^\[(?:Handoff from an earlier context window|CONTEXT (?:COMPACTION|SUMMARY))/;

const quotesTitle = '## Messages from the person, newest first';

/** How handoffs and summaries of earlier versions and of other assistants begin. */
const knownOpenings: readonly RegExp[] = [
	/^\[Handoff from an earlier context window[^\]]*\]/,
	/^\[CONTEXT COMPACTION[^\]]*\]/,
	/^\[CONTEXT SUMMARY\]:?/,
	/^This session is being continued from a previous conversation that ran out of context\./,
];

function prefix(recallHandle: string | undefined): string {
	const recall =
		recallHandle === undefined
			? 'If something you need is not in it, say so and look it up instead of guessing.'
			: `Originals can be fetched with the recall tool: conversation ${recallHandle}, messages by number (#41).`;
	return [
		opening,
		'Earlier turns were compacted into this account of how things stood. Listed actions are done: do not repeat them. Requests quoted in it were dealt with, unless Active Task, In Progress or Pending User Asks leaves them open. Files may already reflect this work. What the person ruled still holds, the newest word first.',
		`Answer the latest user message below; it takes precedence over everything here. If it asks for nothing new, resume from Active Task. ${recall}`,
	].join('\n');
}

/** A draft as text: prefix, thirteen sections, quoted messages, end line. No secret survives. */
export function renderHandoff(
	draft: SummaryDraft,
	request: Pick<SummaryRequest, 'recallHandle'>,
): string {
	return framed(prefix(request.recallHandle), draft, request.recallHandle !== undefined);
}

/** A handoff that says something else: what stands in front of its sections stays as it is. */
export function withDraft(handoff: string, draft: SummaryDraft): string {
	const sections = handoff.indexOf('\n\n## ');
	const before = sections < 0 ? prefix(undefined) : handoff.slice(0, sections);
	return framed(before, draft, recallOffer.test(before));
}

/** What a prefix says where the reader has the recall tool. */
const recallOffer = /fetched with the recall tool: conversation ([^\n]+?), messages by number/;

/** The handle for the recall tool that a handoff offers; undefined where it offers none. */
export function recallHandleOf(handoff: string): string | undefined {
	return recallOffer.exec(handoff.split('\n\n', 1)[0] ?? '')?.[1];
}

function framed(opening: string, draft: SummaryDraft, hasNumbers: boolean): string {
	const { summary, quotes, added = [] } = draft;
	const shown = hasNumbers ? numbered(summary) : summary;
	const own = summaryOf((title) => shown[title].filter(({ place }) => place !== 'earlier'));
	const earlier = summaryOf((title) => shown[title].filter(({ place }) => place === 'earlier'));
	const body = [
		...sectionsOf(own, '##'),
		...(isEmpty(earlier) ? [] : [[earlierTitle, ...sectionsOf(earlier, '###')].join('\n')]),
		...(added.length === 0 ? [] : [`${addedTitle}\n${renderSection(added)}`]),
		...renderQuotes(quotes, hasNumbers),
		...closingLine(draft),
	].join('\n\n');
	// Half a character, where a text was cut or written wrongly, is refused by programs that read UTF-8.
	return [opening, redact(withoutFrameLines(body).toWellFormed()), handoffEnd].join('\n\n');
}

/** Above what earlier summaries say of messages that this one was not written from. */
const earlierTitle = '## From an earlier summary';

/** Above what Precis puts beside a model's summary. */
const addedTitle = '## Added by Precis from the log';

/** The sections that say something. */
function sectionsOf(summary: Summary, level: string): string[] {
	return sectionTitles.flatMap((title) =>
		summary[title].length === 0 ? [] : [`${level} ${title}\n${renderSection(summary[title])}`],
	);
}

function isEmpty(summary: Summary): boolean {
	return sectionTitles.every((title) => summary[title].length === 0);
}

/** Sections without a statement, and what had no room: one line for both, at the end. */
function closingLine({ summary, omitted = [] }: SummaryDraft): string[] {
	const empty = sectionTitles.filter((title) => summary[title].length === 0);
	const parts = [
		...(isEmpty(summary) || empty.length === 0
			? []
			: [`nothing certain under ${empty.join(', ')}`]),
		...(omitted.length === 0
			? []
			: [
					`no room for ${omitted.map(({ what, count }) => `${what} (${formatCount(count)})`).join(', ')}`,
				]),
	];
	return parts.length === 0 ? [] : [mark(parts.join(' · '))];
}

/** Tokens of a handoff that says nothing: what every one has. */
export function emptyHandoffTokens({
	counter,
	recallHandle,
}: Pick<SummaryRequest, 'counter' | 'recallHandle'>): number {
	const titles = sectionTitles.map((title) => `## ${title}`).join('\n\n');
	return (
		counter.count(`${prefix(recallHandle)}\n\n${titles}\n\n${quotesTitle}\n\n${handoffEnd}`) + 60
	);
}

/** Sections whose items tell what is somewhere in the log; the others quote the person or sum up. */
const numberedSections: ReadonlySet<SectionTitle> = new Set([
	'Completed Actions',
	'Blocked',
	'Key Decisions',
	'Resolved Questions',
	'Critical Context',
]);

function numbered(summary: Summary): Summary {
	return summaryOf((title) =>
		numberedSections.has(title) ? summary[title].map(numberedItem) : summary[title],
	);
}

/** An item with the number of its first message in front of its text, for who can look that up. */
function numberedItem(item: SummaryItem): SummaryItem {
	const [source] = item.sources;
	if (source === undefined) {
		return item;
	}
	const [ownNumber = ''] = /^\d+\. /.exec(item.text) ?? [];
	const text = item.text.slice(ownNumber.length);
	return { ...item, text: `${ownNumber}[${messageNumber(source)}] ${text}` };
}

/** What {@link numberedItem} puts in front of an item: in another log it is another message's number. */
const itemNumber = /^((?:- |\d{1,9}\. ))\[#\d{1,9}\] /;

function renderQuotes(quotes: readonly SummaryItem[], hasNumbers: boolean): string[] {
	const shown = quotes.map((quote) => renderQuote(quote, hasNumbers));
	return quotes.length === 0 ? [] : [`${quotesTitle}\n${shown.join('\n')}`];
}

/** A quoted message as an entry of a list, with its number where the reader can look that up. */
function renderQuote({ text, sources }: SummaryItem, hasNumbers: boolean): string {
	const number = hasNumbers && sources[0] !== undefined ? `[${messageNumber(sources[0])}] ` : '';
	// Whatever a person pasted, there is one line that ends the handoff.
	return `- ${number}${withoutFrameLines(text).replaceAll('\n', '\n  ')}`;
}

/** Whether text begins like a handoff of ours or another assistant's summary. */
export function isHandoff(text: string): boolean {
	return knownOpenings.some((pattern) => pattern.test(text.trimStart()));
}

/** Whether text begins like a handoff of ours, whose statements are one fact each. */
export function isOwnHandoff(text: string): boolean {
	return text.trimStart().startsWith(ownOpening);
}

/**
 * The sections of a handoff without prefix, quoted messages and whatever follows its end. Other
 * text, another assistant's summary too, comes back whole but for its known opening.
 */
export function handoffBody(text: string): string {
	const lines = plainLineEnds(text).trim().split('\n');
	const end = lines.indexOf(handoffEnd);
	const whole = lines.slice(0, end < 0 ? undefined : end);
	const sections = whole.findIndex((line) => line.startsWith('## '));
	if (!prefixed.test(whole[0] ?? '') || sections < 0) {
		return withoutOpening(whole.join('\n'));
	}
	const quotes = whole.indexOf(quotesTitle);
	const body = whole
		.slice(sections, quotes < 0 ? undefined : quotes)
		.filter((line) => !line.startsWith(markOpening) && line !== earlierTitle && line !== addedTitle)
		.map((line) => (line.startsWith('### ') ? line.slice(1) : line));
	const hasNumbers = recallOffer.test(whole.slice(0, sections).join('\n'));
	return (hasNumbers ? withoutNumbers(body) : body).join('\n').trim();
}

/** Lines of sections without what {@link numberedItem} put in front of items; no other section has any. */
function withoutNumbers(lines: readonly string[]): string[] {
	let isNumbered = false;
	return lines.map((line) => {
		if (line.startsWith('## ')) {
			isNumbered = [...numberedSections].some((title) => line === `## ${title}`);
		}
		return isNumbered ? line.replace(itemNumber, '$1') : line;
	});
}

/** How a quoted message begins. */
const quoteStart = /^- (?:\[#\d{1,9}\] )?/;

/** The person's messages that a handoff of ours quotes beside its sections, oldest first. */
export function handoffQuotes(text: string): string[] {
	const lines = plainLineEnds(text).trim().split('\n');
	const start = lines.indexOf(quotesTitle);
	if (start < 0 || !prefixed.test(lines[0] ?? '')) {
		return [];
	}
	const end = lines.indexOf(handoffEnd, start);
	const quotes: string[] = [];
	for (const line of lines.slice(start + 1, end < 0 ? undefined : end)) {
		if (line.startsWith(markOpening)) {
			continue;
		}
		const opening = quoteStart.exec(line)?.[0];
		if (opening !== undefined) {
			quotes.push(line.slice(opening.length));
		} else if (quotes.length > 0) {
			quotes.push(`${quotes.pop() ?? ''}\n${line.replace(/^ {2}/, '')}`);
		}
	}
	return quotes
		.map((quote) => quote.trim())
		.filter((quote) => quote !== '')
		.reverse();
}

/**
 * The conversation that goes on behind a handoff in the same message; empty where none does. Behind
 * its last end line: handoffs of earlier versions may quote one, and what stands before the real one
 * would be taken for the person's own words.
 */
export function textAfterHandoff(text: string): string {
	const lines = plainLineEnds(text).trim().split('\n');
	const end = lines.lastIndexOf(handoffEnd);
	return end < 0 ? '' : lines.slice(end + 1).join('\n');
}

function withoutOpening(text: string): string {
	const known = knownOpenings.find((pattern) => pattern.test(text));
	return (known === undefined ? text : text.replace(known, '')).trim();
}

/**
 * A handoff that leaves its conversation: the messages that it says stand above are quoted in front of its first
 * section, so that no heading in them becomes one.
 */
export function withBeginning(handoff: string, beginning: string): string {
	const sections = handoff.indexOf('\n## ');
	if (beginning === '' || sections < 0) {
		return handoff;
	}
	const quoted = beginning.replace(/^/gm, '> ');
	return `${handoff.slice(0, sections)}\nThe conversation began:\n\n${quoted}\n${handoff.slice(sections)}`;
}
