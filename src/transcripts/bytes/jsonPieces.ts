import { createScanner, parse, visit } from 'jsonc-parser';
import { parsedJson } from '../../messages/json.ts';
/** Reads JSON that is not a complete document: truncated, or several documents in a row. */

/** The complete objects of a line, and whether the line contains nothing else. */
export interface JsonPieces {
	readonly objects: readonly unknown[];
	readonly complete: boolean;
}

/** More first keys than the records of any format have. */
export const mostKeys = 32;

/** Positions tried after torn objects of a text: each may cost a pass over the rest of it. */
const mostPlaces = 64;

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
 * The next complete object after a fault. Objects within a torn one do not count: the text after a complete one
 * decides.
 * @param keys First keys that an object may have.
 * @param follows The permitted next character after a complete one.
 * @param budget Positions that may still be tried.
 */
function nextWhole(
	text: string,
	from: number,
	keys: ReadonlySet<string>,
	follows: RegExp,
	budget: { places: number },
): FoundValue | undefined {
	const known = [...keys].map((key) => key.replaceAll('$', String.raw`\$`));
	const beginning = new RegExp(String.raw`\{\s*"(?:${known.join('|')})"\s*:`, 'g');
	beginning.lastIndex = from;
	while (known.length > 0 && budget.places > 0) {
		budget.places -= 1;
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
 * @param keys First keys of objects that may follow a torn one, besides its own and those of earlier objects.
 * @param isList Whether the text is the rest of a list.
 */
export function objectsIn(
	text: string,
	keys: Iterable<string> = [],
	{ isList = false } = {},
): JsonPieces {
	const objects: unknown[] = [];
	const known = new Set(keys);
	const budget = { places: mostPlaces };
	let complete = true;
	for (let start = pastBlanks(text, 0); start < text.length; ) {
		let found = objectAt(text, start);
		const own = known.size < mostKeys ? firstKeyOf(text.slice(start, start + 256)) : undefined;
		if (own !== undefined) {
			known.add(own);
		}
		if (found === undefined) {
			complete = false;
			found = nextWhole(text, start + 1, known, isList ? /[,{\]]/ : /\{|^$/, budget);
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

/** Characters that identify a document, even if the rest is nested deeper than the stack. */
const headCharacters = 2_048;

/** The part of a document up to where it is cut or damaged; undefined if it is not JSON. */
export function parseJsonStart(text: string): unknown {
	try {
		return parse(text);
	} catch {
		return parse(text.slice(0, headCharacters));
	}
}
