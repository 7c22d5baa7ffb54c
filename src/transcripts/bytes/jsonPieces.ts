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

/** The index after the object that starts at `start`, or -1 when it does not end. */
function endOfObject(text: string, start: number): number {
	let depth = 0;
	for (let index = start; index < text.length; index += 1) {
		const character = text[index];
		if (character === '"') {
			const end = endOfString(text, index);
			if (end === -1) {
				return -1;
			}
			index = end - 1;
		} else if (character === '{') {
			depth += 1;
		} else if (character === '}') {
			depth -= 1;
			if (depth === 0) {
				return index + 1;
			}
		}
	}
	return -1;
}

/** The complete objects at the start of a line, and whether they are all that it holds. */
export interface JsonPieces {
	readonly objects: readonly unknown[];
	readonly complete: boolean;
}

/**
 * The objects that stand back to back in a line: what happens when two processes append to one
 * file and the first was interrupted before its line break.
 */
export function objectsIn(text: string): JsonPieces {
	const objects: unknown[] = [];
	let start = 0;
	for (;;) {
		while (/\s/.test(text.charAt(start))) {
			start += 1;
		}
		if (start >= text.length) {
			return { objects, complete: true };
		}
		const end = text[start] === '{' ? endOfObject(text, start) : -1;
		const value = end === -1 ? undefined : parsedJson(text.slice(start, end));
		if (value === undefined) {
			return { objects, complete: false };
		}
		objects.push(value);
		start = end;
	}
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
