/**
 * Tells prose from code. Every line of what tools returned is asked: it is read by its characters once, where a
 * pattern that finds the words takes several times as long.
 */

/** Words that a line of prose has at least. */
const leastWords = 5;

/** What a character may be to a word of prose. */
const letter = 1;
/** Stands inside words: `'`, `’`, `-`. */
const joint = 2;
const before = 4;
const behind = 8;

const asciiRoles = Uint8Array.from({ length: 128 }, (_, code) =>
	rolesOf(String.fromCharCode(code)),
);

function rolesOf(character: string): number {
	return (
		(/\p{L}/u.test(character) ? letter : 0) |
		(/['’-]/.test(character) ? joint : 0) |
		(/[\s("'`]/.test(character) ? before : 0) |
		(/[\s.,:;!?)"'`]/.test(character) ? behind : 0)
	);
}

function rolesAt(text: string, at: number): number {
	return asciiRoles[text.charCodeAt(at)] ?? rolesOf(text.charAt(at));
}

/** Whether a line, trimmed, is words with blanks between them, and hardly any signs of code. */
export function isProse(text: string): boolean {
	let words = 0;
	let characters = 0;
	let at = 0;
	// What stands outside words by now may not be half of the line.
	while (at < text.length && 2 * (at - characters) <= text.length) {
		const roles = rolesAt(text, at);
		const start = at === 0 && (roles & letter) !== 0 ? 0 : at + 1;
		const end = start === 0 || (roles & before) !== 0 ? wordEnd(text, start) : start;
		if (end === start) {
			at += 1;
			continue;
		}
		// The sign before a word counts with it, but for the blank before the first.
		const isBlank = words === 0 && /\s/.test(text.charAt(at));
		characters += end - (isBlank ? start : at);
		words += 1;
		at = end;
	}
	return words >= leastWords && 2 * characters > text.length;
}

/** Where the word ends that begins at `start`; `start` where none does. */
function wordEnd(text: string, start: number): number {
	if (start >= text.length || (rolesAt(text, start) & letter) === 0) {
		return start;
	}
	let end = start;
	let lastQuote = start;
	do {
		end += 1;
		lastQuote = text.charAt(end) === "'" ? end : lastQuote;
	} while (end < text.length && (rolesAt(text, end) & (letter | joint)) !== 0);
	// A quote closes a word where what stands behind it is none.
	return end === text.length || (rolesAt(text, end) & behind) !== 0 ? end : lastQuote;
}
