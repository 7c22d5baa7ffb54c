import { formatCount, mark } from '../../messages/marks.ts';
import type { SummaryItem } from '../sections.ts';
import type { Chosen } from './packing.ts';

/** Characters of a list of numbers; a longer one tells no more than its count. */
const numbersLength = 160;

/**
 * The items of a section, the last with a mark behind it that counts the numbers not told before it,
 * so that no gap is silent.
 * @param keptNumbers Told too, by items that a person keeps.
 */
export function withGaps(
	items: SummaryItem[],
	chosen: readonly Chosen[],
	keptNumbers: readonly number[] = [],
): SummaryItem[] {
	const numbers = chosen.flatMap(({ candidate }) => candidate.number ?? []);
	const told = [...numbers, ...(numbers.length === 0 ? [] : keptNumbers)].sort((a, b) => a - b);
	const gaps: string[] = [];
	let missing = 0;
	told.forEach((number, position) => {
		const before = told[position - 1] ?? number - 1;
		if (number - before > 1) {
			missing += number - before - 1;
			gaps.push(number - before === 2 ? `${before + 1}` : `${before + 1}–${number - 1}`);
		}
	});
	const last = items.at(-1);
	if (missing === 0 || last === undefined) {
		return items;
	}
	const list = gaps.join(', ');
	const which = list.length > numbersLength ? '' : `: ${list}`;
	const note = mark(`${formatCount(missing)} of these numbers not told here${which}`);
	return [...items.slice(0, -1), { ...last, text: `${last.text}\n${note}` }];
}
