import { textOf, type Log, type Message } from '../../messages/message.ts';
import { stretchesOf } from '../../messages/origins.ts';
import { handoffQuotes, isHandoff, isOwnHandoff } from '../handoff.ts';
import { summaryOf, type Summary } from '../sections.ts';
import { parseForeignSummary } from './foreignSummary.ts';

/** Summaries of earlier compactions among the messages of a log, ours or another assistant's. */
export interface FoundSummary {
	/** Index of the message that carries it. */
	readonly index: number;
	/** Whether Precis wrote it. */
	readonly isOwn: boolean;
	readonly summary: Summary;
	/** Messages of the person that it quotes, oldest first. */
	readonly quotes: readonly string[];
}

/** Characters at the start of a message in which a summary shows itself. */
const openingReach = 400;

/** Whether a message is the summary of an earlier compaction, whoever's and in whatever role. */
export function carriesSummary(message: Message): boolean {
	return (
		message.role !== 'tool' &&
		(stretchesOf(message).some(({ origin }) => origin === 'summary') ||
			isHandoff(textOf(message.content).slice(0, openingReach)))
	);
}

/** What other assistants put behind their summaries: orders to go on, which are not an account. */
const orders =
	/\n(?:[^\S\n]|\n){0,40}(?:If you need specific details from before compaction|(?:Please )?continue the conversation from where)[^]*$/i;

/** What an earlier handoff had no room for, or said to search for, stands in other originals. */
const staleNote = /^‹precis: (?:no room here|recall finds)/;

/** The summaries that messages before `end` carry, oldest first. */
export function summariesIn(log: Log, end: number): FoundSummary[] {
	return log.slice(0, end).flatMap(({ message }, index) => {
		if (!carriesSummary(message)) {
			return [];
		}
		const text = textOf(message.content);
		const summary = parseForeignSummary(text.replace(orders, ''));
		const lasting = summaryOf((title) =>
			summary[title].filter((item) => !staleNote.test(item.text)),
		);
		return [{ index, isOwn: isOwnHandoff(text), summary: lasting, quotes: handoffQuotes(text) }];
	});
}
