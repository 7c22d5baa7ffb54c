import type { Outcome } from '../../messages/toolOutcome.ts';
import type { FileFact } from '../facts/fileLedger.ts';
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

/** How early a candidate is given room. */
export type Tier = (typeof tiers)[number];

/**
 * The fact that a candidate tells, where the work cannot go on well without it: an audit looks for it in
 * what a model wrote.
 */
export type KeyFact =
	| { readonly kind: 'constraint' }
	| { readonly kind: 'file'; readonly file: FileFact }
	/** Where the files are told from. */
	| { readonly kind: 'root'; readonly directory: string }
	/** The last run of a command that checks the work. */
	| { readonly kind: 'run'; readonly command: string; readonly status: Outcome['status'] }
	/** What failed, and what it said. */
	| { readonly kind: 'open-error'; readonly what: string; readonly lines: readonly string[] }
	/** A commit, by its abbreviated hash. */
	| { readonly kind: 'commit'; readonly hash: string }
	/** Something to do, or to be answered: known by its words. */
	| { readonly kind: 'open-end'; readonly text: string };

/** Something that could stand in the summary. Within section and tier the best comes first. */
export interface Candidate {
	readonly section: SectionTitle;
	readonly tier: Tier;
	readonly item: SummaryItem;
	/** Position in the section when shown. */
	readonly order: number;
	/** Whether it is shown with its number in its section. */
	readonly isNumbered?: boolean;
	/** The file it tells of, as the log writes it. */
	readonly path?: string;
	/** What it tells, where that is key. */
	readonly fact?: KeyFact;
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

/** The candidate with the key fact it tells. */
export function telling(candidate: Candidate, fact: KeyFact): Candidate {
	return { ...candidate, fact };
}
