import { hasFields } from '../messages/json.ts';
import { readStart } from './bytes/content.ts';
import { objectsIn, parseJsonStart } from './bytes/jsonPieces.ts';
import type { FileHead, TranscriptSource } from './reader.ts';

/** Reads and parses the beginning of a file. @throws {TranscriptError} When it cannot be read. */
export async function fileHead(source: TranscriptSource, signal?: AbortSignal): Promise<FileHead> {
	const text = (await readStart(source, signal)).trimStart();
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
