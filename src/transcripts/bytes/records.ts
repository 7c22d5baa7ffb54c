import { isUtf8 } from 'node:buffer';
import { fieldsOf as fieldsIn, parsedJson } from '../../messages/json.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';
import { tooDeep, type ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';
import { contentOf, decoded } from './content.ts';
import { firstKeyOf, mostKeys, objectsIn, parseJsonStart, startOfList } from './jsonPieces.ts';
import { pause } from './steps.ts';

/** The fields of a document besides its list, by key. */
export type DocumentFields = ReadonlyMap<string, unknown>;

/** A value of a file, with its position. */
export interface PlacedRecord {
	readonly value: unknown;
	/** 1-based; 1 in a file that is one document. */
	readonly line: number;
	/** Its number among the values of the file, from 1. */
	readonly position: number;
	/** A document's fields besides its list; empty for lines. */
	readonly fields: DocumentFields;
}

const noFields: DocumentFields = new Map();

/**
 * The records of a file: those of a document's list, else one per line.
 * @param listKeys Keys under which a document has its records; absent if the file consists of lines.
 */
export async function* readJsonRecords(
	source: TranscriptSource,
	problems: ProblemList,
	listKeys: readonly string[] | undefined,
	signal: AbortSignal | undefined,
): AsyncGenerator<PlacedRecord, void, undefined> {
	if (listKeys === undefined) {
		let position = 0;
		for await (const { value, line } of readJsonLines(source, problems, { signal })) {
			position += 1;
			yield { value, line, position, fields: noFields };
		}
		return;
	}
	const { elements, fields } = await readDocument(source, problems, { listKeys, signal });
	for (const { value, position } of elements) {
		yield { value, line: 1, position, fields };
	}
}

/** Bytes of lines that are parsed before yielding to other work. */
const parsedAtOnce = 2 ** 20;

const lineFeed = 0x0a;

/** One JSON value of a file with one per line. */
export interface JsonRecord {
	/** 1-based. */
	readonly line: number;
	readonly value: unknown;
}

/**
 * The JSON values of a file with one per line. Blank lines are skipped; problems of a line are reported and the rest is
 * read. Lines end only at `\n`: U+2028 and similar characters are legal inside JSON.
 */
export async function* readJsonLines(
	source: TranscriptSource,
	problems: ProblemList,
	{ signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<JsonRecord, void, undefined> {
	const bytes = await contentOf(source, signal);
	const isSound = isUtf8(bytes);
	/** First keys of this file's records: a complete record after a torn one begins like one of them. */
	const keys = new Set<string>();
	let since = 0;
	for (let start = 0, line = 1; start < bytes.length; line += 1) {
		const found = bytes.indexOf(lineFeed, start);
		const end = found === -1 ? bytes.length : found;
		const { text, isDamaged } = isSound
			? { text: bytes.toString('utf8', start, end), isDamaged: false }
			: decoded(bytes.subarray(start, end));
		start = end + 1;
		if (isDamaged) {
			problems.add(line, 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.');
		}
		if (/^\s*$/.test(text)) {
			continue;
		}
		const value = parsedJson(text);
		const key = value === undefined ? undefined : firstKeyOf(text);
		if (key !== undefined && keys.size < mostKeys) {
			keys.add(key);
		}
		const isCut = found === -1;
		for (const one of value === undefined ? pieces(text, line, isCut, keys, problems) : [value]) {
			if (isNestedTooDeeply(one)) {
				problems.add(line, tooDeep('This line'));
			} else {
				yield { line, value: one };
			}
		}
		if (end - since > parsedAtOnce) {
			since = end;
			await pause(signal);
		}
	}
}

/** The values of a line that is not JSON: merged lines, one of which may be torn. */
function pieces(
	text: string,
	line: number,
	isCut: boolean,
	keys: ReadonlySet<string>,
	problems: ProblemList,
): readonly unknown[] {
	const { objects, complete } = objectsIn(text, keys);
	const count = objects.length;
	if (count > 1 && complete) {
		problems.add(
			line,
			`This line holds ${count} JSON objects back to back; all of them were read.`,
		);
	} else if (count > 0) {
		const whole = count === 1 ? 'the whole record in it was' : `${count} whole records in it were`;
		problems.add(line, `A part of this line is no record; ${whole} read.`);
	} else if (isCut) {
		problems.add(line, 'The last line is cut off in the middle; it was left out.');
	} else {
		problems.add(line, 'This line is not valid JSON; it was left out.');
	}
	return objects;
}

/** Options for reading a document. */
export interface DocumentOptions {
	/** Keys under which a top-level object has its list; a top-level array is itself the list. */
	readonly listKeys: readonly string[];
	readonly signal?: AbortSignal | undefined;
}

/** The list of a document, with its other fields. */
export interface JsonDocument {
	/** With the 1-based position in the list. */
	readonly elements: readonly { readonly value: unknown; readonly position: number }[];
	readonly fields: DocumentFields;
}

/**
 * Reads a file that is one JSON document with a list in it. If it is truncated or broken, reads the complete parts;
 * problems are reported.
 * @throws {TranscriptError} when the file cannot be read.
 */
export async function readDocument(
	source: TranscriptSource,
	problems: ProblemList,
	{ listKeys, signal }: DocumentOptions,
): Promise<JsonDocument> {
	const { text, isDamaged } = decoded(await contentOf(source, signal));
	if (isDamaged) {
		problems.add(1, 'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.');
	}
	const whole = parsedJson(text);
	const found =
		whole === undefined
			? tornDocument(text, listKeys)
			: { elements: elementsOf(whole, listKeys), fields: fieldsOf(whole) };
	if (whole === undefined) {
		const count = found.elements.length;
		const read = count === 1 ? 'the one whole entry was' : `the ${count} whole entries were`;
		problems.add(1, `The document is cut off or damaged; ${read} read.`);
	}
	const elements = found.elements
		.map((value, at) => ({ value, position: at + 1 }))
		.filter(({ value, position }) => {
			const isDeep = isNestedTooDeeply(value);
			if (isDeep) {
				problems.add(1, tooDeep(`Entry ${position}`));
			}
			return !isDeep;
		});
	return { elements, fields: found.fields };
}

/** The complete parts of a damaged document: the objects of its first list, and the fields before it. */
function tornDocument(
	text: string,
	listKeys: readonly string[],
): { readonly elements: readonly unknown[]; readonly fields: DocumentFields } {
	const list = startOfList(text, listKeys);
	return {
		elements: list === undefined ? [] : objectsIn(text.slice(list), [], { isList: true }).objects,
		fields: fieldsOf(parseJsonStart(text.slice(0, list))),
	};
}

/**
 * The elements of a document's list.
 * @param listKeys Keys under which a top-level object has its list; if there are several lists, in this order.
 */
export function elementsOf(document: unknown, listKeys: readonly string[]): readonly unknown[] {
	if (Array.isArray(document)) {
		return document as readonly unknown[];
	}
	const lists = new Map(Object.entries(fieldsIn(document)));
	return listKeys.flatMap((key): readonly unknown[] => {
		const list = lists.get(key);
		return Array.isArray(list) ? list : [];
	});
}

/** The fields of a top-level object besides its list. */
export function fieldsOf(document: unknown): DocumentFields {
	return new Map(Object.entries(fieldsIn(document)));
}
