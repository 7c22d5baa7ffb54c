import { parsedJson } from '../../messages/json.ts';
/** Reading JSON that is not quite a document: cut off, or several documents in a row. */

/** The index after the string that starts at `start`, or -1 when it does not end. */
function endOfString(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === 0x5c) {
			index += 1;
		} else if (code === 0x22) {
			return index + 1;
		}
	}
	return -1;
}

/**
 * The index after the value that starts at `start`, or -1 when it does not end: of an object or a list where as many
 * brackets of its kind close as open.
 */
function endOfValue(text: string, start: number): number {
	const open = text.charAt(start);
	if (open === '"') {
		return endOfString(text, start);
	}
	if (open !== '{' && open !== '[') {
		const length = /^[-+.\w]+/.exec(text.slice(start, start + 64))?.[0].length;
		return length === undefined ? -1 : start + length;
	}
	const close = open === '{' ? '}' : ']';
	let depth = 0;
	for (let index = start; index < text.length; index += 1) {
		const character = text[index];
		if (character === '"') {
			const end = endOfString(text, index);
			if (end === -1) {
				return -1;
			}
			index = end - 1;
		} else if (character === open) {
			depth += 1;
		} else if (character === close) {
			depth -= 1;
			if (depth === 0) {
				return index + 1;
			}
		}
	}
	return -1;
}

/** The complete objects of a line, and whether they are all that it holds. */
export interface JsonPieces {
	readonly objects: readonly unknown[];
	readonly complete: boolean;
}

/** More ways to begin than the records of any format have. */
export const mostKeys = 32;

/** Places looked at behind a torn object: each may cost a pass over the rest of the text. */
const mostPlaces = 64;

/** The first key of the object that a text begins with. */
export function firstKeyOf(text: string): string | undefined {
	return /^\s*\{\s*"([\w$-]{1,64})"/.exec(text.slice(0, 256))?.[1];
}

/** A value of a text. */
interface FoundValue {
	readonly value: unknown;
	/** Behind it. */
	readonly end: number;
}

/** The value that starts at a place; undefined where none does, or none that is whole. */
function valueAt(text: string, start: number): FoundValue | undefined {
	const end = endOfValue(text, start);
	const value = end === -1 ? undefined : parsedJson(text.slice(start, end));
	return value === undefined ? undefined : { value, end };
}

function objectAt(text: string, start: number): FoundValue | undefined {
	return text[start] === '{' ? valueAt(text, start) : undefined;
}

/** White space, and the zeros that a machine leaves which lost its power while it wrote. */
export function pastBlanks(text: string, start: number): number {
	let at = start;
	while (at < text.length && text.charCodeAt(at) <= 0x20) {
		at += 1;
	}
	return at;
}

/** Where the first list of a document begins, behind its bracket: the document itself, or what has one of these keys. */
export function startOfList(
	text: string,
	start: number,
	keys: readonly string[],
): number | undefined {
	if (text[start] === '[') {
		return start + 1;
	}
	let at = start + 1;
	while (text[start] === '{') {
		const key = valueAt(text, pastBlanks(text, at));
		const colon = key === undefined ? -1 : pastBlanks(text, key.end);
		if (key === undefined || text[colon] !== ':') {
			return undefined;
		}
		const value = pastBlanks(text, colon + 1);
		if (text[value] === '[' && keys.some((one) => one === key.value)) {
			return value + 1;
		}
		const end = endOfValue(text, value);
		const comma = end === -1 ? -1 : pastBlanks(text, end);
		if (text[comma] !== ',') {
			return undefined;
		}
		at = comma + 1;
	}
	return undefined;
}

/**
 * The next whole object behind a fault. Objects within a torn one are none: what follows a whole one
 * tells.
 * @param keys First keys that an object may have.
 * @param follows What the next character is behind a whole one.
 */
function nextWhole(
	text: string,
	from: number,
	keys: ReadonlySet<string>,
	follows: RegExp,
): FoundValue | undefined {
	const known = [...keys].map((key) => key.replaceAll('$', String.raw`\$`));
	const beginning = new RegExp(String.raw`\{\s*"(?:${known.join('|')})"\s*:`, 'g');
	beginning.lastIndex = from;
	for (let place = 0; place < mostPlaces && known.length > 0; place += 1) {
		const start = beginning.exec(text)?.index;
		if (start === undefined) {
			return undefined;
		}
		const found = objectAt(text, start);
		const end = found === undefined ? text.length : pastBlanks(text, found.end);
		if (found !== undefined && follows.test(text.slice(end, end + 1))) {
			return found;
		}
		beginning.lastIndex = start + 1;
	}
	return undefined;
}

/**
 * The whole objects that stand back to back in a text, or behind commas: the rest of a list, and a line to which two
 * processes appended, or one that was interrupted before its line break and went on behind that later.
 * @param keys First keys of objects that may follow a torn one, beside that one's own and of those before it.
 * @param isList Whether the text is the rest of a list.
 */
export function objectsIn(
	text: string,
	keys: Iterable<string> = [],
	{ isList = false } = {},
): JsonPieces {
	const objects: unknown[] = [];
	const known = new Set(keys);
	let complete = true;
	for (let start = pastBlanks(text, 0); start < text.length; ) {
		let found = objectAt(text, start);
		const own = known.size < mostKeys ? firstKeyOf(text.slice(start, start + 256)) : undefined;
		if (own !== undefined) {
			known.add(own);
		}
		if (found === undefined) {
			complete = false;
			found = nextWhole(text, start + 1, known, isList ? /[,{\]]/ : /\{|^$/);
		}
		if (found === undefined) {
			break;
		}
		objects.push(found.value);
		start = pastBlanks(text, found.end);
		if (isList && text[start] === ',') {
			start = pastBlanks(text, start + 1);
		} else if (isList && text[start] === ']') {
			break;
		}
	}
	return { objects, complete };
}

/**
 * What can be known of a document from its start: everything up to the cut, with a string that is
 * cut in the middle kept as far as it goes. `undefined` when it is not the start of JSON.
 */
export function parseJsonStart(text: string): unknown {
	const open: string[] = [];
	/** Where the document can be closed with the brackets that are open. */
	let closing = 0;
	let keyNext = false;
	let index = 0;
	while (index < text.length && (index === 0 || open.length > 0 || closing === 0)) {
		const character = text.charAt(index);
		if (character === '{' || character === '[') {
			open.push(character === '{' ? '}' : ']');
			keyNext = character === '{';
			index += 1;
			closing = index;
		} else if (character === '}' || character === ']') {
			open.pop();
			keyNext = false;
			index += 1;
			closing = index;
		} else if (character === '"') {
			const end = endOfString(text, index);
			if (end === -1) {
				// Not in the middle of an escape: `\` and `\u12` would not parse.
				const rest = keyNext ? '' : text.slice(index).replace(/\\(?:u[\da-f]{0,3})?$/i, '');
				const value = parsedJson(`${text.slice(0, index)}${rest}"${open.toReversed().join('')}`);
				return value ?? closed(text.slice(0, closing), open);
			}
			index = end;
			closing = keyNext ? closing : end;
			keyNext = false;
		} else if (/[-+.\w]/.test(character)) {
			const end = index + (/^[-+.\w]+/.exec(text.slice(index, index + 64))?.[0].length ?? 1);
			if (end >= text.length) {
				break;
			}
			index = end;
			closing = end;
		} else {
			keyNext = character === ',' ? open.at(-1) === '}' : keyNext;
			index += 1;
		}
	}
	return closed(text.slice(0, closing), open);
}

function closed(text: string, open: readonly string[]): unknown {
	return parsedJson(text + open.toReversed().join(''));
}
