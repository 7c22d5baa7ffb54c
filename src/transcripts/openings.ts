import { objectsIn, parseJsonStart } from './bytes/jsonPieces.ts';

/** How files begin that people mistake for transcripts, or that hold them packed. */
const signatures: readonly (readonly [start: string, what: string])[] = [
	['SQLite format 3\0', 'a SQLite database'],
	['PK\u0003\u0004', 'a ZIP archive'],
	['\u001f\uFFFD', 'a gzip file'],
	['(\uFFFD/\uFFFD', 'a Zstandard file'],
	['%PDF-', 'a PDF document'],
	['\uFFFDPNG', 'an image'],
];

/** Keys named of an object: enough to recognise a format by. */
const keysNamed = 6;

function shapeOf(value: unknown): string {
	if (Array.isArray(value)) {
		const [first] = value as readonly unknown[];
		if (first === undefined) {
			return 'an empty JSON list';
		}
		// Lists within lists are named no further: there can be thousands.
		return `a JSON list of ${Array.isArray(first) ? 'lists' : plural(shapeOf(first))}`;
	}
	if (typeof value === 'object' && value !== null) {
		const keys = Object.keys(value);
		const named = keys.slice(0, keysNamed).map((key) => key.slice(0, 40));
		const more = keys.length > keysNamed ? ', …' : '';
		return keys.length === 0
			? 'an empty JSON object'
			: `a JSON object with ${named.join(', ')}${more}`;
	}
	return `a JSON ${value === null ? 'null' : typeof value}`;
}

function plural(shape: string): string {
	return shape.replace(/^an? (?:JSON )?/, '').replace(/^(empty )?(\w+)/, '$1$2s');
}

/**
 * The JSON objects of a file's opening that holds one per line. The last line may be cut: what can
 * be known of it counts too.
 */
export function objectsOfLines(opening: string): readonly object[] {
	const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{'));
	const values = lines.flatMap((line) => objectsIn(line.trim()).objects);
	return [...values, parseJsonStart(lines.at(-1)?.trimStart() ?? '')].filter(
		(value) => typeof value === 'object' && value !== null,
	);
}

/** Says in a few words what a file is, by how it begins. */
export function describeOpening(opening: string): string {
	const signature = signatures.find(([start]) => opening.startsWith(start));
	if (signature !== undefined) {
		return signature[1];
	}
	if (opening.includes('\0')) {
		return 'binary data';
	}
	const text = opening.trimStart();
	const [first, second] = text.split('\n', 2).map((line) => objectsIn(line).objects[0]);
	if (first !== undefined && second !== undefined) {
		return `lines of JSON, the first ${shapeOf(first)}`;
	}
	const value = /^[[{]/.test(text) ? parseJsonStart(text) : undefined;
	return value === undefined ? 'text that is not JSON' : shapeOf(value);
}
