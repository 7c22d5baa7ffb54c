/** A stretch of text. */
export interface TextRun<Kind> {
	readonly text: string;
	/** Absent where it is nothing in particular. */
	readonly kind?: Kind;
}

/**
 * Splits a text at what a pattern finds. The runs joined are the text.
 * @param kindOf What a match is; undefined: nothing in particular.
 */
export function splitText<Kind>(
	text: string,
	pattern: RegExp,
	kindOf: (match: RegExpExecArray) => Kind | undefined,
): readonly TextRun<Kind>[] {
	const runs: TextRun<Kind>[] = [];
	let end = 0;
	for (const match of text.matchAll(pattern)) {
		const kind = kindOf(match);
		if (kind === undefined) {
			continue;
		}
		if (match.index > end) {
			runs.push({ text: text.slice(end, match.index) });
		}
		runs.push({ text: match[0], kind });
		end = match.index + match[0].length;
	}
	return end < text.length ? [...runs, { text: text.slice(end) }] : runs;
}
