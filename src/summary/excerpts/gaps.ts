/** Where entries of a numbered list are left out: those that are told look like all of them otherwise. */

/** Stands for entries that are left out. */
const gap = '[…]';

/** Number of an entry. */
const entry = /^(\d{1,3})[.)]\s/;

/** Lines behind an entry in which the next one begins. */
const reach = 8;

/** A line that is told. */
export interface ToldLine {
	/** Position among the lines of its passage. */
	readonly line: number;
	readonly text: string;
}

/**
 * The lines that are told, with a mark behind an entry whose next one is not.
 * @param told In order.
 * @param lines All lines of the passage.
 */
export function withGaps(told: readonly ToldLine[], lines: readonly string[]): string[] {
	const positions = new Set(told.map(({ line }) => line));
	return told.flatMap(({ line, text }) => {
		const next = nextEntry(lines, line);
		return next === undefined || positions.has(next) ? [text] : [text, gap];
	});
}

/** Position of the entry behind one, in the same list. */
function nextEntry(lines: readonly string[], line: number): number | undefined {
	const number = lines[line]
		?.split('\n')
		.map(numberOf)
		.findLast((found) => found !== undefined);
	if (number === undefined) {
		return undefined;
	}
	const offset = lines
		.slice(line + 1, line + 1 + reach)
		.findIndex((text) => numberOf(text) !== undefined);
	const next = offset < 0 ? undefined : line + 1 + offset;
	return next !== undefined && numberOf(lines[next] ?? '') === number + 1 ? next : undefined;
}

function numberOf(text: string): number | undefined {
	const found = entry.exec(text)?.[1];
	return found === undefined ? undefined : Number(found);
}
