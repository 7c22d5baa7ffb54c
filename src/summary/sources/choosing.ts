import { rarity, type Weighed } from './evidence.ts';
import { placed, suits, type Statement } from './likelihood.ts';
import type { Passage } from './passages.ts';

/** Chooses the passages an item comes from, and says how surely. */

/**
 * Confidence below which an item has no sources, 0 to 1; chosen so that at least 95 of 100 sources are
 * right. `bench/sources.ts` prints what is right around it: here 98.6 % of the sources of labelled items,
 * of which 91 % have one, and 96 % and 81 % of those the built-in summariser knows of real sessions.
 */
export const leastConfidence = 0.65;

/** Messages that are named as an item's sources, at most. */
export const mostSources = 6;

/** Bits of evidence that are enough: a fact that one of three hundred passages holds. */
const enoughBits = 8;

/** What a fact that is nowhere counts against all others: an exact one was made up, or is a reckoning. */
const missing = { exact: 0.5, word: 0.08 };

/** Share of what an item names that another passage has to add to become a source, too. */
const leastShare = 0.4;

/** What another passage that suits as well takes off the confidence, and how many of them count. */
const rival = { within: 0.97, factor: 0.8, most: 5 };

/** Passages with less than this share of the most telling one's facts are not looked at. */
const promising = 0.4;

/** What a citation adds to a passage that holds a fact of the item. */
const citedBonus = 1.2;

/** Share of the best passage's value that a cited one needs to become a source beside it. */
const citedShare = 0.6;

/** Sources of an item. */
export interface Choice {
	/** Positions of passages. */
	readonly passages: readonly number[];
	readonly confidence: number;
}

interface Scored {
	readonly position: number;
	readonly passage: Passage;
	/** Bits of the item's facts in it. */
	readonly bits: number;
	/** The same by where they stand. */
	readonly firm: number;
	/** The same by how well the passage suits the item. */
	readonly value: number;
	readonly cited: boolean;
}

/** Chooses among the passages of a log, which are given with the newest first. */
export function choose(
	statement: Statement,
	passages: readonly Passage[],
	cited: ReadonlySet<number>,
): Choice {
	const { weighed } = statement;
	const named = weighed.filter(({ worth }) => worth > 0);
	const scored = score(statement, named, passages, cited);
	const best = bestOf(scored);
	if (best === undefined) {
		return { passages: [], confidence: 0 };
	}
	const whole = wholeOf(weighed, passages.length);
	const chosen = [best];
	let told = 0;
	let open = without(named, best);
	for (;;) {
		const next = bestOf(score(statement, open, passages, cited));
		if (
			next === undefined ||
			next.bits < enoughOf(passages.length) ||
			next.bits < whole * leastShare ||
			isFull([...chosen, next])
		) {
			break;
		}
		chosen.push(next);
		told += next.bits;
		open = without(open, next);
	}
	for (const one of scored) {
		const backed = one.cited && one.value >= best.value * citedShare;
		if (backed && !chosen.some((known) => known.position === one.position)) {
			chosen.push(...(isFull([...chosen, one]) ? [] : [one]));
		}
	}
	return {
		passages: chosen.map(({ position }) => position),
		confidence: confidenceIn(best, scored, whole - told, enoughOf(passages.length), statement),
	};
}

/** The passages that name anything of this, newest first, but for those that name little. */
function score(
	statement: Statement,
	named: readonly Weighed[],
	passages: readonly Passage[],
	cited: ReadonlySet<number>,
): Scored[] {
	const sums = new Map<number, { bits: number; firm: number }>();
	for (const one of named) {
		for (const [position, hit] of one.hits) {
			const bits = one.worth * hit.strength;
			const firm = one.worth * placed(one, hit);
			const sum = sums.get(position);
			if (sum === undefined) {
				sums.set(position, { bits, firm });
			} else {
				sum.bits += bits;
				sum.firm += firm;
			}
		}
	}
	let most = 0;
	for (const { firm } of sums.values()) {
		most = Math.max(most, firm);
	}
	const scored: Scored[] = [];
	for (const [position, { bits, firm }] of sums) {
		const passage = passages[position];
		if (passage !== undefined && firm >= most * promising) {
			const isCited = passage.numbers.some((number) => cited.has(number));
			const value = firm * suits(statement, passage) * (isCited ? citedBonus : 1);
			scored.push({ position, passage, bits, firm, value, cited: isCited });
		}
	}
	return scored.sort((a, b) => a.position - b.position);
}

/** The one with the highest value; of equals the newest, because it tells how things stand. */
function bestOf(scored: readonly Scored[]): Scored | undefined {
	return scored.reduce<Scored | undefined>(
		(best, one) => (best === undefined || one.value > best.value * 1.0001 ? one : best),
		undefined,
	);
}

/** What is left of an item's facts when those of a passage are told. */
function without(named: readonly Weighed[], { position }: Scored): Weighed[] {
	return named.filter(({ hits }) => (hits.get(position)?.strength ?? 0) <= 0.5);
}

/** Bits of all an item names, with what was nowhere. */
function wholeOf(weighed: readonly Weighed[], passages: number): number {
	const once = rarity(1, passages);
	return weighed.reduce((sum, { mention, worth, hits }) => {
		const share = mention.exact ? missing.exact : missing.word;
		return sum + (hits.size > 0 ? worth : mention.weight * once * share);
	}, 0);
}

/** In a short log nothing can be that rare; a fact that stands only once is enough there. */
function enoughOf(passages: number): number {
	return Math.min(enoughBits, rarity(1, passages));
}

function isFull(chosen: readonly Scored[]): boolean {
	return new Set(chosen.flatMap(({ passage }) => passage.numbers)).size > mostSources;
}

/**
 * How surely the best passage is a source: the share it holds of what the item names and no other source
 * tells, by how much evidence that is, and by how many others would do as well.
 */
function confidenceIn(
	best: Scored,
	scored: readonly Scored[],
	whole: number,
	enough: number,
	{ section, weighed }: Statement,
): number {
	const byDeed = section === 'Relevant Files' || section === 'Completed Actions';
	const bits = byDeed ? Math.min(best.bits, best.firm) : best.bits;
	const target = best.passage.use?.().target;
	const rivals = scored.filter(
		({ position, passage, value }) =>
			position !== best.position &&
			value >= best.value * rival.within &&
			// A call like it is the history of the same thing, of which the newest is told.
			(target === undefined || passage.use?.().target !== target),
	).length;
	const confidence =
		Math.min(1, bits / whole) *
		Math.min(1, bits / enough) *
		rival.factor ** Math.min(rival.most, rivals) *
		(best.cited ? citedBonus : 1);
	// Prose in other words than the conversation's: who cites it and shares words with it is believed.
	const confirmed = best.cited && !weighed.some(({ mention }) => mention.exact);
	return confirmed ? Math.max(leastConfidence, confidence) : Math.min(1, confidence);
}
