import type { SectionTitle, SummaryItem } from '../sections.ts';

/**
 * What is given room first when there is little: the order of the behaviour's budget rule.
 */
export const tiers = [
	'task',
	'constraints',
	'earlier',
	'quotes',
	'files',
	'verdicts',
	'plan',
	'rest',
] as const;

export type Tier = (typeof tiers)[number];

/** Something that could stand in the summary. Within section and tier the best comes first. */
export interface Candidate {
	readonly section: SectionTitle;
	readonly tier: Tier;
	readonly item: SummaryItem;
	/** Position in the section when shown. */
	readonly order: number;
	/** Its number among all of its section, where that stands in its text. */
	readonly number?: number;
	/** A fuller form of the same statement, for when there is room. */
	readonly fuller?: SummaryItem;
}

/** Sources of one item lie less than this far apart. */
const furthestSource = 1e6;

/** Candidates in order of value, shown in the order of their sources. */
export function numbered(
	section: SectionTitle,
	tier: Tier,
	items: readonly SummaryItem[],
): Candidate[] {
	return items.map((item) => ({
		section,
		tier,
		item,
		order: (item.sources[0] ?? 0) + (item.sources.at(-1) ?? 0) / furthestSource,
	}));
}

/** The items with the newest source first. */
export function newestFirst(items: readonly SummaryItem[]): SummaryItem[] {
	return [...items].sort((a, b) => (b.sources.at(-1) ?? 0) - (a.sources.at(-1) ?? 0));
}

/** One candidate with a place of its own in its section. */
export function fixed(
	section: SectionTitle,
	tier: Tier,
	text: string,
	sources: readonly number[],
	order: number,
): Candidate {
	return { section, tier, item: { text, sources }, order };
}
