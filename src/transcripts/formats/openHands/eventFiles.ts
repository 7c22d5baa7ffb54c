import { sourceBytes } from '../../bytes/sourceBytes.ts';
import type { ProblemList } from '../../problems.ts';
import { TranscriptError, type TranscriptSource } from '../../reader.ts';

/** A file that holds one event: its number stands in its name, in those of the SDK behind a word. */
const eventFile = /^(?:event-(?<number>\d{5,9})-[\da-f-]{8,64}|(?<plain>\d{1,9}))\.json$/i;

/** The folder in which the events of a conversation lie. */
const eventFolder = 'events';

/** Whether a file holds an event. @param name May be a path. */
export function isEventFile(name: string): boolean {
	return eventFile.test(lastName(name));
}

function lastName(path: string): string {
	return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

function numberOf(name: string): number {
	const { number, plain } = eventFile.exec(name)?.groups ?? {};
	return Number(number ?? plain);
}

/** The names of the events of a conversation in order, relative to the folder of a file of it. */
export async function eventNames(source: TranscriptSource): Promise<readonly string[]> {
	const own = lastName(source.name);
	const folder = isEventFile(own) ? '' : eventFolder;
	const there = (await source.filesIn?.(folder)) ?? (folder === '' ? [own] : []);
	return there
		.filter((name) => isEventFile(name))
		.toSorted((a, b) => numberOf(a) - numberOf(b))
		.map((name) => (folder === '' ? name : `${folder}/${name}`));
}

/** The events of a conversation as one file, a line each. @param problems Takes those that cannot be read. */
export function joinedEvents(
	source: TranscriptSource,
	names: readonly string[],
	problems: ProblemList,
): TranscriptSource {
	return {
		name: source.name,
		size: source.size,
		async *bytes() {
			for (const [index, name] of names.entries()) {
				const file = name === lastName(source.name) ? source : await source.beside?.(name);
				yield* file === undefined ? [] : readable(file, index + 1, problems);
				yield Buffer.from('\n');
			}
		},
	};
}

async function* readable(
	file: TranscriptSource,
	position: number,
	problems: ProblemList,
): AsyncGenerator<Uint8Array, void, undefined> {
	try {
		yield* sourceBytes(file);
	} catch (error) {
		if (!(error instanceof TranscriptError)) {
			throw error;
		}
		problems.add(position, error.message);
	}
}
