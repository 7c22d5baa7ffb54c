import { parsedJson } from '../messages/json.ts';
import { formatCount, mark } from '../messages/marks.ts';

/**
 * Makes JSON readable for the model that writes the summary: long strings are unescaped, and a repeated string is shown
 * once. The result is no longer valid JSON.
 */

/** Minimum length of a string that is unescaped, and of one whose repetition is left out, characters. */
const minLength = { unescaped: 80, repeated: 200 };

/** Minimum number of lines that an edit's new text shares with the start or end of the old text to be left out. */
const minSharedLines = 3;

const stringLiteral = /"[^"\\]*(?:\\.[^"\\]*)*"/g;

/** Makes the JSON in a text readable, whether it is all of the text or follows other lines. Other texts are unchanged. */
export function withReadableJson(text: string): string {
	const start = /^[[{]/m.exec(text)?.index;
	if (start === undefined || parsedJson(text.slice(start)) === undefined) {
		return text;
	}
	const shown = new Set<string>();
	let before = '';
	const readable = text.slice(start).replace(stringLiteral, (literal) => {
		if (literal.length < minLength.unescaped) {
			return literal;
		}
		const value = String(JSON.parse(literal));
		if (value.length >= minLength.repeated && shown.has(value)) {
			return mark('the same text as above');
		}
		const replacement = `"${withoutShared(value, before)}"`;
		shown.add(value);
		before = value;
		return replacement;
	});
	return text.slice(0, start) + readable;
}

/** A text without the lines at its start and end that it shares with the previous text. */
function withoutShared(text: string, before: string): string {
	const [lines, others] = [text.split('\n'), before.split('\n')];
	const max = Math.min(lines.length, others.length);
	const shared = (
		at: (list: readonly string[], index: number) => string | undefined,
		limit: number,
	) => {
		let count = 0;
		while (count < limit && at(lines, count) === at(others, count)) {
			count += 1;
		}
		return count < minSharedLines ? 0 : count;
	};
	const start = shared((list, index) => list[index], max);
	const end = shared((list, index) => list.at(-1 - index), max - start);
	const omitted = (count: number): string[] =>
		count === 0 ? [] : [mark(`${formatCount(count)} lines as in the text before`)];
	return [...omitted(start), ...lines.slice(start, lines.length - end), ...omitted(end)].join('\n');
}
