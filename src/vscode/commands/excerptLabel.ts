import { plainLabel } from '../plainText.ts';

/** Characters before a hit: a row shows its beginning alone. */
const lead = 24;

/** The words around a hit as a row of a list has room for: its hits are marked, and the first stands near the beginning. */
export function excerptLabel(excerpt: string): string {
	const text = plainLabel(excerpt.slice(Math.max(0, excerpt.indexOf('⟦') - 3 * lead)));
	const hit = text.indexOf('⟦');
	const start = hit <= lead ? 0 : text.indexOf(' ', hit - lead) + 1;
	const shown = start === 0 || start > hit ? text : `…${text.slice(start)}`;
	return shown.replaceAll('⟦', '«').replaceAll('⟧', '»');
}
