import type { SectionTitle } from '../sections.ts';
import { bearsOut, type Claim } from './claims.ts';
import type { Hit, Weighed } from './evidence.ts';
import { place, type Passage, type PassageKind } from './passages.ts';
import { wordsIn } from './words.ts';

/**
 * How likely an item comes from a passage that names its facts: it depends on where they stand, on
 * who speaks, and on what came of a call. Factors around 1, tried on the sessions of `bench/sources.ts`.
 */

/** What is known of an item. */
export interface Statement {
	readonly section: SectionTitle;
	readonly claim: Claim;
	/** All its words. */
	readonly words: ReadonlySet<string>;
	readonly weighed: readonly Weighed[];
}

/** What a fact counts by where it stands: a call is about its target; a long result names much. */
const byPlace = { words: 1, target: 1.15, arguments: 0.9, result: 0.8 };

/** The same for files: listings and diffs name many that nothing was done with. */
const filesByPlace = { words: 0.6, target: 1.1, arguments: 0.6, result: 0.4 };

/** A client's rows and earlier summaries repeat what stands elsewhere. */
const byKind: Readonly<Record<PassageKind, number>> = {
	person: 1,
	assistant: 1,
	use: 1,
	client: 0.7,
	summary: 0.5,
};

/** Who says what stands in a section. */
const bySection: Readonly<
	Partial<Record<SectionTitle, Readonly<Partial<Record<PassageKind, number>>>>>
> = {
	Goal: { person: 1.5 },
	'Constraints & Preferences': { person: 1.5 },
	'Completed Actions': { use: 1.3 },
	'Active State': { use: 1.3 },
	Blocked: { use: 1.2 },
	'Key Decisions': { assistant: 1.2, person: 1.2 },
	'Resolved Questions': { assistant: 1.2, person: 1.2 },
	'Pending User Asks': { person: 1.3 },
	'Relevant Files': { use: 1.3 },
	'Remaining Work': { use: 1.1 },
};

/** A file's state is what the last call left that wrote it. */
const writing = 1.6;

/** An action is told by its target: the whole command says more than one that holds it. */
const target = { other: 0.8, same: 0.7, compared: 400 };

/** What a fact counts where it was found. */
export function placed({ mention }: Weighed, { places, strength }: Hit): number {
	const factors = mention.file !== undefined ? filesByPlace : byPlace;
	return (
		strength *
		Math.max(
			(places & place.words) === 0 ? 0 : factors.words,
			(places & place.target) === 0 ? 0 : factors.target,
			(places & place.arguments) === 0 ? 0 : factors.arguments,
			(places & place.result) === 0 ? 0 : factors.result,
		)
	);
}

/** How well a passage suits an item beside the facts in it. */
export function suits({ section, claim, words }: Statement, passage: Passage): number {
	const speaker = byKind[passage.kind] * (bySection[section]?.[passage.kind] ?? 1);
	const use = passage.use?.();
	if (use === undefined) {
		return speaker;
	}
	const writes = section === 'Relevant Files' && (use.family === 'write' || use.family === 'edit');
	return (
		speaker *
		bearsOut(claim, use) *
		(writes ? writing : 1) *
		(section === 'Completed Actions' ? sameTarget(use.target, words) : 1)
	);
}

function sameTarget(text: string, words: ReadonlySet<string>): number {
	const named = wordsIn(text.slice(0, target.compared));
	const shared = named.filter((word) => words.has(word)).length;
	return target.other + target.same * (shared / Math.max(1, named.length));
}
