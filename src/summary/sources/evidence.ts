import type { Mention } from './mentions.ts';
import type { PhraseIndex } from './phraseIndex.ts';

/** How much each passage says of what an item names. */

/** Where a mention was found in a passage. */
export interface Hit {
	/** How surely it means the same, above 0 and up to 1. */
	readonly strength: number;
	/** Places of the passage, as a sum of their bits. */
	readonly places: number;
}

/** A mention with the passages it was found in. */
export interface Weighed {
	readonly mention: Mention;
	/** Bits that finding it tells; next to none where most passages hold it. */
	readonly worth: number;
	readonly hits: ReadonlyMap<number, Hit>;
}

/** Weighs what items name over the passages of a log; what several of them name, once. */
export class Weighing {
	readonly #index: PhraseIndex;
	readonly #passages: number;
	readonly #known = new Map<string, Weighed>();

	constructor(index: PhraseIndex, passages: number) {
		this.#index = index;
		this.#passages = passages;
	}

	weigh(mention: Mention): Weighed {
		const key = mention.forms.map(({ phrase }) => phrase).join('\n');
		const known = this.#known.get(key);
		if (known?.mention.weight === mention.weight) {
			return known;
		}
		const weighed = this.#weighed(mention);
		this.#known.set(key, weighed);
		return weighed;
	}

	#weighed(mention: Mention): Weighed {
		const hits = new Map<number, Hit>();
		let worth = 0;
		for (const { phrase, strength } of mention.forms) {
			const { count, passages, places } = this.#index.find(phrase);
			if (count > 0) {
				worth = Math.max(worth, mention.weight * strength * rarity(count, this.#passages));
			}
			passages.forEach((passage, at) => {
				if ((hits.get(passage)?.strength ?? 0) < strength) {
					hits.set(passage, { strength, places: places[at] ?? 0 });
				}
			});
		}
		return { mention, worth, hits };
	}
}

/** Inverse document frequency: bits a fact tells that this many of the passages hold. */
export function rarity(count: number, passages: number): number {
	return Math.log2((passages + 1) / (count + 0.5));
}
