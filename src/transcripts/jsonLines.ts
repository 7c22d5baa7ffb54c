import { reasonOf } from './failures.ts';
import { objectsIn, tryParse } from './jsonPieces.ts';
import { LineSplitter, maximumLineBytes, type Line, type LineOptions } from './lines.ts';
import { deepestNesting, isNestedTooDeeply } from './nesting.ts';
import type { ProblemList } from './problems.ts';
import { TranscriptError, type TranscriptSource } from './reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/** One JSON value of a file that holds one per line. */
export interface JsonRecord {
	/** 1-based. */
	readonly line: number;
	readonly value: unknown;
}

/** How a file of lines is read. */
export interface JsonLinesOptions extends Omit<LineOptions, 'name'> {
	readonly signal?: AbortSignal | undefined;
}

/** The values of a line that is not JSON; more than one only where lines ran into each other. */
function piecesOf(line: Line, problems: ProblemList): readonly unknown[] {
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

/** The size of something for people. */
function sizeName(bytes: number): string {
	const mebibytes = Math.floor(bytes / 2 ** 20);
	return mebibytes > 0 ? `${mebibytes} MiB` : `${bytes} bytes`;
}

/** What is wrong with the text of a line; whether there is something to read in it. */
function isReadable(line: Line, maxBytes: number, problems: ProblemList): boolean {
	const { number, damage, cuts } = line;
	if (damage === 'too-long') {
		const size = sizeName(maxBytes);
		problems.add(number, `This line is longer than ${size}; it was left out.`);
		return false;
	}
	if (damage === 'not-utf8') {
		problems.add(number, 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.');
	}
	if (cuts !== undefined) {
		const texts = cuts === 1 ? 'a text in it' : `${cuts} texts in it`;
		problems.add(number, `This line is very long; of ${texts} only start and end were kept.`);
	}
	return true;
}

/** The values of a line; what is wrong with it is reported. */
function* valuesOf(line: Line, maxBytes: number, problems: ProblemList): Generator {
	if (!isReadable(line, maxBytes, problems) || /^\s*$/.test(line.text)) {
		return;
	}
	const value = tryParse(line.text);
	for (const found of value === undefined ? piecesOf(line, problems) : [value]) {
		if (isNestedTooDeeply(found)) {
			problems.add(
				line.number,
				`This line is nested more than ${deepestNesting} levels deep; it was left out.`,
			);
		} else {
			yield found;
		}
	}
}

/**
 * The JSON values of a file with one per line. Blank lines are passed over; whatever is wrong with
 * a line is reported and the rest is read. Where the file cannot be read on, what was read stays.
 */
export async function* readJsonLines(
	source: TranscriptSource,
	problems: ProblemList,
	{ signal, ...limits }: JsonLinesOptions = {},
): AsyncGenerator<JsonRecord, void, undefined> {
	const { maxBytes = maximumLineBytes } = limits;
	const splitter = new LineSplitter({ name: source.name, ...limits });
	try {
		for await (const chunk of sourceBytes(source, signal)) {
			for (const line of splitter.push(chunk)) {
				for (const value of valuesOf(line, maxBytes, problems)) {
					yield { line: line.number, value };
				}
			}
		}
	} catch (error) {
		const isStopped = error instanceof TranscriptError && error.code === 'unreadable';
		if (!isStopped || splitter.number === 1) {
			throw error;
		}
		const reason = reasonOf(error.cause);
		problems.add(splitter.number, `The file could not be read on from here: ${reason}.`);
		return;
	}
	for (const line of splitter.end()) {
		for (const value of valuesOf(line, maxBytes, problems)) {
			yield { line: line.number, value };
		}
	}
}
