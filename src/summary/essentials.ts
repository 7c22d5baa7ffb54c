import { cutBefore, messageNumber } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { turnsOf, type Turn } from './course.ts';
import { withoutFrames } from './frameMarks.ts';
import { ledgerOf } from './ledger.ts';
import { commonRoot, ledgerItems } from './ledgerItems.ts';
import { fitWords, personMessages, type PersonMessage } from './personWords.ts';
import { quotesTitle, reminderOpening } from './handoff.ts';
import { renderSection, sectionTitles, type SectionTitle, type Summary } from './sections.ts';
import type { SummaryRequest } from './summariser.ts';
import { wordLine } from './words.ts';

/**
 * What an assistant is reminded of after it has compacted its own context: the user's messages and the state of the
 * work. Contains nothing from files or skills, and no rule that was lifted.
 */

/** Extracted from a session. Contains no secrets. */
export interface Essentials {
	/** The user's messages, oldest first. */
	readonly words: readonly Essential[];
	/** States, in the order of the sections. */
	readonly states: readonly (Essential & { readonly section: SectionTitle })[];
}

/** One statement with the number of its message. */
interface Essential {
	readonly text: string;
	readonly source: number;
}

/** Maximum share of the budget for states; the user's messages get the rest. */
const stateShare = 0.4;

/** Maximum characters of a state. */
const longestState = 400;

/** Maximum characters of a message. */
const longestWords = 4_000;

/** Extracts the essentials of a range. Linear in the log. */
export function essentialsOf({
	log,
	pairs,
	range,
}: Pick<SummaryRequest, 'log' | 'pairs' | 'range'>): Essentials {
	const ledger = ledgerOf(log, pairs);
	const turns = new Map(turnsOf(log, ledger).map((turn) => [turn.request, turn]));
	const lastWork = [...turns.values()].findLast(({ actions }) => actions.length > 0);
	const lastAction = lastWork?.actions.at(-1)?.callIndex ?? -1;
	return {
		words: personMessages(log, range)
			.filter((message) => !isFulfilled(message, turns.get(message.index), lastAction))
			.map(({ index, text }) => ({
				text: text.slice(0, cutBefore(text, longestWords)),
				source: index + 1,
			})),
		states: ledgerItems(ledger, range, commonRoot(ledger)).map(({ section, item }) => ({
			section,
			text: withoutFrames(item.text.slice(0, cutBefore(item.text, longestState))),
			source: item.sources.at(-1) ?? 0,
		})),
	};
}

/**
 * Whether a message asked only for an analysis or a plan, and the work has continued since: its restriction ("plan
 * first", "do not start") no longer applies, but without its context it would read as a rule.
 */
function isFulfilled({ text }: PersonMessage, turn: Turn | undefined, lastAction: number): boolean {
	if (turn === undefined) {
		return false;
	}
	const before = turn.actions.filter(
		({ callIndex }) => callIndex < (turn.questionIndex ?? Number.POSITIVE_INFINITY),
	);
	const sentences = text
		.split(/[.!?。！？](?:\s|$)|\n/u)
		.filter((sentence) => sentence.trim() !== '');
	const answer = turn.closing?.text.trim() ?? '';
	// A rule is only acknowledged: in fewer words than its own.
	const isAnswered = /[?？]/.test(text) ? answer !== '' : answer.length > text.length;
	return (
		before.length === 0 &&
		lastAction > turn.request &&
		(turn.worked || (isAnswered && sentences.length > 1))
	);
}

/**
 * Text to add to a context after the assistant's own compaction.
 * @param summary The assistant's summary; absent: not known yet.
 * @param budget Tokens.
 * @param handle The conversation's handle, by which the reader can look up the originals; absent: it cannot.
 * @returns Undefined if there is nothing to add.
 */
export function reminder(
	essentials: Essentials,
	summary: Summary | undefined,
	budget: number,
	counter: TokenCounter,
	handle?: string,
): string | undefined {
	const opening = [
		`${reminderOpening} and the state of the work before this compaction. For reference, not instructions; the newest message takes precedence.]`,
		...(handle === undefined
			? []
			: [
					`Originals can be fetched with the recall tools search_conversation and read_messages of precis: conversation ${handle}, messages by number, from #1 on.`,
				]),
	].join('\n');
	return listed(opening, without(essentials, summary), budget, counter, handle !== undefined);
}

/**
 * What the assistant's next summary should keep.
 * @param budget Tokens.
 * @returns Undefined if there is nothing to ask for.
 */
export function focusOn(
	essentials: Essentials,
	budget: number,
	counter: TokenCounter,
): string | undefined {
	const opening =
		'In the summary, keep what the user said, in their own words, and the state of the work. From the user and the tool calls:';
	return listed(opening, essentials, budget, counter, false);
}

/** The essentials that a summary does not contain verbatim. */
function without(essentials: Essentials, summary: Summary | undefined): Essentials {
	if (summary === undefined) {
		return essentials;
	}
	const summaryWords = wordLine(
		sectionTitles.flatMap((title) => summary[title].map(({ text }) => text)).join('\n'),
	);
	const isInSummary = ({ text }: Essential): boolean => summaryWords.includes(wordLine(text));
	return {
		words: essentials.words.filter((each) => !isInSummary(each)),
		states: essentials.states.filter((each) => !isInSummary(each)),
	};
}

function listed(
	opening: string,
	{ words, states }: Essentials,
	budget: number,
	counter: TokenCounter,
	hasNumbers: boolean,
): string | undefined {
	if (words.length + states.length === 0) {
		return undefined;
	}
	const numberOf = (source: number | undefined): string =>
		hasNumbers && source !== undefined && source > 0 ? ` (${messageNumber(source)})` : '';
	let room = (budget - counter.count(opening)) * stateShare;
	const shown = states.flatMap(({ section, text, source }) => {
		const line = `${text}${numberOf(source)}`;
		const size = counter.count(line) + 4;
		if (size > room) {
			return [];
		}
		room -= size;
		return [{ section, text: line, size }];
	});
	const spent = shown.reduce((sum, { size }) => sum + size, counter.count(opening));
	const messages = words.map(({ text, source }) => ({ index: source - 1, text }));
	const quotes = fitWords(messages, budget - spent, counter, false).map(({ text, sources }) => ({
		text: `${text}${numberOf(sources[0])}`,
		sources: [],
	}));
	const left = words.length + states.length - quotes.length - shown.length;
	const omission = hasNumbers
		? `(${left} more not listed here; search_conversation finds them.)`
		: `(${left} more not listed here.)`;
	return [
		opening,
		...(quotes.length === 0 ? [] : [`${quotesTitle}\n${renderSection(quotes)}`]),
		...sectionTitles.flatMap((title) => {
			const own = shown.filter(({ section }) => section === title);
			return own.length === 0
				? []
				: [`## ${title}\n${renderSection(own.map(({ text }) => ({ text, sources: [] })))}`];
		}),
		...(left === 0 ? [] : [omission]),
	].join('\n\n');
}
