import type { TokenCounter } from '../../messages/tokens.ts';
import { tiers, type Candidate, type Tier } from './candidates.ts';

/** Share of a pool each tier may take while others still wait. */
const tierShare: Readonly<Record<Tier, number>> = {
	task: 0.3,
	constraints: 0.25,
	earlier: 0.4,
	quotes: 1,
	files: 0.2,
	verdicts: 0.15,
	plan: 0.12,
	rest: 1,
};

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

/**
 * Chooses candidates up to a budget: tier by tier with a cap each, then without caps in the same
 * order, fuller forms among the last tier. Greedy, deterministic, linear but for sorting.
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

	/** What was chosen, in the order it was. */
	get chosen(): Chosen[] {
		return [...this.#chosen].map(([candidate, fuller]) => ({ candidate, fuller }));
	}

	/** Spends up to `budget` tokens on these candidates. */
	fill(candidates: readonly Candidate[], budget: number): void {
		const limit = this.#spent + budget;
		for (const tier of tiers) {
			const cap = Math.min(limit, this.#spent + tierShare[tier] * budget);
			this.#take(inTurn(candidates, tier), cap);
		}
		for (const tier of tiers) {
			this.#take(inTurn(candidates, tier), limit);
		}
	}

	#take(steps: readonly Step[], limit: number): void {
		for (const { candidate, fuller } of steps) {
			const known = this.#chosen.get(candidate);
			if (known === fuller || known === true || (fuller && known === undefined)) {
				continue;
			}
			const tokens = fuller
				? this.#tokens(candidate.fuller?.text ?? '') - this.#tokens(candidate.item.text)
				: this.#tokens(candidate.item.text);
			if (this.#spent + tokens <= limit) {
				this.#chosen.set(candidate, fuller);
				this.#spent += tokens;
			}
		}
	}

	/** A list entry costs its text, its marker and its line break. */
	#tokens(text: string): number {
		return this.#counter.count(text) + 2;
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
		const extended = tier === 'rest' && candidate.fuller !== undefined;
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
