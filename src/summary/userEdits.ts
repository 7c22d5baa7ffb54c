import { markOpening } from '../messages/marks.ts';
import type { TokenCounter } from '../messages/tokens.ts';
import { withSources } from './items.ts';
import {
	renderItem,
	sectionTitles,
	summaryOf,
	type SectionTitle,
	type Summary,
	type SummaryItem,
} from './sections.ts';

/**
 * What a person decided about single statements of a summary. It holds for every later summary,
 * whoever writes it. Active Task is the exception: the log says what was asked last, so nothing is
 * left out there, and what a person keeps there stands behind it.
 */

/** An item that a person keeps, and where it stands. */
export interface KeptItem {
	readonly section: SectionTitle;
	readonly item: SummaryItem;
}

/** A person's decisions about statements. */
export interface UserEdits {
	/** Word for word in every handoff; in the order they are shown. */
	readonly kept: readonly KeptItem[];
	/** Texts of statements that do not come back. */
	readonly removed: readonly string[];
}

/** The wishes of somebody who changed nothing. */
export const noUserEdits: UserEdits = { kept: [], removed: [] };

/** The items of a summary that a person keeps, in order. */
export function keptItems(summary: Summary): KeptItem[] {
	return sectionTitles.flatMap((section) =>
		summary[section].flatMap((item) => (item.kept === undefined ? [] : [{ section, item }])),
	);
}

/** Tokens these items take in a handoff, at most. */
export function keptTokens({ kept }: UserEdits, counter: TokenCounter): number {
	return kept.reduce((sum, { item }) => sum + counter.count(renderItem(item)) + 2, 0);
}

/** How an item may begin without being another statement: a list marker, a number. */
const listMarker = /^(?:[-*+•][ \t]+)?(?:\d{1,6}[.)][ \t]+)?/;

/** What a text states: the same for texts that differ in numbering, spaces, case and references. */
export function statementOf(text: string): string {
	// A summary's last action may have a mark behind it that counts the others.
	const mark = text.lastIndexOf(`\n${markOpening}`);
	return withSources((mark > 0 ? text.slice(0, mark) : text).trim())
		.text.replace(listMarker, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();
}

/** Tells texts that state what one of these does. */
export function restates(texts: readonly string[]): (text: string) => boolean {
	const statements = new Set(texts.map(statementOf).filter((statement) => statement !== ''));
	return (text) => statements.size > 0 && statements.has(statementOf(text));
}

/** Tells statements that a summariser has no say in: they are kept, or were removed. */
export function decidedBy({ kept, removed }: UserEdits): (text: string) => boolean {
	return restates([...textsOutsideTask(kept), ...removed]);
}

/** The goal may read like the latest request: keeping the one does not replace the other. */
function textsOutsideTask(kept: readonly KeptItem[]): string[] {
	return kept.flatMap(({ section, item }) => (section === 'Active Task' ? [] : [item.text]));
}

/** A summary as the person wants it: kept items in front of the others, none twice, none removed. */
export function withUserEdits(summary: Summary, wishes: UserEdits): Summary {
	const isDecided = decidedBy(wishes);
	return summaryOf((title) => {
		const kept = wishes.kept.flatMap(({ section, item }) => (section === title ? [item] : []));
		if (title === 'Active Task') {
			const isKept = restates(kept.map(({ text }) => text));
			return [...summary[title].map(withoutPin).filter(({ text }) => !isKept(text)), ...kept];
		}
		return [...kept, ...summary[title].map(withoutPin).filter(({ text }) => !isDecided(text))];
	});
}

/** The items that a summariser goes on from: those no person has decided about. */
export function undecidedItems(summary: Summary, wishes: UserEdits): Summary {
	const open = withUserEdits(summary, wishes);
	const kept = new Set(wishes.kept.map(({ item }) => item));
	return summaryOf((title) => open[title].filter((item) => !kept.has(item)));
}

/** An item that nobody keeps, or not any more. */
export function withoutPin(item: SummaryItem): SummaryItem {
	const { kept: _, ...plain } = item;
	return plain;
}
