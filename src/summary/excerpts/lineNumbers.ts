/** The numbers Cline puts before the lines of a file; in what a program prints they may be values. */
const barred = /^ {0,6}\d{1,6} \| ?/gm;

/** The number Copilot CLI puts before a line, as before an entry of a list. */
const dotted = /^ {0,6}(\d{1,6})\. ?/;

/** How OpenCode begins what it read of a file, and the number it puts before a line. */
const tagged = /^<path>[^\n]{1,1000}<\/path>\n<type>file<\/type>\n<content>\n/;
const colon = /^\d{1,6}: ?/;

/** What was read of a file, without numbers that the client put before its lines. */
export function withoutLineNumbers(text: string): string {
	const opening = tagged.exec(text)?.[0];
	if (opening !== undefined) {
		const behind = text.slice(opening.length).split('\n');
		const end = behind.findIndex((line) => !colon.test(line));
		return behind
			.slice(0, end < 0 ? undefined : end)
			.map((line) => line.replace(colon, ''))
			.join('\n');
	}
	if (!dotted.test(text)) {
		return withoutBars(text);
	}
	const lines = text.trimEnd().split('\n');
	const numbers = lines.map((line) => Number(dotted.exec(line)?.[1]));
	const [first = Number.NaN] = numbers;
	// A list has a title, a gap or an entry of several lines; a file is numbered throughout.
	const isNumbered = lines.length > 1 && numbers.every((number, at) => number === first + at);
	return isNumbered ? lines.map((line) => line.replace(dotted, '')).join('\n') : withoutBars(text);
}

function withoutBars(text: string): string {
	return text.includes(' |') ? text.replace(barred, '') : text;
}
