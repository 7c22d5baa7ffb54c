/** The numbers Cline puts before the lines of a file; in what a program prints they may be values. */
const barred = /^ {0,6}\d{1,6} \| ?/gm;

/** The number Copilot CLI puts before a line, as before an entry of a list. */
const dotted = /^ {0,6}(\d{1,6})\. ?/;

/** What was read of a file, without numbers that the client put before its lines. */
export function withoutLineNumbers(text: string): string {
	const lines = text.trimEnd().split('\n');
	const numbers = lines.map((line) => Number(dotted.exec(line)?.[1]));
	const [first = Number.NaN] = numbers;
	// A list has a title, a gap or an entry of several lines; a file is numbered throughout.
	const isNumbered = lines.length > 1 && numbers.every((number, at) => number === first + at);
	return isNumbered
		? lines.map((line) => line.replace(dotted, '')).join('\n')
		: text.replace(barred, '');
}
