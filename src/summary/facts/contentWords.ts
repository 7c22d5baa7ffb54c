/** Words of four letters and more. */
const word = /[\p{L}\p{N}_]{4,}/gu;

/** Letters of a word's beginning, which most inflections leave alone. */
const beginning = 6;

/** Words of four letters and more by their beginnings, which most inflections leave alone. */
export function contentWords(text: string): Set<string> {
	return new Set((text.toLowerCase().match(word) ?? []).map((each) => each.slice(0, beginning)));
}

/** Words that sentences about anything have. */
export const small: ReadonlySet<string> = new Set(
	'about after again also because been before being could does each else even ever from have here into just like make more most much need only other over same should some such sure than that their them then there these they this those very want well were what when where which while will with would your'.split(
		' ',
	),
);

/**
 * Whether two texts have two words in common by their beginnings, or one that is the same but for its
 * plural: names begin alike, too.
 */
export function sharesSubject(one: string, other: string): boolean {
	const known = namingWords(one);
	const beginnings = new Set(known.map((each) => each.slice(0, beginning)));
	const shared = namingWords(other).filter((each) => beginnings.has(each.slice(0, beginning)));
	return (
		new Set(shared.map((each) => each.slice(0, beginning))).size > 1 ||
		shared.some((each) => known.includes(each))
	);
}

function namingWords(text: string): string[] {
	const words = (text.toLowerCase().match(word) ?? []).filter((each) => !small.has(each));
	return words.map((each) => each.replace(/s$/, ''));
}
