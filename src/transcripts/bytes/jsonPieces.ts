import { createScanner, parse, visit } from 'jsonc-parser';
import { parsedJson } from '../../messages/json.ts';

/** Reads JSON that is not a complete document: truncated, or several documents in a row. */

/** The complete objects of a text, and whether it contains nothing else. */
interface JsonPieces {
	readonly objects: readonly unknown[];
	readonly complete: boolean;
}

/** Maximum number of first keys that are remembered: more than the records of any format have. */
export const maxKeys = 32;

/** Maximum number of positions tried after damage in a text: each may cost a pass over the rest of the text. */
const maxPositions = 64;

/** The first key of the object at the beginning of a text. */
export function firstKeyOf(text: string): string | undefined {
	return /^\s*\{\s*"([\w$-]{1,64})"/.exec(text.slice(0, 256))?.[1];
}

/** A value of a text. */
interface FoundValue {
	readonly value: unknown;
	/** The position after it. */
	readonly end: number;
}

/** The object at a position; undefined if there is no complete one. */
function objectAt(text: string, start: number): FoundValue | undefined {
	const scanner = createScanner(text, true);
	scanner.setPosition(start);
	let depth = 0;
	do {
		scanner.scan();
		const character = text[scanner.getTokenOffset()];
		if (scanner.getTokenLength() === 0) {
			return undefined;
		}
		depth += character === '{' ? 1 : character === '}' ? -1 : 0;
	} while (depth > 0);
	const end = scanner.getPosition();
	const value = text[start] === '{' ? parsedJson(text.slice(start, end)) : undefined;
	return value === undefined ? undefined : { value, end };
}

/** Skips white space, and the zeros from a power failure during a write. */
function pastBlanks(text: string, start: number): number {
	let at = start;
	while (at < text.length && text.charCodeAt(at) <= 0x20) {
		at += 1;
	}
	return at;
}

/**
 * The position after the opening bracket of a document's first list: the document itself, or the value of one of these
 * keys.
 */
export function startOfList(text: string, keys: readonly string[]): number | undefined {
	let start: number | undefined;
	try {
		visit(text, {
			onArrayBegin(offset, length, _line, _character, pathTo) {
				const [key, inner] = pathTo();
				if (inner === undefined && (key === undefined || keys.some((one) => one === key))) {
					start ??= offset + length;
				}
				return start === undefined;
			},
		});
	} catch {
		// Nested deeper than the stack.
	}
	return start;
}

/**
 * The next complete object after damage. It must be followed by what may follow a record, because objects inside a
 * damaged record are complete too.
 * @param keys First keys that an object may have.
 * @param follows The permitted next character after a complete one.
 * @param budget Positions that may still be tried.
 */
function nextComplete(
	text: string,
	from: number,
	keys: ReadonlySet<string>,
	follows: RegExp,
	budget: { positions: number },
): FoundValue | undefined {
	const known = [...keys].map((key) => key.replaceAll('$', String.raw`\$`));
	const beginning = new RegExp(String.raw`\{\s*"(?:${known.join('|')})"\s*:`, 'g');
	beginning.lastIndex = from;
	while (known.length > 0 && budget.positions > 0) {
		budget.positions -= 1;
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
 * The complete objects in a text, adjacent or separated by commas: the rest of a list, or a line to which two processes
 * appended, or one that was interrupted before its line break and continued later.
 * @param keys First keys of objects that may follow a damaged one, in addition to its own and those of earlier objects.
 * @param isList Whether the text is the rest of a list.
 */
export function objectsIn(
	text: string,
	keys: Iterable<string> = [],
	{ isList = false } = {},
): JsonPieces {
	const objects: unknown[] = [];
	const known = new Set(keys);
	const budget = { positions: maxPositions };
	let complete = true;
	for (let start = pastBlanks(text, 0); start < text.length; ) {
		let found = objectAt(text, start);
		const own = known.size < maxKeys ? firstKeyOf(text.slice(start, start + 256)) : undefined;
		if (own !== undefined) {
			known.add(own);
		}
		if (found === undefined) {
			complete = false;
			found = nextComplete(text, start + 1, known, isList ? /[,{\]]/ : /\{|^$/, budget);
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

/** Enough characters to identify a document whose rest is nested too deeply to parse. */
const headCharacters = 2_048;

/** The part of a document up to where it is cut or damaged; undefined if it is not JSON. */
export function parseJsonStart(text: string): unknown {
	try {
		return parse(text);
	} catch {
		return parse(text.slice(0, headCharacters));
	}
}
