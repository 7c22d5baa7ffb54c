import { hasFields } from '../messages/json.ts';
import { openingOf } from './bytes/content.ts';
import { objectsIn, parseJsonStart } from './bytes/jsonPieces.ts';
import type { FileHead, TranscriptSource } from './reader.ts';

/** The beginning of a file. @throws {TranscriptError} When it cannot be read. */
export async function openingFor(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<FileHead> {
	const text = (await openingOf(source, signal)).trimStart();
	const document = /^[[{]/.test(text) ? parseJsonStart(text) : undefined;
	return { text, name: source.name, document, lines: objectsOnLines(text) };
}

function objectsOnLines(text: string): readonly object[] {
	const lines = text.split('\n').filter((line) => line.trimStart().startsWith('{'));
	return lines.flatMap((line, at) => {
		const { objects, complete } = objectsIn(line.trim());
		const isCut = !complete && at === lines.length - 1;
		return [...objects, ...(isCut ? [parseJsonStart(line.trim())] : [])].filter(hasFields);
	});
}

/** Describes a file in a few words, by its beginning. */
export function describeOpening({ text }: FileHead): string {
	if (text.includes('\0')) {
		return 'binary data';
	}
	return /^[[{]/.test(text) ? 'JSON of another form' : 'text that is not JSON';
}
