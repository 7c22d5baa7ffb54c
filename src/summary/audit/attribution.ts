import { toolCallsOf, type Log } from '../../messages/message.ts';
import { answerText } from '../../messages/answers.ts';
import { personText, stretchesOf } from '../../messages/origins.ts';
import { toolFamily } from '../../messages/toolFamilies.ts';
import type { ToolPairs } from '../../messages/toolPairs.ts';
import { toolUse } from '../../messages/toolUse.ts';
import { withoutDoubt, type Doubt } from '../doubts.ts';
import { declinedWords } from '../facts/rejections.ts';
import { sentencesOf } from '../facts/sentences.ts';
import { summaryOf, type SectionTitle, type Summary, type SummaryItem } from '../sections.ts';
import { harmOf } from '../sources/harm.ts';
import { keysOf, Said } from '../sources/said.ts';
import { NamedSpecifics } from '../sources/specifics.ts';
import type { SummaryRequest } from '../summariser.ts';
import { wordLine } from './statements.ts';
import { noWishes } from '../wishes.ts';

/**
 * Whether the person said what a model writes in their name. A statement that their words do not
 * bear out is marked, never silently believed: it may stand in a file that the model read.
 */

/** Sections in the person's name. Active Task is taken from the log and needs no check. */
const ofPerson: readonly SectionTitle[] = [
	'Goal',
	'Constraints & Preferences',
	'Pending User Asks',
];

/**
 * Shares of a statement that have to be found. `bench/claims/claims.ts` prints what is marked wrongly and
 * what is caught around them.
 */
export const leastShares = {
	/** In the person's words. */
	said: 0.3,
	/** The same where it stands word for word in a file or a result. */
	saidThough: 0.7,
	/** In an earlier summary, from which it comes where the person's words do not bear it out. */
	earlier: 0.6,
};

/** The summary with a doubt at each statement in the person's name that they did not make. */
export function attributed(
	summary: Summary,
	request: SummaryRequest,
	isElsewhere: (item: SummaryItem) => boolean,
	least: typeof leastShares = leastShares,
): Summary {
	const stated = ofPerson.flatMap((title) => summary[title].map(({ text }) => text));
	if (stated.length === 0) {
		return summary;
	}
	const wanted = keysOf(stated);
	const { typed, whole, earlier } = voicesOf(request);
	const rules = voiceOf(typed, wanted);
	const asks = voiceOf(whole, wanted);
	const before = voiceOf(earlier, wanted);
	const doubtOf = (title: SectionTitle, item: SummaryItem): Doubt | undefined => {
		const voice = title === 'Constraints & Preferences' ? rules : asks;
		const share = isElsewhere(item) ? least.saidThough : least.said;
		return bearsOut(voice, item.text, share)
			? undefined
			: bearsOut(before, item.text, least.earlier)
				? 'earlier'
				: 'unsaid';
	};
	return summaryOf((title) =>
		ofPerson.includes(title)
			? summary[title].map((item) => doubted(item, doubtOf(title, item)))
			: summary[title],
	);
}

/** What somebody said, to hold statements against. */
interface Voice {
	readonly said: Said;
	readonly named: NamedSpecifics;
	/** A line of words for each message. */
	readonly words: string;
}

function voiceOf(texts: readonly string[], wanted: ReadonlySet<string>): Voice {
	return {
		words: texts.map(wordLine).join('\n'),
		said: new Said(texts.map(sentences), wanted),
		named: new NamedSpecifics(texts),
	};
}

function bearsOut({ said, named, words }: Voice, statement: string, least: number): boolean {
	return (
		(said.shareOf(statement) >= least || says(words, statement)) &&
		!named.lacks(statement) &&
		!said.lacksAct(harmOf(statement))
	);
}

/** Whether a statement stands there word for word, however little its words tell. */
function says(words: string, statement: string): boolean {
	const wanted = wordLine(statement);
	return wanted.trim() !== '' && words.includes(wanted);
}

/** An item with what speaks against it, unless a person keeps it. */
export function doubted(item: SummaryItem, doubt: Doubt | undefined): SummaryItem {
	return doubt === undefined || item.kept !== undefined ? item : { ...item, doubt };
}

interface Voices {
	/** The person's words without what they pasted. */
	readonly typed: readonly string[];
	readonly whole: readonly string[];
	/** Earlier summaries, without what was marked in them. */
	readonly earlier: readonly string[];
}

function voicesOf(request: SummaryRequest): Voices {
	const { log, pairs, focus, wishes = noWishes } = request;
	const own = [
		...wishes.kept.map(({ item }) => item.text),
		...(focus === undefined ? [] : [focus]),
		...answersOf(log, pairs),
	];
	const said = log.map(({ message }) => personText(message)).filter((text) => text !== '');
	return {
		typed: [...own, ...said.map((text) => sentencesOf(text).join('\n'))],
		whole: [...own, ...said],
		earlier: earlierTexts(request, ofPerson),
	};
}

/** What earlier summaries say: the one that this one replaces, and those found in the log. */
export function earlierTexts(
	{ log, previous }: SummaryRequest,
	sections: readonly SectionTitle[],
): string[] {
	const carried = sections
		.flatMap((title) => previous?.[title] ?? [])
		.filter(({ doubt }) => isBelieved(doubt))
		.map(({ text }) => text);
	const found = log.flatMap(({ message }) =>
		stretchesOf(message)
			.filter(({ origin }) => origin === 'summary')
			.map(({ text }) =>
				text
					.split('\n')
					.filter((line) => isBelieved(withoutDoubt(line.trimEnd()).doubt))
					.join('\n'),
			),
	);
	return [...carried, ...found];
}

/** What was doubted once does not become true by being repeated. */
function isBelieved(doubt: Doubt | undefined): boolean {
	return doubt === undefined || doubt === 'earlier';
}

/** What the person answered to tools that asked them, and said when they declined one. */
function answersOf(log: Log, pairs: ToolPairs): string[] {
	return log.flatMap(({ message }, index) => {
		const answers = toolCallsOf(message).flatMap((call, position) =>
			toolFamily(call.name) === 'question'
				? answerText(toolUse(log, index, call, pairs.resultsOf(index)[position]))
				: [],
		);
		return [...answers, declinedWords(log, index) ?? ''].filter(Boolean);
	});
}

/** Characters of a message that are read: a longer one is a document, and its end closes it. */
const read = { start: 40_000, end: 10_000 };

/** The sentences of a text with what is pasted in it. */
function sentences(text: string): string[] {
	const bounded =
		text.length > read.start + read.end
			? `${text.slice(0, read.start)}\n${text.slice(-read.end)}`
			: text;
	return bounded.split(/\n|(?<=[.!?])\s|(?<=[。！？；])/u).filter((part) => part.trim() !== '');
}
