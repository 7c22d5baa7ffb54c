import { mark } from '../messages/marks.ts';

/** A summary consists of thirteen sections of items, each with the messages it came from. */

/** The sections, in the order of prompts, handoffs and the panel. */
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
	/** Numbers of its source messages, ascending; empty if unknown. */
	readonly sources: readonly number[];
	/** The user wants it verbatim: it was pinned, or the user wrote it. */
	readonly kept?: 'pinned' | 'edited';
	/** The reason to doubt it; absent: there is none, or it was not checked. */
	readonly doubt?: Doubt;
	/**
	 * For an item that is not a statement of this summary: it refers to a message `below` or `above` the handoff, or an
	 * `earlier` summary made it about messages that are not among this summary's sources.
	 */
	readonly place?: 'below' | 'above' | 'earlier';
}

/**
 * The reason to doubt a model's statement: it attributes to the user what no message of the user contains (`unsaid`), or
 * the log does not contain its hash, number, path or words (`unfound`).
 */
export type Doubt = 'unsaid' | 'unfound';

/** The marks of doubts in a handoff, for the next model. */
const doubtMarks: Readonly<Record<Doubt, string>> = {
	unsaid: mark('no message of the person says this'),
	unfound: mark('not found in the conversation'),
};

/** Items that point to messages of the user instead of quoting them. */
export const pointers = {
	latestBelow: 'The latest request follows below.',
	answeredBelow: 'The latest request at that time follows below, with its answer.',
	firstAbove: 'The first request stands above.',
} as const;

/** Beginnings of lines that Precis writes around what it quotes, apart from {@link pointers}. */
export const leads = {
	did: 'Did:',
	findings: 'Said on the way:',
	reply: 'Reply:',
	replyToClient: 'Reply to a message from the client:',
	continues: 'It continues in the messages below.',
	start: 'Before the first message from the user:',
	firstRequest: 'For the first request:',
	latestRequest: 'For the latest request (it follows below):',
	taskRequest: 'For the request under Active Task:',
	earlierRequest: 'For an earlier request under Active Task:',
	aboveRequest: 'For the request above:',
	latest: 'The latest request follows below:',
	answeredLatest: 'The latest request follows below (answered):',
	before: 'Before it (answered):',
	unfinished: 'Before it (the turn broke off):',
	commit: 'Last commit:',
	unchecked: 'No command was run after the last edit.',
	directory: 'Common directory of these paths:',
	running: 'Still running, no end is reported:',
	failed: 'Failed last, nothing was done since:',
	rejected: 'The user rejected',
	todos: 'Open in the last todo list:',
} as const;

/** The thirteen sections; an empty one reads "None". */
export type Summary = Readonly<Record<SectionTitle, readonly SummaryItem[]>>;

/** The content of an empty section. */
export const emptySection = 'None';

/** The user's own words contain what these sections would say: without an item they are not missing. */
export const coveredByQuotes: ReadonlySet<SectionTitle> = new Set([
	'Goal',
	'Constraints & Preferences',
]);

/** Builds a summary by asking for the items of each section in order. */
export function summaryOf(itemsOf: (title: SectionTitle) => readonly SummaryItem[]): Summary {
	return Object.fromEntries(
		sectionTitles.map((title) => [title, itemsOf(title)]),
	) as unknown as Summary;
}

/** An item as a Markdown list entry; items with their own number keep it. */
export function renderItem({ text, doubt }: SummaryItem): string {
	const marker = /^\d+\. /.test(text) ? '' : '- ';
	return marker + indented(doubt === undefined ? text : `${text} ${doubtMarks[doubt]}`);
}

/**
 * The text of an item with its further lines indented, as part of a list entry. Quoted lines belong to the entry
 * without indentation: an excerpt has many, and each indentation is a token.
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
