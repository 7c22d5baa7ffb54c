/**
 * The text of a result without the JSON that a client or a program wrapped it in: where a line is an object
 * or a list with line breaks escaped in it, the texts of that. Texts and numbers without line breaks keep
 * their names; any other line stays as it is.
 */
export function unwrapped(result: string): string {
	if (!result.includes('\\n')) {
		return result;
	}
	const line = result.trim();
	if (!line.includes('\n')) {
		return textsOf(line) ?? result;
	}
	return result
		.split('\n')
		.map((each) => (each.length > shortLine ? (textsOf(each) ?? each) : each))
		.join('\n');
}

/** Characters of a line among others that is told as it is: an entry of a log. */
const shortLine = 360;

/** What a line of JSON begins with, perhaps behind the number of the line. */
const opening = /^\s{0,10}(?:\d{1,6}[\t→|:]\s{0,2})?(?=[{[])/;

/** The texts in a line of JSON with line breaks escaped in it, one a line; undefined for any other line. */
function textsOf(line: string): string | undefined {
	const start = opening.exec(line)?.[0].length;
	if (start === undefined || !line.includes('\\n')) {
		return undefined;
	}
	try {
		return fieldTexts('', JSON.parse(line.slice(start))).join('\n');
	} catch {
		// It only looks like JSON, or nests too deeply: then its line says what it can.
		return undefined;
	}
}

function fieldTexts(name: string, value: unknown): string[] {
	if (typeof value === 'string' && value.includes('\n')) {
		return [value];
	}
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		return Object.entries(value).flatMap(([key, inner]) => fieldTexts(isList ? '' : key, inner));
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		return [];
	}
	return [name === '' ? String(value) : `${name}: ${value}`];
}
