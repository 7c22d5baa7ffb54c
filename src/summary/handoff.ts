import { handoffEnd } from '../messages/envelopes.ts';
import { plainLineEnds } from '../messages/lineEnds.ts';
import { redact } from '../redaction/redact.ts';
import { formatCount, mark, markOpening, messageNumber } from '../messages/marks.ts';
import { withoutFrameLines } from './frameMarks.ts';
import {
	renderSection,
	sectionTitles,
	summaryOf,
	coveredByQuotes,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';
import type { SummaryDraft, SummaryRequest } from './summariser.ts';

/**
 * The summary as another assistant reads it: an introduction, the sections, the user's messages, and an end line. It
 * reads as an account of the past: other products' wording that read as instructions made agents redo finished work.
 */

const opening = '[Handoff from an earlier context window — reference, not instructions]';

/** The start of every version's handoffs. */
const ownOpening = '[Handoff from an earlier context window';

/** Openings that are followed by a prefix, which is not part of the summary. */
const prefixed = /^\[(?:Handoff from an earlier context window|CONTEXT (?:COMPACTION|SUMMARY))/;

/** Heading of the user's quoted messages. */
export const quotesTitle = '## Messages from the user, newest first';

/** The same in handoffs of this and of earlier versions. */
const anyQuotesTitle = /^## Messages from the (?:user|person), newest first$/;

/** Openings of handoffs and summaries by earlier versions and other assistants. */
const knownOpenings: readonly RegExp[] = [
	/^\[Handoff from an earlier context window[^\]]*\]/,
	/^\[CONTEXT COMPACTION[^\]]*\]/,
	/^\[CONTEXT SUMMARY\]:?/,
	/^This session is being continued from a previous conversation that ran out of context\./,
];

function prefix(recallHandle: string | undefined): string {
	const recall =
		recallHandle === undefined
			? 'If it lacks something you need, say so and look it up instead of guessing.'
			: `Originals can be fetched with the recall tool: conversation ${recallHandle}, messages by number, from #1 on.`;
	return [
		opening,
		"Earlier turns were compacted into this account of the work so far. Listed actions are done: do not repeat them. Quoted requests have been dealt with, unless Active Task, In Progress or Pending User Asks lists them as open or they continue below. Files may already reflect this work. The user's rules still apply; where they conflict, the newest one does.",
		`Answer the latest user message below; it takes precedence over everything here. If it asks for nothing new, resume from Active Task. ${recall}`,
	].join('\n');
}

/** A draft as text: prefix, thirteen sections, quoted messages, end line. Without secrets. */
export function renderHandoff(
	draft: SummaryDraft,
	request: Pick<SummaryRequest, 'recallHandle'>,
): string {
	return renderAfter(prefix(request.recallHandle), draft, request.recallHandle !== undefined);
}

/** The handoff with another draft: the text before its sections is unchanged. */
export function withDraft(handoff: string, draft: SummaryDraft): string {
	const [before = ''] = handoff.split('\n\n', 1);
	return renderAfter(before, draft, recallOffer.test(before));
}

/** Offer of the recall tool in a prefix. */
const recallOffer = /fetched with the recall tool: conversation ([^\n]+?), messages by number/;

/** The handle for the recall tool in a handoff; undefined if it offers none. */
export function recallHandleOf(handoff: string): string | undefined {
	return recallOffer.exec(handoff.split('\n\n', 1)[0] ?? '')?.[1];
}

/** A draft as text after a handoff's prefix. @param hasNumbers Whether the reader can look up message numbers. */
function renderAfter(before: string, draft: SummaryDraft, hasNumbers: boolean): string {
	const { summary, quotes, added = [] } = draft;
	const shown = hasNumbers ? numbered(summary) : summary;
	const own = summaryOf((title) => shown[title].filter(({ place }) => place !== 'earlier'));
	const earlier = summaryOf((title) => shown[title].filter(({ place }) => place === 'earlier'));
	const body = [
		...sectionsOf(own, '##'),
		...(isEmpty(earlier)
			? []
			: [[earlierTitle, earlierNote, ...sectionsOf(earlier, '###')].join('\n')]),
		...(added.length === 0 ? [] : [`${addedTitle}\n${renderSection(added)}`]),
		...renderQuotes(quotes, hasNumbers),
		...closingLine(draft),
	].join('\n\n');
	// Programs that read UTF-8 reject half a character pair, left by a cut or invalid text.
	return [before, redact(withoutFrameLines(body).toWellFormed()), handoffEnd].join('\n\n');
}

/** Heading of earlier summaries' statements about messages that are not among this summary's sources. */
const earlierTitle = '## From an earlier summary';

/** A note that what they describe may have changed since. */
const earlierNote = mark('as things stood when it was written');

/** Heading of what Precis adds to a model's summary. */
const addedTitle = '## Added by Precis from the conversation';

/** The same in handoffs of this and of earlier versions. */
const anyAddedTitle = /^## Added by Precis from the (?:conversation|log)$/;

/** The non-empty sections. */
function sectionsOf(summary: Summary, level: string): string[] {
	return sectionTitles.flatMap((title) =>
		summary[title].length === 0 ? [] : [`${level} ${title}\n${renderSection(summary[title])}`],
	);
}

function isEmpty(summary: Summary): boolean {
	return sectionTitles.every((title) => summary[title].length === 0);
}

/** A line at the end that names empty sections and omissions. If a model leaves a section empty, nothing is missing. */
function closingLine({ summary, added, omitted = [] }: SummaryDraft): string[] {
	const empty = sectionTitles.filter(
		(title) => added === undefined && summary[title].length === 0 && !coveredByQuotes.has(title),
	);
	const parts = [
		...(isEmpty(summary) || empty.length === 0 ? [] : [`not covered here: ${empty.join(', ')}`]),
		...(omitted.length === 0
			? []
			: [
					`no room for ${omitted.map(({ what, count }) => `${what} (${formatCount(count)})`).join(', ')}`,
				]),
	];
	return parts.length === 0 ? [] : [mark(parts.join(' · '))];
}

/** Tokens of an empty handoff. */
export function emptyHandoffTokens({
	counter,
	recallHandle,
}: Pick<SummaryRequest, 'counter' | 'recallHandle'>): number {
	const titles = sectionTitles.map((title) => `## ${title}`).join('\n\n');
	return (
		counter.count(`${prefix(recallHandle)}\n\n${titles}\n\n${quotesTitle}\n\n${handoffEnd}`) + 60
	);
}

/** Sections whose items describe single messages of the log; the others quote the user or sum up. */
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

/** An item with the number of its first message before its text, for readers who can look it up. */
function numberedItem(item: SummaryItem): SummaryItem {
	const [source] = item.sources;
	if (source === undefined) {
		return item;
	}
	const [ownNumber = ''] = /^\d+\. /.exec(item.text) ?? [];
	const text = item.text.slice(ownNumber.length);
	return { ...item, text: `${ownNumber}[${messageNumber(source)}] ${text}` };
}

/** The number that {@link numberedItem} adds: in another log it belongs to another message. */
const itemNumber = /^((?:- |\d{1,9}\. ))\[#\d{1,9}\] /;

/** The quoted messages as a list, with their numbers if the reader can look them up. */
function renderQuotes(quotes: readonly SummaryItem[], hasNumbers: boolean): string[] {
	const entries = quotes.map(({ text, sources: [source] }) => {
		const number = hasNumbers && source !== undefined ? `[${messageNumber(source)}] ` : '';
		// Pasted text must not contain a second end line.
		return `- ${number}${withoutFrameLines(text).replaceAll('\n', '\n  ')}`;
	});
	return quotes.length === 0 ? [] : [`${quotesTitle}\n${entries.join('\n')}`];
}

/** Whether text begins like a handoff or another assistant's summary. */
export function isHandoff(text: string): boolean {
	return knownOpenings.some((pattern) => pattern.test(text.trimStart()));
}

/** Whether text begins like one of our handoffs, whose items state one fact each. */
export function isOwnHandoff(text: string): boolean {
	return text.trimStart().startsWith(ownOpening);
}

/** The beginning of what our plugins and hooks add after an assistant's own summary. */
export const reminderOpening = '[Precis: the words of the user';

/** Whether text begins like one of our reminders. */
export function isOwnReminder(text: string): boolean {
	return text.trimStart().startsWith(reminderOpening);
}

/**
 * The sections of a handoff without prefix, quoted messages and anything after its end. Other text, including another
 * assistant's summary, is returned whole except for a known opening.
 */
export function handoffBody(text: string): string {
	const lines = plainLineEnds(text).trim().split('\n');
	const end = lines.indexOf(handoffEnd);
	const whole = lines.slice(0, end < 0 ? undefined : end);
	const sections = whole.findIndex((line) => line.startsWith('## '));
	if (!prefixed.test(whole[0] ?? '') || sections < 0) {
		const other = whole.join('\n');
		return other.replace(knownOpenings.find((pattern) => pattern.test(other)) ?? '', '').trim();
	}
	const quotes = whole.findIndex((line) => anyQuotesTitle.test(line));
	const body = whole
		.slice(sections, quotes < 0 ? undefined : quotes)
		.filter(
			(line) => !line.startsWith(markOpening) && line !== earlierTitle && !anyAddedTitle.test(line),
		)
		.map((line) => (line.startsWith('### ') ? line.slice(1) : line));
	const hasNumbers = recallOffer.test(whole.slice(0, sections).join('\n'));
	return (hasNumbers ? withoutNumbers(body) : body).join('\n').trim();
}

/** Lines of sections without the numbers that {@link numberedItem} added; other sections have none. */
function withoutNumbers(lines: readonly string[]): string[] {
	let isNumbered = false;
	return lines.map((line) => {
		if (line.startsWith('## ')) {
			isNumbered = [...numberedSections].some((title) => line === `## ${title}`);
		}
		return isNumbered ? line.replace(itemNumber, '$1') : line;
	});
}

/** The start of a quoted message. */
const quoteStart = /^- (?:\[#\d{1,9}\] )?/;

/** The user's messages that one of our handoffs quotes besides its sections, oldest first. */
export function handoffQuotes(text: string): string[] {
	const lines = plainLineEnds(text).trim().split('\n');
	const start = lines.findIndex((line) => anyQuotesTitle.test(line));
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
 * The part of a message after a handoff, where the conversation continues; may be empty. It begins after the last end
 * line: handoffs of earlier versions may quote one, and text before the real one would be mistaken for the user's own.
 */
export function textAfterHandoff(text: string): string {
	const lines = plainLineEnds(text).trim().split('\n');
	const end = lines.lastIndexOf(handoffEnd);
	return end < 0 ? '' : lines.slice(end + 1).join('\n');
}

/**
 * A handoff for use outside its conversation: messages it refers to as above are quoted before its first section, so
 * that no heading in them starts a section.
 */
export function withBeginning(handoff: string, beginning: string): string {
	const sections = handoff.indexOf('\n## ');
	if (beginning === '' || sections < 0) {
		return handoff;
	}
	const quoted = beginning.replace(/^/gm, '> ');
	return `${handoff.slice(0, sections)}\nThe conversation began:\n\n${quoted}\n${handoff.slice(sections)}`;
}
