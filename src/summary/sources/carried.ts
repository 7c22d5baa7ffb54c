import { sectionTitles, type Summary, type SummaryItem } from '../sections.ts';
import { mentionsIn, type Mention } from './mentions.ts';
import { wordsIn } from './words.ts';

/** Items of an earlier summary that come back in a new one, in the same words or in others. */

/** An item that comes back. */
export interface Carried {
	readonly item: SummaryItem;
	/** In the same words, whatever its number. */
	readonly same: boolean;
	/** The surest spellings of what it named before. */
	readonly named: ReadonlySet<string>;
}

/** Share of what two items name between them that they have in common when they are one (S). */
const alike = 0.5;

/** Items that are compared for one thing they name; what more of them name tells none from another. */
const mostAlike = 16;

interface Known {
	readonly item: SummaryItem;
	readonly weights: ReadonlyMap<string, number>;
	readonly weight: number;
}

/** The items of an earlier summary, to be found again. */
export class EarlierItems {
	readonly #byText = new Map<string, SummaryItem>();
	readonly #byMention = new Map<string, Known[]>();

	constructor(previous: Summary | undefined) {
		for (const item of sectionTitles.flatMap((title) => previous?.[title] ?? [])) {
			if (item.sources.length > 0) {
				this.#add(item);
			}
		}
	}

	/** The item that this text repeats. */
	find(text: string, mentions: readonly Mention[]): Carried | undefined {
		const same = this.#byText.get(plain(text));
		if (same !== undefined) {
			return { item: same, same: true, named: new Set() };
		}
		const weights = weightsOf(mentions);
		const shared = new Map<Known, number>();
		for (const [key, weight] of weights) {
			for (const known of this.#byMention.get(key) ?? []) {
				shared.set(known, (shared.get(known) ?? 0) + weight);
			}
		}
		const whole = sumOf(weights);
		let best: Carried | undefined;
		let most = alike;
		for (const [known, weight] of shared) {
			const likeness = (2 * weight) / (whole + known.weight);
			if (likeness >= most) {
				most = likeness;
				best = { item: known.item, same: false, named: new Set(known.weights.keys()) };
			}
		}
		return best;
	}

	#add(item: SummaryItem): void {
		this.#byText.set(plain(item.text), item);
		const weights = weightsOf(mentionsIn(item.text));
		const known = { item, weights, weight: sumOf(weights) };
		for (const key of weights.keys()) {
			const named = this.#byMention.get(key) ?? [];
			if (named.length < mostAlike) {
				named.push(known);
				this.#byMention.set(key, named);
			}
		}
	}
}

function weightsOf(mentions: readonly Mention[]): Map<string, number> {
	return new Map(mentions.map(({ forms, weight }) => [forms[0]?.phrase ?? '', weight]));
}

function sumOf(weights: ReadonlyMap<string, number>): number {
	return [...weights.values()].reduce((sum, weight) => sum + weight, 0);
}

/** The words of an item without the number of an action. */
function plain(text: string): string {
	return wordsIn(text.replace(/^\d{1,6}\. /, '')).join(' ');
}
