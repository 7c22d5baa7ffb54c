/** Numbers of messages that follow one another. */
export interface SourceRange {
	readonly first: number;
	readonly last: number;
}

/** Numbers as the ranges they make up, ascending. */
export function sourceRanges(sources: readonly number[]): readonly SourceRange[] {
	const ranges: { first: number; last: number }[] = [];
	for (const number of [...new Set(sources)].sort((a, b) => a - b)) {
		const open = ranges.at(-1);
		if (open !== undefined && number === open.last + 1) {
			open.last = number;
		} else {
			ranges.push({ first: number, last: number });
		}
	}
	return ranges;
}
