import { mark } from '../messages/marks.ts';

/** What a summary is: thirteen sections of items, each item with the messages it came from. */

/** The sections, in the order they are written, shown and read. */
export const sectionTitles = [
	'Active Task',
	'Goal',
	'Constraints & Preferences',
	'Completed Actions',
	'Active State',
	'In Progress',
	'Blocked',
	'Key Decisions',
	'Resolved Questions',
	'Pending User Asks',
	'Relevant Files',
	'Remaining Work',
	'Critical Context',
] as const;

/** The title of a section, the same in every language. */
export type SectionTitle = (typeof sectionTitles)[number];

/** One statement of a summary. */
export interface SummaryItem {
	/** Markdown of one item, without list marker; may span lines. */
	readonly text: string;
	/** Numbers of the messages it was taken from, ascending; empty when unknown. */
	readonly sources: readonly number[];
	/** A person wants it word for word: it was pinned, or is in the person's own words. */
	readonly kept?: 'pinned' | 'edited';
	/** What speaks against it; absent where nothing does, or nobody looked. */
	readonly doubt?: Doubt;
	/**
	 * What else it is than a statement of this summary: it points to a message that stands `below` or
	 * `above` the handoff, or to another section `within` it, or an `earlier` summary made it, of messages that this one was not written from.
	 */
	readonly place?: 'below' | 'above' | 'within' | 'earlier';
}

/**
 * What speaks against a statement that a model wrote: no message of the person says what it says in
 * their name (`unsaid`), or the log nowhere has the hash, number, path or words that it gives (`unfound`).
 */
export type Doubt = 'unsaid' | 'unfound';

/** How a handoff says it, for whichever model reads it next. */
const doubtMarks: Readonly<Record<Doubt, string>> = {
	unsaid: mark('no message of the person says this'),
	unfound: mark('not found in the log'),
};

/** The text of an item as a handoff shows it. */
function writtenItem({ text, doubt }: SummaryItem): string {
	return doubt === undefined ? text : `${text} ${doubtMarks[doubt]}`;
}

/** The thirteen sections; an empty one reads "None". */
export type Summary = Readonly<Record<SectionTitle, readonly SummaryItem[]>>;

/** What an empty section says. */
export const emptySection = 'None';

/** Builds a summary by asking for the items of each section in order. */
export function summaryOf(itemsOf: (title: SectionTitle) => readonly SummaryItem[]): Summary {
	return Object.fromEntries(
		sectionTitles.map((title) => [title, itemsOf(title)]),
	) as unknown as Summary;
}

/** One item as a Markdown list entry; items that bring their own number keep it. */
export function renderItem(item: SummaryItem): string {
	const marker = /^\d+\. /.test(item.text) ? '' : '- ';
	return marker + indented(writtenItem(item));
}

/**
 * The text of an item with its further lines indented, as part of a list entry. Quoted lines belong to
 * the entry as they are: an excerpt has many of them, and each indentation is a token.
 */
function indented(text: string): string {
	const lines = text.split('\n');
	return lines
		.map((line, position) => {
			const isQuoted = line.startsWith('> ') && lines[position - 1]?.trim() !== '';
			return position === 0 || isQuoted ? line : `  ${line}`;
		})
		.join('\n');
}

/** The Markdown body of a section. */
export function renderSection(items: readonly SummaryItem[]): string {
	return items.length === 0 ? emptySection : items.map(renderItem).join('\n');
}

/** All thirteen sections as Markdown with level-two headings. */
export function renderSummary(summary: Summary): string {
	return sectionTitles.map((title) => `## ${title}\n${renderSection(summary[title])}`).join('\n\n');
}
