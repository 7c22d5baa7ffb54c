import {
	sectionTitles,
	summaryOf,
	type Summary,
	type SummaryItem,
} from '../../../src/summary/sections.ts';
import type { SummaryRequest } from '../../../src/summary/summariser.ts';
import { randomFrom } from '../random.ts';

/** How far matched sources agree with those of a summariser that knows them. */

/** Counts of one summary. */
export interface Agreement {
	/** Items that have sources of their own. */
	readonly items: number;
	/** Of them, those that were given one of these. */
	readonly traced: number;
	/** Sources given, and how many of them are the item's own. */
	readonly given: number;
	readonly right: number;
}

/** Takes the sources away, has the reworded items matched again, and compares. */
export function agreementOf(
	summary: Summary,
	match: (summary: Summary) => Summary,
	request: SummaryRequest,
	seed: number,
): Agreement {
	const matched = match(stripped(summary, seed));
	const counts = { items: 0, traced: 0, given: 0, right: 0 };
	for (const title of sectionTitles) {
		summary[title].forEach((item, position) => {
			if (title === 'Active Task' || item.sources.length === 0) {
				return;
			}
			const known = withPairs(item.sources, request);
			const given = matched[title][position]?.sources ?? [];
			const right = given.filter((number) => known.has(number)).length;
			counts.items += 1;
			counts.traced += right > 0 ? 1 : 0;
			counts.given += given.length;
			counts.right += right;
		});
	}
	return counts;
}

/** The numbers with those of the other half of each call and result. */
function withPairs(numbers: readonly number[], { pairs }: SummaryRequest): Set<number> {
	const known = new Set(numbers);
	for (const number of numbers) {
		const place = pairs.places.get(number - 1);
		if (place !== undefined && place.kind !== 'orphan') {
			known.add(place.call.message + 1);
		}
		for (const result of pairs.resultsOf(number - 1)) {
			if (result !== undefined) {
				known.add(result + 1);
			}
		}
	}
	return known;
}

/** The items without sources and without half of the words that are no facts. */
export function stripped(summary: Summary, seed: number): Summary {
	const next = randomFrom(seed);
	return summaryOf((title) =>
		summary[title].map(
			(item): SummaryItem => ({ text: reworded(item.text, title, next), sources: [] }),
		),
	);
}

/** What says what was done and how it ended; commands and targets of actions are facts, too. */
const outcome =
	/^(?:ok|failed:?|fixed:?|created:?|modified:?|deleted:?|renamed:?|restored:?|read|only|exit|passed,?)$/;

function reworded(text: string, title: string, next: () => number): string {
	const [target = '', ...rest] = title === 'Completed Actions' ? text.split(' — ') : ['', text];
	const told = rest
		.join(' — ')
		.split(/(`[^`]*`)/)
		.map((part) => (part.startsWith('`') ? part : thinned(part, next)))
		.join('');
	return target === '' ? told : `${target} — ${told}`;
}

function thinned(text: string, next: () => number): string {
	return text
		.split(/(\s+)/)
		.filter((word) => !/^[\p{L}'’,.]+$/u.test(word) || outcome.test(word) || next() < 0.5)
		.join('')
		.replace(/ +/g, ' ');
}
