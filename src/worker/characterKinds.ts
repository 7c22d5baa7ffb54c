/** What a character is to the pattern that o200k splits text with. */
export const kinds = {
	letter: 0,
	lower: 1,
	upper: 2,
	mark: 3,
	digit: 4,
	space: 5,
	lineEnd: 6,
	slash: 7,
	other: 8,
	/** Behind the end of the text. */
	none: 9,
} as const;

/** The kind of each code unit; halves of surrogate pairs may be anything, so they count as marks. */
const kindOfCode = new Uint8Array(65_536);

/** Fills the table once. */
export function classify(): void {
	const patterns: readonly (readonly [number, RegExp])[] = [
		[kinds.lineEnd, /[\r\n]/],
		[kinds.space, /\s/],
		[kinds.slash, /\//],
		[kinds.digit, /\p{N}/u],
		[kinds.lower, /\p{Ll}/u],
		[kinds.upper, /[\p{Lu}\p{Lt}]/u],
		[kinds.letter, /[\p{Lm}\p{Lo}]/u],
		[kinds.mark, /[\p{M}\p{Cs}]/u],
	];
	for (let code = 0; code < kindOfCode.length; code += 1) {
		const character = String.fromCharCode(code);
		const found = patterns.find(([, pattern]) => pattern.test(character));
		kindOfCode[code] = found?.[0] ?? kinds.other;
	}
}

/** The kind of the character at a position, once {@link classify} has run. */
export function kindAt(text: string, index: number): number {
	return index < text.length ? (kindOfCode[text.charCodeAt(index)] ?? kinds.other) : kinds.none;
}
