import { LineSplitter, type Line } from './lines.ts';
import { notReadOn, type ProblemList } from '../problems.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/**
 * The lines of a text file; what is wrong with one is reported. Where the file cannot be read on,
 * what was read stays.
 */
export async function* readTextLines(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): AsyncGenerator<Line, void, undefined> {
	const splitter = new LineSplitter(source.name);
	const told = (line: Line): Line => {
		if (line.isDamaged) {
			const message = 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.';
			problems.add(line.number, message);
		}
		return line;
	};
	try {
		for await (const chunk of sourceBytes(source, signal)) {
			for (const line of splitter.push(chunk)) {
				yield told(line);
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
		yield told(line);
	}
}
