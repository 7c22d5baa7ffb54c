/** Finds names in any text in one pass: most of a log is looked at for nothing else. */

/** What a character does to a name. */
const kinds = { part: 0, lower: 1, upper: 2, digit: 3, joint: 4, underscore: 5, separator: 6 };

const kindOfCode = new Uint8Array(65_536);

/** Ranges of scripts without spaces between words, and of wide punctuation. */
const unspaced = [
	[0x2010, 0x206f],
	[0x2190, 0x2bff],
	[0x3000, 0x9fff],
	[0xac00, 0xd7af],
	[0xff00, 0xffef],
] as const;

/** Fills the table once. */
function classify(): void {
	for (let code = 0; code < 128; code += 1) {
		const character = String.fromCharCode(code);
		kindOfCode[code] = /[a-z]/.test(character)
			? kinds.lower
			: /[A-Z]/.test(character)
				? kinds.upper
				: /\d/.test(character)
					? kinds.digit
					: character === '_'
						? kinds.underscore
						: /[./$#@~-]/.test(character)
							? kinds.joint
							: kinds.separator;
	}
	for (const [first, last] of unspaced) {
		kindOfCode.fill(kinds.separator, first, last + 1);
	}
	kindOfCode[0xa0] = kinds.separator;
}

classify();

/** Characters of one text that are searched. */
const searched = 40_000;

const lengths = { least: 4, most: 80 };

const backslash = 0x5c;
const quote = 0x22;
const colon = 0x3a;

/** What a diff puts before an absolute path, a relative path's start, an ellipsis and list markers; sentence ends and closing slashes. */
const edges = /^(?:[ab]\/(?=\/)|\.{1,3}\/|\.{2,}|-(?!-)|@@|#+$)+|[./\-~#@]+$/g;

/** What tells a name from a word of a sentence. */
const nameSign = /[\p{L}\p{N}][._/$#-][\p{L}\p{N}]|\d|_|^[$#@.~/-][\p{L}\p{N}/-]|\p{Ll}\p{Lu}/u;

/**
 * The distinct names of a text in order: identifiers, paths, flags, keys, numbers.
 * @param isJson The text is JSON: escapes end a name, and the keys are no names.
 */
export function namesIn(text: string, isJson = false): Set<string> {
	const names = new Set<string>();
	const end = Math.min(text.length, searched);
	let start = 0;
	let isTelling = false;
	let before = kinds.separator;
	for (let at = 0; at <= end; at += 1) {
		const code = at < end ? text.charCodeAt(at) : quote;
		const kind = kindOfCode[code] ?? kinds.part;
		if (kind !== kinds.separator) {
			isTelling ||= kind >= kinds.digit || (kind === kinds.upper && before === kinds.lower);
			before = kind;
			continue;
		}
		if (isTelling && at - start >= lengths.least && !(isJson && isKeyEnd(text, at, code))) {
			addName(names, text, start, at);
		}
		at += isJson && code === backslash ? 1 : 0;
		start = at + 1;
		isTelling = false;
		before = kinds.separator;
	}
	return names;
}

function isKeyEnd(text: string, at: number, code: number): boolean {
	return code === quote && text.charCodeAt(at + 1) === colon;
}

function addName(names: Set<string>, text: string, start: number, end: number): void {
	// What follows a bracket is a method of what stands before it.
	const isMethod = text[start] === '.' && /[)\]]/.test(text[start - 1] ?? '');
	const name = text.slice(isMethod ? start + 1 : start, end).replace(edges, '');
	if (name.length >= lengths.least && name.length <= lengths.most && nameSign.test(name)) {
		names.add(name);
	}
}
