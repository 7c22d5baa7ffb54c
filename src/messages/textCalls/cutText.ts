/** The strings in a parsed JSON value, in order. */
function stringsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null
		? Object.values(value).flatMap((inner) => stringsIn(inner))
		: [];
}

/**
 * A text that holds a call, with the strings of its arguments cut as in `cut`. Arguments of calls in
 * text are words of that text.
 * @param given The arguments as they were read out of the text, JSON.
 * @param cut The same with shorter strings, JSON.
 */
export function withCutArguments(text: string, given: string, cut: string): string {
	const strings = stringsIn(JSON.parse(given));
	const shorter = stringsIn(JSON.parse(cut));
	let done = '';
	let rest = text;
	for (const [index, whole] of strings.entries()) {
		const kept = shorter[index] ?? whole;
		const at = kept === whole ? -1 : rest.indexOf(whole);
		if (at !== -1) {
			done += rest.slice(0, at) + kept;
			rest = rest.slice(at + whole.length);
		}
	}
	return done + rest;
}
