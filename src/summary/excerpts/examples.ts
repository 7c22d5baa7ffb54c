/** How an element opens that shows what somebody might say. */
const opening = /<(\w{0,30}example\w{0,30})>/i;

/** A line in its place, too short to be told: what stood around it is no neighbour. */
const mark = '\n…example\n';

/** A text without elements such as `<example_response>`: nobody says what stands in them. */
export function withoutExamples(text: string): string {
	let left = '';
	let rest = text;
	for (;;) {
		const found = opening.exec(rest);
		const closing = `</${found?.[1] ?? ''}>`;
		const end = found === null ? -1 : rest.indexOf(closing, found.index);
		if (found === null || end < 0) {
			return left + rest;
		}
		left += `${rest.slice(0, found.index)}${mark}`;
		rest = rest.slice(end + closing.length);
	}
}
