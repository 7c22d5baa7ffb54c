/** How Hermes marks the summary of a compaction, whatever the role of the message that carries it. */
const summaryStart = /^\s*\[CONTEXT (?:COMPACTION|SUMMARY)\b/;

/** Comes after the summary, on a line of its own. */
const summaryEnd = /^--- END OF CONTEXT SUMMARY.*$/m;

/** Around what a message said before a summary was appended to it. */
const priorStart = /^\s*\[PRIOR CONTEXT\b[^\]]{0,200}\]\s*/;
const priorEnd = /^\[END OF PRIOR CONTEXT\b[^\]]{0,200}\]\s*/m;

/** A message that carries a summary, taken apart. */
export interface SummaryCarrier {
	/** What the message said itself, before the summary; empty when nothing. */
	readonly before: string;
	/** With the words that introduce it to the model. */
	readonly summary: string;
	/** What the message says itself, after the summary; empty when nothing. */
	readonly after: string;
}

/** The parts of a message that carries a summary; `undefined` for all others. */
export function summaryIn(text: string): SummaryCarrier | undefined {
	const prior = priorStart.exec(text);
	const end = prior === null ? null : priorEnd.exec(text);
	const start = end === null ? 0 : end.index + end[0].length;
	const carried = text.slice(start);
	if (!summaryStart.test(carried)) {
		return undefined;
	}
	const close = summaryEnd.exec(carried);
	return {
		before: text.slice(prior?.[0].length ?? 0, end?.index ?? 0).trim(),
		summary: (close === null ? carried : carried.slice(0, close.index)).trim(),
		after: close === null ? '' : carried.slice(close.index + close[0].length).trim(),
	};
}
