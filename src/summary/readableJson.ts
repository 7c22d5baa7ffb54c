import { formatCount, mark } from '../messages/marks.ts';

/**
 * JSON as a writer reads it: long texts in it as they are instead of on one escaped line, and once where a tool gives
 * them twice. What is shown is data, no longer JSON.
 */

/** Length from which a text is shown as it is, and from which a repetition of it is left out, characters. */
const least = { plain: 80, repeated: 200 };

/** Lines that an edit's new text has to share with the old one's beginning or end to be left out. */
const leastShared = 3;

const stringLiteral = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** A text with the JSON in it, whole or behind other lines, made readable; another text as it is. */
export function withReadableJson(text: string): string {
	// Without an escaped line end there is no long text in it, and most results have none.
	const start = text.includes('\\n') ? /^[[{]/m.exec(text)?.index : undefined;
	if (start === undefined || !isJson(text.slice(start))) {
		return text;
	}
	const shown = new Set<string>();
	let before = '';
	const readable = text.slice(start).replace(stringLiteral, (literal) => {
		if (literal.length < least.plain) {
			return literal;
		}
		const value = String(JSON.parse(literal));
		if (value.length >= least.repeated && shown.has(value)) {
			return mark('the same text as above');
		}
		const own = `"${withoutShared(value, before)}"`;
		shown.add(value);
		before = value;
		return own;
	});
	return text.slice(0, start) + readable;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** A text without the lines at its two ends that the text before it has there, too. */
function withoutShared(text: string, before: string): string {
	const [lines, others] = [text.split('\n'), before.split('\n')];
	const most = Math.min(lines.length, others.length);
	const shared = (
		at: (list: readonly string[], index: number) => string | undefined,
		most: number,
	) => {
		let count = 0;
		while (count < most && at(lines, count) === at(others, count)) {
			count += 1;
		}
		return count < leastShared ? 0 : count;
	};
	const start = shared((list, index) => list[index], most);
	const end = shared((list, index) => list.at(-1 - index), most - start);
	const omitted = (count: number): string[] =>
		count === 0 ? [] : [mark(`${formatCount(count)} lines as in the text before`)];
	return [...omitted(start), ...lines.slice(start, lines.length - end), ...omitted(end)].join('\n');
}
