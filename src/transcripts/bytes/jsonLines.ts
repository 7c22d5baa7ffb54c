import { parsedJson } from '../../messages/json.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';
import { tooDeep, type ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';
import { firstKeyOf, objectsIn } from './jsonPieces.ts';
import { readLines, type Line } from './lines.ts';

/** More ways to begin than the records of any format have. */
const mostKeys = 32;

/** One JSON value of a file that holds one per line. */
export interface JsonRecord {
	/** 1-based. */
	readonly line: number;
	readonly value: unknown;
}

/** The values of a line that is not JSON: lines that ran into each other, of which one may be torn. */
function piecesOf(
	line: Line,
	keys: ReadonlySet<string>,
	problems: ProblemList,
): readonly unknown[] {
	const { objects, complete } = objectsIn(line.text, keys);
	const count = objects.length;
	if (count > 1 && complete) {
		const message = `This line holds ${count} JSON objects back to back; all of them were read.`;
		problems.add(line.number, message);
	} else if (count > 0) {
		const whole = count === 1 ? 'the whole record in it was' : `${count} whole records in it were`;
		problems.add(line.number, `A part of this line is no record; ${whole} read.`);
	} else if (line.complete) {
		problems.add(line.number, 'This line is not valid JSON; it was left out.');
	} else {
		problems.add(line.number, 'The last line is cut off in the middle; it was left out.');
	}
	return objects;
}

/**
 * The JSON values of a file with one per line. Blank lines are passed over; whatever is wrong with
 * a line is reported and the rest is read. Where the file cannot be read on, what was read stays.
 */
export async function* readJsonLines(
	source: TranscriptSource,
	problems: ProblemList,
	{ signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<JsonRecord, void, undefined> {
	/** First keys of this file's records: what is whole behind a torn one begins like one. */
	const keys = new Set<string>();
	for await (const line of readLines(source, problems, signal)) {
		if (/^\s*$/.test(line.text)) {
			continue;
		}
		const value = parsedJson(line.text);
		const key = value === undefined ? undefined : firstKeyOf(line.text);
		if (key !== undefined && keys.size < mostKeys) {
			keys.add(key);
		}
		for (const found of value === undefined ? piecesOf(line, keys, problems) : [value]) {
			if (isNestedTooDeeply(found)) {
				problems.add(line.number, tooDeep('This line'));
			} else {
				yield { line: line.number, value: found };
			}
		}
	}
}
