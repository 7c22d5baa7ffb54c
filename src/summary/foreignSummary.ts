import { textOf, type Log, type Message } from '../messages/message.ts';
import { spansByAuthor } from '../messages/origins.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { withoutFrames } from './frameMarks.ts';
import { handoffBody, handoffQuotes, isHandoff, isOwnHandoff, isOwnReminder } from './handoff.ts';
import { readItems, type Line } from './items.ts';
import {
	catchAll,
	classify,
	plainTitle,
	readHeadings,
	readsEmpty,
	underHeading,
	type Heading,
} from './parse.ts';
import { cleanedText } from './replyText.ts';
import {
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';

/** Reads summaries of earlier compactions, ours or another assistant's, into our sections. */

/** Characters at the start of a message by which a summary is recognised. */
const openingReach = 400;

/** Whether a message is the summary of an earlier compaction, by any assistant and in any role. */
export function carriesSummary(message: Message): boolean {
	return (
		message.role !== 'tool' &&
		(spansByAuthor(message).some(({ origin }) => origin === 'summary') ||
			isHandoff(textOf(message.content).slice(0, openingReach)))
	);
}

/** Instructions to continue, which other assistants append to their summaries. */
const continueInstructions =
	/\n(?:[^\S\n]|\n){0,40}(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where)[^]*$/i;

/** A summary of an earlier compaction among the messages of a log. */
interface EarlierSummary {
	/** Index of the message that contains it. */
	readonly index: number;
	/** Whether Precis wrote it. */
	readonly isOwn: boolean;
	readonly summary: Summary;
	/** The user's messages that it quotes, oldest first. */
	readonly quotes: readonly string[];
}

/** The summaries in messages before `end`, oldest first, without our reminders of messages that the log has. */
export function summariesIn(log: Log, end: number): EarlierSummary[] {
	const first = log.findIndex(({ message }) => isFromPerson(message));
	return log.slice(0, end).flatMap(({ message }, index) => {
		const text = textOf(message.content);
		const hasOriginals = first >= 0 && first < index;
		if (!carriesSummary(message) || (hasOriginals && isOwnReminder(text))) {
			return [];
		}
		const summary = parseForeignSummary(text.replace(continueInstructions, ''));
		return [{ index, isOwn: isOwnHandoff(text), summary, quotes: handoffQuotes(text) }];
	});
}

/** Our sections, each with the words that identify it in the headings of other assistants. */
const headingWords: readonly (readonly [SectionTitle, string])[] = [
	[
		'Critical Context',
		'knowledge context concepts technical discoveries details foundation solving messages',
	],
	['Key Decisions', 'decisions decision'],
	['Pending User Asks', 'questions'],
	['Constraints & Preferences', 'constraints instructions preferences requirements'],
	['Relevant Files', 'files file artifact artifacts codebase'],
	['Blocked', 'blocked blockers issues'],
	['Remaining Work', 'remaining remains pending next todo plan continuation tasks'],
	['Completed Actions', 'accomplished completed done fixes history progress resolution actions'],
	['Active State', 'branch state status operations'],
	['In Progress', 'active current'],
	['Goal', 'goal intent objective overview request task'],
];

/** Other words in these headings, which do not determine the section. */
const neutralWords =
	'a additional all and changed code conversation created current directories errors important in key known made modified move open optional overall primary problem read recent relevant sections state status step steps system technical tracking trail user what work';

const vocabulary: ReadonlySet<string> = new Set(
	[...headingWords.map(([, words]) => words), neutralWords].flatMap((words) => words.split(' ')),
);

const ownTitles: ReadonlyMap<string, SectionTitle> = new Map([
	...sectionTitles.map((title) => [plainTitle(title), title] as const),
	['task state', 'Remaining Work'],
]);

/** Our section for a heading of any assistant's summary. */
function sectionNamed(heading: string): SectionTitle | undefined {
	const title = plainTitle(heading);
	const words = title.split(' ');
	return (
		ownTitles.get(title) ??
		(words.every((word) => vocabulary.has(word))
			? headingWords.find(([, sectionWords]) =>
					sectionWords.split(' ').some((word) => words.includes(word)),
				)?.[0]
			: undefined)
	);
}

/** A comment in markup. */
const comment = /<!--[^]{0,2000}?-->/g;

/**
 * Another assistant's summary in our sections: text under a known heading goes to the corresponding section, everything
 * else to Critical Context together with its heading. Only headings and tags are dropped. The text is untrusted: it
 * cannot end a handoff or look like a mark of Precis.
 */
export function parseForeignSummary(text: string): Summary {
	const clean = withoutFrames(cleanedText(isHandoff(text) ? handoffBody(text) : text));
	const lines = classify(tagsToMarkdown(clean.replace(comment, '')).split('\n'));
	const headings = readHeadings(lines, sectionNamed).filter((heading) => isTitle(heading, lines));
	const sections = new Map<SectionTitle, SummaryItem[]>();
	const add = (title: SectionTitle, items: readonly SummaryItem[]): void => {
		const section = sections.get(title) ?? [];
		sections.set(title, section);
		items.forEach((item) => section.push(item));
	};
	add(catchAll, itemsOf(lines.slice(0, headings[0]?.line ?? lines.length)));
	let section: SectionTitle = catchAll;
	let level = Number.POSITIVE_INFINITY;
	headings.forEach((heading, position) => {
		const below = lines.slice(heading.line + 1, headings[position + 1]?.line);
		const items = [...itemsOf([{ text: heading.rest, fenced: false }]), ...itemsOf(below)];
		if (heading.title !== undefined) {
			section = heading.title;
			level = heading.level;
			add(section, items);
		} else {
			// A deeper heading subdivides its section.
			const [first, ...others] = items;
			const labelled = underHeading(heading, first === undefined ? [] : [first]);
			add(heading.level > level ? section : catchAll, [...labelled, ...others]);
		}
	});
	return summaryOf((title) => (sections.get(title) ?? []).filter((item) => !readsEmpty(item)));
}

/** Whether a line is a heading: single words can also begin sentences and list entries. */
function isTitle({ line, rest }: Heading, lines: readonly Line[]): boolean {
	const { text } = lines[line] ?? { text: '' };
	const isOneWord = !/[a-z]\W+[a-z]/i.test(rest === '' ? text : text.slice(0, -rest.length));
	return text.startsWith('#') || !isOneWord || (rest === '' && /[*_:]/.test(text));
}

/** The items of lines without their common indentation: text may be indented below its heading. */
function itemsOf(lines: readonly Line[]): SummaryItem[] {
	const indents = lines
		.filter(({ text }) => text.trim() !== '')
		.map(({ text }) => text.length - text.trimStart().length);
	const shared = indents.reduce((min, indent) => Math.min(min, indent), indents[0] ?? 0);
	return readItems(classify(lines.map(({ text }) => text.slice(shared))));
}

/** Tags around single statements; some of them carry information. */
const statement =
	/^(?:action|artifact|constraint|created|cwd|decision|deleted|fact|file|item|knowledge|modified|read|step|task)$/;
const informative = /^(?:created|cwd|deleted|modified|read)$/;

/** Tags around the whole summary or one of its two halves. */
const wrapper =
	/^(?:analysis|checkpoint|context_summary|conversation[-_](?:checkpoint|summary)|handoff|state_snapshot|summary)$/;

/** A tag at the start of a line, optionally with a status, and one at its end. */
const opening = /^\s*<([a-z][a-z_-]{1,40})(?: status="([^"<>]{1,40})")?>/;
const closing = /<\/([a-z][a-z_-]{1,40})>\s*$/;

/**
 * Converts a summary in tags, as Gemini CLI and Copilot CLI write them, to Markdown: a tag that names a section becomes
 * a heading, one around a statement a list entry.
 */
function tagsToMarkdown(text: string): string {
	const isKnown = (tag = ''): boolean =>
		statement.test(tag) ||
		wrapper.test(tag) ||
		sectionNamed(tag.replaceAll('_', ' ')) !== undefined;
	const lines: string[] = [];
	/** Within a statement: the prefix of its next line. */
	let linePrefix: string | undefined;
	for (const line of text.split('\n')) {
		const [opened = '', name = '', status] = opening.exec(line) ?? [];
		const [closed = '', closedName] = closing.exec(line) ?? [];
		const opens = opened !== '' && isKnown(name);
		const closes = closed !== '' && isKnown(closedName);
		if (!opens && !closes && linePrefix === undefined) {
			lines.push(/^\s*\**(?:analysis|summary)\**:\**\s*$/i.test(line) ? '' : line);
			continue;
		}
		if (opens && statement.test(name)) {
			linePrefix = `- ${status === undefined ? '' : `${status}: `}${informative.test(name) ? `${name}: ` : ''}`;
		} else if (opens) {
			lines.push(wrapper.test(name) ? '' : `# ${name.replaceAll('_', ' ')}`);
		}
		const content = line.slice(opens ? opened.length : 0, closes ? -closed.length : undefined);
		if (content.trim() !== '') {
			lines.push((linePrefix ?? '') + content.trim());
			linePrefix = linePrefix === undefined ? undefined : '  ';
		}
		linePrefix = closes ? undefined : linePrefix;
	}
	return lines.join('\n');
}
