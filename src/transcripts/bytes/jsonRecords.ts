import { JsonDocument } from './jsonDocument.ts';
import type { DocumentFields } from './jsonElements.ts';
import { readJsonLines } from './jsonLines.ts';
import type { ProblemList } from '../problems.ts';
import type { TranscriptSource } from '../reader.ts';

/** A value of a file, and where it stands. */
export interface PlacedRecord {
	readonly value: unknown;
	/** 1-based; 1 in a file that is one document. */
	readonly line: number;
	/** Its number among the values of the file, from 1. */
	readonly position: number;
	/** What a document says beside its list, as far as it was read; of lines nothing. */
	readonly fields: DocumentFields;
}

const noFields: DocumentFields = new Map();

/**
 * The records of a file: those of a document's list, else one per line.
 * @param listKeys Keys under which a document holds its records; absent where the file is of lines.
 */
export async function* readJsonRecords(
	source: TranscriptSource,
	problems: ProblemList,
	listKeys: readonly string[] | undefined,
	signal: AbortSignal | undefined,
): AsyncGenerator<PlacedRecord, void, undefined> {
	if (listKeys === undefined) {
		let position = 0;
		for await (const { value, line } of readJsonLines(source, problems, { signal })) {
			position += 1;
			yield { value, line, position, fields: noFields };
		}
		return;
	}
	const document = new JsonDocument(source, problems, { listKeys, signal });
	for await (const { value, position } of document.elements()) {
		yield { value, line: 1, position, fields: document.fields };
	}
}
