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
 * The user's decisions about single statements of a summary. They apply to every later summary, whoever writes it.
 * Active Task is an exception: the log shows what was requested last, so nothing is removed there, and kept items
 * follow it.
 */

/** An item that the user keeps, with its section. */
export interface KeptItem {
	readonly section: SectionTitle;
	readonly item: SummaryItem;
}

/** The user's decisions about statements. */
export interface UserEdits {
	/** Verbatim in every handoff, in display order. */
	readonly kept: readonly KeptItem[];
	/** Texts of statements that must not come back. */
	readonly removed: readonly string[];
}

/** Of a user who has changed nothing. */
export const noUserEdits: UserEdits = { kept: [], removed: [] };

/** The items of a summary that the user keeps, in order. */
export function keptItems(summary: Summary): KeptItem[] {
	return sectionTitles.flatMap((section) =>
		summary[section].flatMap((item) => (item.kept === undefined ? [] : [{ section, item }])),
	);
}

/** Maximum tokens of these items in a handoff. */
export function keptTokens({ kept }: UserEdits, counter: TokenCounter): number {
	return kept.reduce((sum, { item }) => sum + counter.count(renderItem(item)) + 2, 0);
}

/** A list marker or number: statements that differ only in it are the same. */
const listMarker = /^(?:[-*+•][ \t]+)?(?:\d{1,6}[.)][ \t]+)?/;

/**
 * The normalised text of a statement: the same for texts that differ only in numbering, spaces, case and references.
 */
export function statementOf(text: string): string {
	return withSources(text.trim())
		.text.replace(listMarker, '')
		.normalize('NFC')
		.toLowerCase()
		.replace(/\s+/g, ' ')
		.trim();
}

/** Tests whether a text states the same as one of these. */
export function restates(texts: readonly string[]): (text: string) => boolean {
	const statements = new Set(texts.map(statementOf).filter((statement) => statement !== ''));
	return (text) => statements.size > 0 && statements.has(statementOf(text));
}

/** Tests for statements that the user has kept or removed: a summariser must not change them. */
export function decidedBy({ kept, removed }: UserEdits): (text: string) => boolean {
	return restates([...textsOutsideTask(kept), ...removed]);
}

/** The goal may read like the latest request: keeping one does not replace the other. */
function textsOutsideTask(kept: readonly KeptItem[]): string[] {
	return kept.flatMap(({ section, item }) => (section === 'Active Task' ? [] : [item.text]));
}

/** A summary with the user's decisions: kept items before the others, without repetitions or removed items. */
export function withUserEdits(summary: Summary, edits: UserEdits): Summary {
	const isDecided = decidedBy(edits);
	return summaryOf((title) => {
		const kept = edits.kept.flatMap(({ section, item }) => (section === title ? [item] : []));
		if (title === 'Active Task') {
			const isKept = restates(kept.map(({ text }) => text));
			return [...summary[title].map(withoutPin).filter(({ text }) => !isKept(text)), ...kept];
		}
		return [...kept, ...summary[title].map(withoutPin).filter(({ text }) => !isDecided(text))];
	});
}

/** The items that a summariser starts from: those that the user has neither kept nor removed. */
export function undecidedItems(summary: Summary, edits: UserEdits): Summary {
	const open = withUserEdits(summary, edits);
	const kept = new Set(edits.kept.map(({ item }) => item));
	return summaryOf((title) => open[title].filter((item) => !kept.has(item)));
}

/** The item without the user's mark. */
export function withoutPin(item: SummaryItem): SummaryItem {
	const { kept: _, ...plain } = item;
	return plain;
}
