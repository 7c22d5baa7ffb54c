import { summaryOf, type SectionTitle, type Summary, type SummaryItem } from '../sections.ts';
import type { SummaryRequest } from '../summariser.ts';
import { EarlierItems, type Carried } from './carried.ts';
import { choose, leastConfidence, mostSources } from './choosing.ts';
import { claimOf } from './claims.ts';
import { Weighing, type Weighed } from './evidence.ts';
import type { Statement } from './likelihood.ts';
import { mentionsIn, type Mention } from './mentions.ts';
import { passagesOf, type Passage } from './passages.ts';
import { PhraseIndex } from './phraseIndex.ts';
import { wordsIn } from './words.ts';

/**
 * Decides which messages the items of a model's summary come from. A model may cite wrong numbers, or
 * none; what an item names is looked up in the log, and an item that cannot be traced there has no
 * sources rather than wrong ones.
 */

/** A summary that was looked up in the log. */
export interface Traced {
	readonly summary: Summary;
	/** Files an item names, as it writes them, whose names are nowhere in the log. */
	readonly unseenFiles: (item: SummaryItem) => readonly string[];
	/** Whether an item stands nearly word for word in what a tool or the client wrote. */
	readonly isElsewhere: (item: SummaryItem) => boolean;
}

/**
 * The summary with the sources of every item but the Active Task's, which is taken from the log.
 * Linear in the log and in the summary; same input, same sources.
 * @param least Confidence below which an item has no sources, 0 to 1.
 */
export function traced(
	summary: Summary,
	request: SummaryRequest,
	least: number = leastConfidence,
): Traced {
	const tracing = new Tracing(summary, request, least);
	return {
		summary: summaryOf((title) =>
			title === 'Active Task'
				? summary[title]
				: summary[title].map((item) => ({ ...item, sources: tracing.sourcesOf(title, item) })),
		),
		unseenFiles: ({ text }) => tracing.unseenFiles(text),
		isElsewhere: ({ text }) => tracing.isElsewhere(text),
	};
}

/** Only the summary with its sources, see {@link traced}. */
export function sourced(summary: Summary, request: SummaryRequest, least?: number): Summary {
	return traced(summary, request, least).summary;
}

/** Pairs of words by which a text is known as taken over, and how many of them have to be there. */
const verbatim = { leastPairs: 3, leastShare: 0.75 };

/** One log, read once for all items of a summary. */
class Tracing {
	readonly #passages: readonly Passage[];
	readonly #weighing: Weighing;
	readonly #earlier: EarlierItems;
	readonly #mentions = new Map<string, readonly Mention[]>();
	readonly #end: number;
	readonly #least: number;

	constructor(summary: Summary, { log, pairs, range, previous }: SummaryRequest, least: number) {
		for (const { text } of Object.values(summary).flat()) {
			this.#mentions.set(text, mentionsIn(text));
		}
		const index = new PhraseIndex(
			[...this.#mentions.values()].flatMap((mentions) =>
				mentions.flatMap(({ forms }) => forms.map(({ phrase }) => phrase)),
			),
		);
		this.#passages = passagesOf(log, pairs, range.end);
		this.#passages.forEach((passage, position) =>
			passage.read((at, text) => index.add(position, at, text)),
		);
		this.#weighing = new Weighing(index, this.#passages.length);
		this.#earlier = new EarlierItems(previous);
		this.#end = range.end;
		this.#least = least;
	}

	/** Numbers of messages, ascending; empty where nothing is sure enough. */
	sourcesOf(section: SectionTitle, { text, sources }: SummaryItem): number[] {
		const mentions = this.#mentions.get(text) ?? [];
		const carried = this.#earlier.find(text, mentions);
		if (carried?.same === true) {
			return this.#bounded(carried.item.sources);
		}
		const weighed = mentions.map((mention) => this.#weighing.weigh(mention));
		const kept = this.#stillNamed(carried, weighed);
		const cited = new Set([...sources, ...kept]);
		const statement = { section, claim: claimOf(text), words: new Set(wordsIn(text)), weighed };
		const added = addedTo(carried, weighed);
		return this.#bounded([
			...kept,
			...this.#found(statement, cited),
			...(added.length === 0 ? [] : this.#found({ ...statement, weighed: added }, cited)),
		]);
	}

	unseenFiles(text: string): string[] {
		return (this.#mentions.get(text) ?? []).flatMap((mention) => {
			const { hits } = this.#weighing.weigh(mention);
			return mention.file === undefined || hits.size > 0 ? [] : [mention.file];
		});
	}

	isElsewhere(text: string): boolean {
		const pairs = (this.#mentions.get(text) ?? []).filter(({ forms: [form] }) =>
			form?.phrase.includes(' '),
		);
		const counts = new Map<number, number>();
		for (const { hits } of pairs.map((mention) => this.#weighing.weigh(mention))) {
			for (const position of hits.keys()) {
				if (
					this.#passages[position]?.kind === 'use' ||
					this.#passages[position]?.kind === 'client'
				) {
					counts.set(position, (counts.get(position) ?? 0) + 1);
				}
			}
		}
		return (
			pairs.length >= verbatim.leastPairs &&
			Math.max(0, ...counts.values()) >= pairs.length * verbatim.leastShare
		);
	}

	#found(statement: Statement, cited: ReadonlySet<number>): number[] {
		const { passages, confidence } = choose(statement, this.#passages, cited);
		return confidence < this.#least
			? []
			: passages.flatMap((position) => this.#passages[position]?.numbers ?? []);
	}

	/** Sources of an item of the earlier summary that say something of what it names now. */
	#stillNamed(carried: Carried | undefined, weighed: readonly Weighed[]): number[] {
		const wanted = new Set(carried?.item.sources);
		if (wanted.size === 0) {
			return [];
		}
		const positions = new Set(weighed.flatMap(({ hits }) => [...hits.keys()]));
		return [...positions]
			.flatMap((position) => this.#passages[position]?.numbers ?? [])
			.filter((number) => wanted.has(number));
	}

	/** The newest of these, without those of messages the summary does not reach. */
	#bounded(numbers: readonly number[]): number[] {
		return [...new Set(numbers)]
			.filter((number) => number >= 1 && number <= this.#end)
			.sort((a, b) => a - b)
			.slice(-mostSources);
	}
}

/** What an item names beside what it did in the earlier summary; none where that is only wording. */
function addedTo(carried: Carried | undefined, weighed: readonly Weighed[]): readonly Weighed[] {
	const added =
		carried === undefined
			? []
			: weighed.filter(({ mention }) => !carried.named.has(mention.forms[0]?.phrase ?? ''));
	return added.some(({ mention }) => mention.exact) ? added : [];
}
