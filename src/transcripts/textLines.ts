import { maximumLineBytes, readLines, type Line } from './lines.ts';
import type { ProblemList } from './problems.ts';
import type { TranscriptSource } from './reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/** The lines of a text file; what is wrong with one is reported, and a line too long left out. */
export async function* readTextLines(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): AsyncGenerator<Line, void, undefined> {
	for await (const line of readLines(sourceBytes(source, signal), { name: source.name })) {
		if (line.damage === 'too-long') {
			const limit = Math.floor(maximumLineBytes / 2 ** 20);
			problems.add(line.number, `This line is longer than ${limit} MiB; it was left out.`);
			continue;
		}
		if (line.damage === 'not-utf8') {
			problems.add(
				line.number,
				'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
		yield line;
	}
}
