import { parsedJson } from '../../messages/json.ts';
import { maximumValueBytes, type HeldLimits } from './heldBytes.ts';
import { objectsIn } from './jsonPieces.ts';
import { LineSplitter, type Line } from './lines.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';
import { notReadOn, tooDeep, type ProblemList } from '../problems.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { sourceBytes } from './sourceBytes.ts';
import { isReadable } from './textLines.ts';

/** One JSON value of a file that holds one per line. */
export interface JsonRecord {
	/** 1-based. */
	readonly line: number;
	readonly value: unknown;
}

/** How a file of lines is read. */
export interface JsonLinesOptions extends HeldLimits {
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

/** The values of a line; what is wrong with it is reported. */
function* valuesOf(line: Line, maxBytes: number, problems: ProblemList): Generator {
	if (!isReadable(line, maxBytes, problems) || /^\s*$/.test(line.text)) {
		return;
	}
	const value = parsedJson(line.text);
	for (const found of value === undefined ? piecesOf(line, problems) : [value]) {
		if (isNestedTooDeeply(found)) {
			problems.add(line.number, tooDeep('This line'));
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
	const { maxBytes = maximumValueBytes } = limits;
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
		problems.add(splitter.number, notReadOn(error.cause));
		return;
	}
	for (const line of splitter.end()) {
		for (const value of valuesOf(line, maxBytes, problems)) {
			yield { line: line.number, value };
		}
	}
}
