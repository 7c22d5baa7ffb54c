import { maximumValueBytes } from './heldBytes.ts';
import { readLines, type Line } from './lines.ts';
import { textsCut, tooLong, type ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/**
 * Reports what is wrong with the text of a line; whether there is something to read in it.
 * @param maxBytes Longer lines were not kept.
 */
export function isReadable(line: Line, maxBytes: number, problems: ProblemList): boolean {
	const { number, damage, cuts } = line;
	if (damage === 'too-long') {
		problems.add(number, tooLong('This line', maxBytes));
		return false;
	}
	if (damage === 'not-utf8') {
		problems.add(number, 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.');
	}
	if (cuts !== undefined) {
		problems.add(number, textsCut('This line', cuts));
	}
	return true;
}

/** The lines of a text file; what is wrong with one is reported, and a line too long left out. */
export async function* readTextLines(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): AsyncGenerator<Line, void, undefined> {
	for await (const line of readLines(sourceBytes(source, signal), { name: source.name })) {
		if (isReadable(line, maximumValueBytes, problems)) {
			yield line;
		}
	}
}
