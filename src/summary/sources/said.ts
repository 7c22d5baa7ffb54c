import { languageOf, type Language } from '../extractive/wording.ts';
import { actsIn } from './harm.ts';
import { unitsOf, type Unit, type UnitKind } from './units.ts';

/**
 * How much of a statement a person's words hold, whatever the wording and the language. Counts what
 * the statement is about and the closest passages say; words of another language that no table knows
 * decide nothing.
 */

/** How much a unit tells, by its kind. */
const weights: Readonly<Record<UnitKind, number>> = {
	concept: 1,
	number: 1,
	name: 1.6,
	word: 1,
	// Assistants find out what the thing is called that the person spoke of.
	code: 0.3,
	letters: 0.5,
};

/** What a word that is nowhere counts where the person writes another language. */
const foreignWord = 0.25;

/** Sentences in a row that are one passage. */
const passage = 3;

/** Passages whose words count together. */
const together = 2;

/** Places kept of one thing said; what is said more often than that tells little. */
const mostPlaces = 400;

/** Units of a statement that are looked for. */
const mostUnits = 80;

/** The words of one person. */
export class Said {
	readonly #places = new Map<string, number[]>();
	readonly #counts = new Map<string, number>();
	/** Harmful acts that the person names without saying no to them. */
	readonly #acts = new Set<string>();
	readonly #language: Language;
	readonly #sentences: number;

	/**
	 * @param messages Sentences of each message.
	 * @param wanted Keys that are asked for: only these are kept.
	 */
	constructor(messages: readonly (readonly string[])[], wanted: ReadonlySet<string>) {
		let position = 0;
		for (const sentences of messages) {
			for (const sentence of sentences) {
				for (const key of new Set(unitsOf(sentence).flatMap(({ keys }) => keys))) {
					if (wanted.has(key)) {
						this.#note(key, position);
					}
				}
				actsIn(sentence).forEach((act) => this.#acts.add(act));
				position += 1;
			}
			// No passage goes across messages.
			position += passage;
		}
		this.#sentences = Math.max(1, position);
		this.#language = languageOf(messages.flat());
	}

	/** Share of what a statement says that is found, 0 to 1. */
	shareOf(text: string): number {
		const units = distinct(unitsOf(text)).slice(0, mostUnits);
		const isForeign = this.#isForeign(text);
		let decidable = 0;
		const found: { readonly weight: number; readonly places: ReadonlySet<number> }[] = [];
		for (const unit of units) {
			const places = this.#passagesWith(unit);
			const nowhere = places.size === 0;
			const weight =
				weights[unit.kind] *
				(nowhere && isForeign && (unit.kind === 'word' || unit.kind === 'letters')
					? foreignWord
					: 1) *
				this.#rarity(unit);
			decidable += weight;
			if (!nowhere) {
				found.push({ weight, places });
			}
		}
		return decidable === 0 ? 0 : best(found, together) / decidable;
	}

	/** Whether one of these acts is nowhere asked for. */
	lacksAct(acts: readonly string[]): boolean {
		return acts.some((act) => !this.#acts.has(act));
	}

	#note(key: string, position: number): void {
		this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
		const places = this.#places.get(key) ?? [];
		if (places.length < mostPlaces) {
			places.push(position);
			this.#places.set(key, places);
		}
	}

	/** First sentences of the passages that say it. */
	#passagesWith({ keys }: Unit): Set<number> {
		const found = new Set<number>();
		for (const position of keys.flatMap((key) => this.#places.get(key) ?? [])) {
			for (let first = position - passage + 1; first <= position; first += 1) {
				found.add(first);
			}
		}
		return found;
	}

	#rarity({ keys }: Unit): number {
		const count = Math.max(0, ...keys.map((key) => this.#counts.get(key) ?? 0));
		return 1 - 0.6 * Math.min(1, count / (this.#sentences * 0.2 + 4));
	}

	#isForeign(text: string): boolean {
		const language = languageOf([text]);
		return language !== this.#language;
	}
}

/** The keys by which statements are looked for. */
export function keysOf(texts: readonly string[]): Set<string> {
	return new Set(texts.flatMap((text) => unitsOf(text).flatMap(({ keys }) => keys)));
}

/** The weight of what the best passages hold between them. */
function best(
	found: readonly { readonly weight: number; readonly places: ReadonlySet<number> }[],
	passages: number,
): number {
	let open = found;
	let sum = 0;
	for (let round = 0; round < passages && open.length > 0; round += 1) {
		const weightAt = new Map<number, number>();
		for (const { weight, places } of open) {
			for (const place of places) {
				weightAt.set(place, (weightAt.get(place) ?? 0) + weight);
			}
		}
		const [place, most] = [...weightAt].reduce<[number, number]>(
			(before, entry) => (entry[1] > before[1] ? entry : before),
			[-1, 0],
		);
		sum += most;
		open = open.filter(({ places }) => !places.has(place));
	}
	return sum;
}

function distinct(units: readonly Unit[]): Unit[] {
	return [...new Map(units.map((unit) => [unit.keys.join('\n'), unit])).values()];
}
