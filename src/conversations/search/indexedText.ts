import { type Message, toolCallsOf } from '../../messages/message.ts';

/** Which text of a message is searchable, and how it is split into words. */

/** Text of a message for searching and excerpts: text, calls and results. */
export function searchableText(message: Message): string {
	const { content } = message;
	const texts =
		typeof content === 'string'
			? [content]
			: content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
	const calls = toolCallsOf(message).flatMap((call) => [call.name, ...valuesOf(call.arguments)]);
	return calls.length === 0 && texts.length === 1
		? (texts[0] ?? '')
		: [...texts, ...calls].filter((text) => text !== '').join('\n');
}

/** Names and values in JSON text, so that `\n` does not become part of a word. */
function valuesOf(argumentsText: string): readonly string[] {
	try {
		const found: string[] = [];
		collect(JSON.parse(argumentsText), found);
		return found;
	} catch {
		return [argumentsText];
	}
}

function collect(value: unknown, found: string[]): void {
	if (typeof value === 'string' || typeof value === 'number') {
		found.push(String(value));
	} else if (Array.isArray(value)) {
		for (const element of value) {
			collect(element, found);
		}
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, element] of Object.entries(value)) {
			found.push(name);
			collect(element, found);
		}
	}
}

/** Scripts without spaces: each character is a word; several form a phrase. */
const unspaced = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff';
const unspacedCharacter = new RegExp(`[${unspaced}]`, 'g');
const beyondAscii = /[\u0080-\uffff]/;

/** A scanner that splits words like the index. A new one each time: it has state. */
export function wordScanner(): RegExp {
	return new RegExp(
		`(?=[\\p{L}\\p{N}])[${unspaced}]|(?:(?![${unspaced}])[\\p{L}\\p{N}\\p{Co}\\u0300-\\u036f])+`,
		'gu',
	);
}

/** Text for the index: words of scripts without spaces separated, accents removed. */
export function indexedText(text: string): string {
	return beyondAscii.test(text) ? folded(text).replace(unspacedCharacter, ' $& ') : text;
}

/** Without accents, which people leave out when they search. */
function folded(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFC');
}

/** A word normalized for comparison. */
export function foldedWord(text: string): string {
	return (beyondAscii.test(text) ? folded(text) : text).toLowerCase();
}

/** Longer runs of letters are not identifiers but data. */
const maxIdentifierLength = 64;

/** Word boundaries that the tokenizer misses: `aB`, and `ABc` before `B`. */
const hump = /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;

/** The parts of a camelCase identifier; undefined for other words. */
export function identifierParts(identifier: string): readonly string[] | undefined {
	if (identifier.length > maxIdentifierLength) {
		return undefined;
	}
	const parts = identifier.replace(hump, '$& ').split(' ');
	return parts.length > 1 ? parts : undefined;
}

/**
 * The parts of all camelCase identifiers, each identifier once; the index itself splits paths, snake_case and
 * kebab-case. Scans for humps instead of words, because most text has few.
 */
export function allIdentifierParts(text: string): string {
	const seen = new Set<string>();
	const found: string[] = [];
	const scanner = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/g;
	while (scanner.exec(text) !== null) {
		let start = scanner.lastIndex - 2;
		while (start > 0 && isWordCode(text.charCodeAt(start - 1))) {
			start -= 1;
		}
		let end = scanner.lastIndex;
		while (end < text.length && isWordCode(text.charCodeAt(end))) {
			end += 1;
		}
		scanner.lastIndex = end;
		const identifier = text.slice(start, end);
		if (!seen.has(identifier)) {
			seen.add(identifier);
			found.push(...(identifierParts(identifier) ?? []));
		}
	}
	return found.join(' ');
}

function isWordCode(code: number): boolean {
	return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
