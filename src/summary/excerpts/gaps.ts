/** Where lines are left out: those that are told look like all of them otherwise. */

/** Stands for lines that are left out. */
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
 * The lines that are told, with a mark where lines between them are left out, behind an entry whose next
 * one is not told, and behind a colon.
 * @param told In order.
 * @param lines All lines of the passage.
 */
export function withGaps(told: readonly ToldLine[], lines: readonly string[]): string[] {
	const positions = new Set(told.map(({ line }) => line));
	return told.flatMap(({ line, text }, position) => {
		const following = told[position + 1];
		const goesOn = text.endsWith(':') && line + 1 < lines.length;
		const next = following?.line ?? nextEntry(lines, line) ?? (goesOn ? line + 1 : undefined);
		const isNext =
			next === undefined ||
			(positions.has(next) && next === line + 1 && !skipsEntries(text, following?.text ?? ''));
		return isNext ? [text] : [text, gap];
	});
}

/** Whether an entry stands behind a line that none of the entries before it does: they were no statements. */
function skipsEntries(text: string, next: string): boolean {
	const number = numberOf(next) ?? 1;
	return number > 1 && numberOf(text) === undefined && text.endsWith(':');
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
