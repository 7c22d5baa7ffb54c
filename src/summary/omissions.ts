import { formatCount, mark, markOpening } from '../messages/marks.ts';
import type { Summary } from './sections.ts';

/** How the one line begins that counts what a summary had no room for. */
const opening = 'no room here for: ';

/**
 * Says in one mark what there was no room for.
 * @param counts How many entries by what they are.
 * @param recall Where to get them back; may be empty.
 */
export function omissionLine(counts: ReadonlyMap<string, number>, recall: string): string {
	const list = [...counts].map(([what, count]) => `${what} (${formatCount(count)})`).join(', ');
	return mark(`${opening}${list}${recall}`);
}

/** How many entries and messages a summary says it had no room for. */
export function omittedIn(summary: Summary): number {
	const line = summary['Critical Context'].findLast(({ text }) =>
		text.startsWith(`${markOpening}${opening}`),
	);
	const [list = ''] = line?.text.split(' · ') ?? [];
	// Older ones have no parentheses.
	return [...list.matchAll(/ \(?(\d[\d,]{0,12})\)?(?=[,⟫]|$)/g)].reduce(
		(sum, [, count = '']) => sum + Number(count.replaceAll(',', '')),
		0,
	);
}
