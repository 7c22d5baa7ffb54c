import { objectsIn, tryParse } from './jsonPieces.ts';
import { maximumLineBytes, readLines, type Line } from './lines.ts';
import type { ProblemList } from './problems.ts';
import type { TranscriptSource } from './reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/** One JSON value of a file that holds one per line. */
export interface JsonRecord {
	/** 1-based. */
	readonly line: number;
	readonly value: unknown;
}

/** How a file of lines is read. */
export interface JsonLinesOptions {
	readonly signal?: AbortSignal | undefined;
	/** Longer lines are reported and passed over. */
	readonly maxLineBytes?: number;
}

/** The values of one line; more than one only where lines ran into each other. */
function valuesOf(line: Line, problems: ProblemList): readonly unknown[] {
	const value = tryParse(line.text);
	if (value !== undefined) {
		return [value];
	}
	const { objects, complete } = objectsIn(line.text);
	if (objects.length > 0) {
		const read = objects.length === 1 ? 'the first one was' : `the ${objects.length} were`;
		problems.add(
			line.number,
			complete
				? `This line holds ${objects.length} JSON objects back to back; all of them were read.`
				: `This line holds more than one JSON object and something that is not JSON; ${read} read.`,
		);
	} else if (line.complete) {
		problems.add(line.number, 'This line is not valid JSON; it was left out.');
	} else {
		problems.add(line.number, 'The last line is cut off in the middle; it was left out.');
	}
	return objects;
}

/**
 * The JSON values of a file with one per line. Blank lines are passed over; whatever is wrong with
 * a line is reported and the rest is read.
 */
export async function* readJsonLines(
	source: TranscriptSource,
	problems: ProblemList,
	{ signal, maxLineBytes = maximumLineBytes }: JsonLinesOptions = {},
): AsyncGenerator<JsonRecord, void, undefined> {
	const options = { name: source.name, maxBytes: maxLineBytes };
	for await (const line of readLines(sourceBytes(source, signal), options)) {
		if (line.damage === 'too-long') {
			const limit = Math.floor(maxLineBytes / 2 ** 20);
			const size = limit > 0 ? `${limit} MiB` : `${maxLineBytes} bytes`;
			problems.add(line.number, `This line is longer than ${size}; it was left out.`);
			continue;
		}
		if (line.text.trim() === '') {
			continue;
		}
		if (line.damage === 'not-utf8') {
			problems.add(
				line.number,
				'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
		for (const value of valuesOf(line, problems)) {
			yield { line: line.number, value };
		}
	}
}
