import { isUtf8 } from 'node:buffer';
import { deepestNesting, fieldsOf, isNestedTooDeeply, parsedJson } from '../../messages/json.ts';
import type { ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';
import { readBytes } from './content.ts';
import { firstKeyOf, maxKeys, objectsIn, parseJsonStart, startOfList } from './jsonPieces.ts';
import { pacer, type Pace } from './steps.ts';

/** The fields of a document, including its list of records. */
export type DocumentFields = Readonly<Record<string, unknown>>;

/** A record of a file, with its position. */
export interface PlacedRecord {
	readonly value: unknown;
	/** 1-based; 1 in a file that is one document. */
	readonly line: number;
	/** Its number among the records of the file, from 1. */
	readonly position: number;
}

/** The content of a file. */
interface FileRecords {
	/** Empty if the file consists of lines. */
	readonly fields: DocumentFields;
	/** The elements of a document's list, or one record per line. Unreadable records are reported and skipped. */
	readonly records: AsyncIterable<PlacedRecord>;
}

/**
 * Reads a file of JSON.
 * @param listKeys Keys under which a document has its records; absent if the file consists of lines.
 * @throws {TranscriptError} When the file cannot be read. Or the signal's reason.
 */
export async function readJsonRecords(
	source: TranscriptSource,
	problems: ProblemList,
	listKeys: readonly string[] | undefined,
	signal: AbortSignal | undefined,
): Promise<FileRecords> {
	const bytes = await readBytes(source, signal);
	if (listKeys === undefined) {
		return { fields: {}, records: linesIn(bytes, problems, pacer(signal)) };
	}
	return documentIn(bytes, problems, listKeys, pacer(signal));
}

const lineFeed = 0x0a;

/** The records of lines; blank lines are skipped. Only `\n` ends a line: U+2028 and similar are legal inside JSON. */
async function* linesIn(
	bytes: Buffer,
	problems: ProblemList,
	pace: Pace,
): AsyncGenerator<PlacedRecord, void, undefined> {
	const isValidUtf8 = isUtf8(bytes);
	/** First keys of this file's records, by which a complete record is found after one that was cut off. */
	const keys = new Set<string>();
	let position = 0;
	for (let start = 0, line = 1; start < bytes.length; line += 1) {
		await pace();
		const found = bytes.indexOf(lineFeed, start);
		const end = found === -1 ? bytes.length : found;
		const text = bytes.toString('utf8', start, end);
		if (!isValidUtf8 && !isUtf8(bytes.subarray(start, end))) {
			problems.add(
				line,
				'This line contains bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
		start = end + 1;
		if (/^\s*$/.test(text)) {
			continue;
		}
		const whole = parsedJson(text);
		const key = whole === undefined ? undefined : firstKeyOf(text);
		if (key !== undefined && keys.size < maxKeys) {
			keys.add(key);
		}
		const isCut = found === -1;
		for (const value of whole === undefined ? pieces(text, line, isCut, keys, problems) : [whole]) {
			if (isNestedTooDeeply(value)) {
				problems.add(line, tooDeep('This line'));
			} else {
				position += 1;
				yield { value, line, position };
			}
		}
	}
}

/** The records of a line that is not valid JSON: several were written without a line break, or one is cut off. */
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
		problems.add(line, `This line contains ${count} JSON objects; all of them were read.`);
	} else if (count > 0) {
		const whole = count === 1 ? 'complete record was' : `${count} complete records were`;
		problems.add(line, `Part of this line is damaged; its ${whole} read.`);
	} else if (isCut) {
		problems.add(line, 'The last line is cut off in the middle; it was left out.');
	} else {
		problems.add(line, 'This line is not valid JSON; it was left out.');
	}
	return objects;
}

/** The content of a document; if it is truncated or damaged, the complete entries. */
function documentIn(
	bytes: Buffer,
	problems: ProblemList,
	listKeys: readonly string[],
	pace: Pace,
): FileRecords {
	if (!isUtf8(bytes)) {
		problems.add(1, 'The file contains bytes that are not UTF-8; each was replaced by \uFFFD.');
	}
	const text = bytes.toString('utf8');
	const whole = parsedJson(text);
	if (whole !== undefined) {
		const records = placed(elementsOf(whole, listKeys), problems, pace);
		return { fields: fieldsOf(whole), records };
	}
	const list = startOfList(text, listKeys);
	const elements =
		list === undefined ? [] : objectsIn(text.slice(list), [], { isList: true }).objects;
	const count = elements.length;
	const read = count === 1 ? 'its one complete entry was' : `its ${count} complete entries were`;
	problems.add(1, `The document is cut off or damaged; ${read} read.`);
	const fields = fieldsOf(parseJsonStart(text.slice(0, list)));
	return { fields, records: placed(elements, problems, pace) };
}

/** @param what The part of the file, at the start of a sentence. */
function tooDeep(what: string): string {
	return `${what} is nested more than ${deepestNesting} levels deep; it was left out.`;
}

async function* placed(
	elements: readonly unknown[],
	problems: ProblemList,
	pace: Pace,
): AsyncGenerator<PlacedRecord, void, undefined> {
	for (const [at, value] of elements.entries()) {
		await pace();
		if (isNestedTooDeeply(value)) {
			problems.add(1, tooDeep(`Entry ${at + 1}`));
		} else {
			yield { value, line: 1, position: at + 1 };
		}
	}
}

/**
 * The elements of a document's list.
 * @param listKeys Keys under which a top-level object has its list; if there are several lists, in this order.
 */
export function elementsOf(document: unknown, listKeys: readonly string[]): readonly unknown[] {
	if (Array.isArray(document)) {
		return document as readonly unknown[];
	}
	const fields = fieldsOf(document);
	return listKeys.flatMap((key): readonly unknown[] => {
		const list = fields[key];
		return Array.isArray(list) ? list : [];
	});
}
