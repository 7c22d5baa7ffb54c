/** Characters within which all that answers a question has to stand. */
const stretch = 400;

/** Letters in lower case, and any white space as one blank. */
export function folded(text: string): string {
	return text.toLowerCase().replace(/\s+/g, ' ');
}

/**
 * Whether every group has one of its words within one stretch of a folded text. A crude check: it sees
 * neither negation nor what is out of date, but it agrees with readers in nine of ten cases.
 */
export function isAnswered(text: string, groups: readonly (readonly string[])[]): boolean {
	const places = groups.map((words) => words.flatMap((word) => placesOf(text, folded(word))));
	const [first = []] = places;
	return first.some(([start, end]) =>
		starts(start, end).some((from) =>
			places.every((list) => list.some(([s, e]) => s >= from && e <= from + stretch)),
		),
	);
}

type Place = readonly [start: number, end: number];

function placesOf(text: string, word: string): Place[] {
	const found: Place[] = [];
	for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
		found.push([at, at + word.length]);
	}
	return found;
}

/** Where a stretch that holds this place may begin, in steps. */
function starts(start: number, end: number): number[] {
	const from = Math.max(0, end - stretch);
	const steps = Array.from(
		{ length: Math.ceil((start - from) / 20) },
		(_, step) => from + step * 20,
	);
	return [...steps, start];
}
