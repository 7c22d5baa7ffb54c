/** A piece of a text: from `start` up to, not including, `end`. */
export interface Span {
	readonly start: number;
	readonly end: number;
}

/** The same pieces in order, overlapping and touching ones joined. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
	const merged: Span[] = [];
	for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		const last = merged.at(-1);
		if (last !== undefined && span.start <= last.end) {
			merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
		} else if (span.end > span.start) {
			merged.push(span);
		}
	}
	return merged;
}
