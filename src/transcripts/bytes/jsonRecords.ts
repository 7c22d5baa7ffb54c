import { decodeUtf8 } from './encoding.ts';
import { JsonDocument } from './jsonDocument.ts';
import { readJsonLines, type JsonRecord } from './jsonLines.ts';
import type { ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';
import { firstBytes } from './sourceBytes.ts';

/** What tells a document from lines. */
const openingBytes = 65_536;

/** How the records of a file are found. */
export interface JsonRecordsOptions {
	/** Key under which a document holds its records; those of an array at the top are its elements. */
	readonly listKey: string;
	/** Whether a file that starts like this is one document. */
	readonly isDocument: (opening: string) => boolean;
	readonly signal?: AbortSignal | undefined;
}

/** The records of a format that writes one per line, and in some places all of them in a document. */
export async function* readJsonRecords(
	source: TranscriptSource,
	problems: ProblemList,
	{ listKey, isDocument, signal }: JsonRecordsOptions,
): AsyncGenerator<JsonRecord, void, undefined> {
	const opening = decodeUtf8(await firstBytes(source, openingBytes, signal)).text;
	if (!isDocument(opening)) {
		yield* readJsonLines(source, problems, { signal });
		return;
	}
	const document = new JsonDocument(source, problems, { listKeys: [listKey], signal });
	for await (const { value } of document.elements()) {
		yield { line: 1, value };
	}
}
