import { writtenItem } from '../doubts.ts';
import type { TokenCounter } from '../../messages/tokens.ts';
import { indented, type SummaryItem } from '../sections.ts';
import type { Candidate, Tier } from './candidate.ts';

/**
 * Share of a budget each tier has for itself; what it does not need goes to the others in order.
 * The last tier has what is left. Quoted messages have a budget of their own.
 */
export const tierShare: Readonly<Record<Exclude<Tier, 'quotes' | 'rest'>, number>> = {
	task: 0.06,
	constraints: 0.1,
	earlier: 0.2,
	files: 0.26,
	verdicts: 0.28,
	plan: 0.1,
};

/** Share of a budget that the last tier has whatever the others took of it. */
const restShare = 0.2;

/** The tiers with a share, in the order they get what others do not need. */
const ownTiers = [
	'constraints',
	'files',
	'verdicts',
	'task',
	'earlier',
	'plan',
] as const satisfies readonly Tier[];

/** How often a section of the last tier gets its turn, against the others. */
const sectionWeight: Readonly<Partial<Record<Candidate['section'], number>>> = {
	'Completed Actions': 3,
	'Key Decisions': 2,
	'Relevant Files': 2,
	'Critical Context': 1.5,
};

/** A candidate that was given room. */
export interface Chosen {
	readonly candidate: Candidate;
	/** Whether its fuller form is used. */
	readonly fuller: boolean;
}

/** The form of a chosen candidate that is told. */
export function itemOfChosen({ candidate, fuller }: Chosen): SummaryItem {
	return (fuller ? candidate.fuller : undefined) ?? candidate.item;
}

/**
 * Chooses candidates up to a budget: each tier within its share, then the shares nobody needed in
 * order, then the last tier with fuller forms. Within a tier the best come first and none is skipped
 * for a smaller one behind it, so a larger budget chooses all that a smaller one did.
 */
export class Packing {
	readonly #counter: TokenCounter;
	readonly #chosen = new Map<Candidate, boolean>();
	#spent = 0;

	constructor(counter: TokenCounter) {
		this.#counter = counter;
	}

	/** Tokens chosen so far. */
	get spent(): number {
		return this.#spent;
	}

	/** Tokens of all of these. */
	tokensOf(candidates: readonly Candidate[]): number {
		return candidates.reduce((sum, { item }) => sum + this.#tokens(item.text), 0);
	}

	/** What was chosen, in the order it was. */
	get chosen(): Chosen[] {
		return [...this.#chosen].map(([candidate, fuller]) => ({ candidate, fuller }));
	}

	/**
	 * Spends up to `budget` tokens on these candidates.
	 * @param forAll Tokens that all may have taken before the last tier gets none; `budget` unless told.
	 */
	fill(candidates: readonly Candidate[], budget: number, forAll = budget): void {
		const limit = this.#spent + budget;
		const end = this.#spent + forAll;
		let surplus = 0;
		const waiting: Step[][] = [];
		for (const tier of ownTiers) {
			const share = tierShare[tier] * budget;
			const before = this.#spent;
			const left = this.#takeInOrder(inTurn(candidates, tier), before + share);
			surplus += left.length === 0 ? share - (this.#spent - before) : 0;
			waiting.push(left);
		}
		const spare = this.#distribute(waiting, surplus);
		const left = limit - this.#spent;
		const least = Math.min(left, restShare * budget);
		this.fillUp(candidates, Math.max(Math.min(left, end - this.#spent), least));
		if (spare === undefined) {
			this.#distribute(waiting, limit - this.#spent);
		}
	}

	/** Spends up to `budget` tokens on the last tier and on fuller forms. */
	fillUp(candidates: readonly Candidate[], budget: number): void {
		const limit = this.#spent + budget;
		for (const step of inTurn(candidates, 'rest')) {
			this.#take(step, limit);
		}
	}

	/** Spends up to `budget` tokens on the best candidate of each section that has none yet. */
	fillEmpty(candidates: readonly Candidate[], budget: number): void {
		const limit = this.#spent + budget;
		const served = new Set([...this.#chosen.keys()].map(({ section }) => section));
		for (const candidate of candidates) {
			if (!served.has(candidate.section)) {
				served.add(candidate.section);
				this.#take({ candidate, fuller: false }, limit);
			}
		}
	}

	/** Spends up to `budget` tokens on the fuller form of the earlier summary. */
	fillEarlier(candidates: readonly Candidate[], budget: number): void {
		const limit = this.#spent + budget;
		for (const candidate of candidates) {
			if (candidate.tier === 'earlier' && candidate.fuller !== undefined) {
				this.#take({ candidate, fuller: true }, limit);
			}
		}
	}

	/** Gives the waiting tiers what is spare, in order; undefined when that was not enough. */
	#distribute(waiting: readonly (readonly Step[])[], spare: number): number | undefined {
		let rest = spare;
		for (const steps of waiting) {
			const before = this.#spent;
			const left = this.#takeInOrder(steps, before + rest);
			rest -= this.#spent - before;
			if (left.length > 0) {
				return undefined;
			}
		}
		return rest;
	}

	/** Takes steps until one does not fit; returns that one and those behind it. */
	#takeInOrder(steps: readonly Step[], limit: number): Step[] {
		const stop = steps.findIndex((step) => !this.#take(step, limit));
		return stop < 0 ? [] : steps.slice(stop);
	}

	/** Whether a step was taken, now or before. */
	#take({ candidate, fuller }: Step, limit: number): boolean {
		const known = this.#chosen.get(candidate);
		if (known === fuller || known === true) {
			return true;
		}
		if (fuller && known === undefined) {
			return false;
		}
		const tokens = fuller
			? this.#tokens(candidate.fuller?.text ?? '') - this.#tokens(candidate.item.text)
			: this.#tokens(writtenItem(candidate.item));
		if (this.#spent + tokens > limit) {
			return false;
		}
		this.#chosen.set(candidate, fuller);
		this.#spent += tokens;
		return true;
	}

	/** A list entry costs its text, indented where it spans lines, its marker and its line break. */
	#tokens(text: string): number {
		return this.#counter.count(indented(text)) + 2;
	}
}

interface Step {
	readonly candidate: Candidate;
	readonly fuller: boolean;
}

/** The candidates of a tier, sections taking turns by weight; fuller forms wait for the last tier. */
function inTurn(candidates: readonly Candidate[], tier: Tier): Step[] {
	const ranks = new Map<Candidate['section'], number>();
	const steps: (Step & { readonly turn: number })[] = [];
	for (const candidate of candidates) {
		const wanted = candidate.tier === tier;
		// An account of everything before is taken at length only where all others have had their turn.
		const isAccount = candidate.tier === 'earlier';
		const extended = tier === 'rest' && candidate.fuller !== undefined && !isAccount;
		if (!wanted && !extended) {
			continue;
		}
		const rank = (ranks.get(candidate.section) ?? 0) + 1;
		ranks.set(candidate.section, rank);
		const turn = tier === 'rest' ? rank / (sectionWeight[candidate.section] ?? 1) : rank;
		if (wanted) {
			steps.push({ candidate, fuller: false, turn });
		}
		if (extended) {
			steps.push({ candidate, fuller: true, turn });
		}
	}
	return steps.sort((a, b) => a.turn - b.turn);
}
