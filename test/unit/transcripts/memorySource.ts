import { sourceOf } from '../../../src/transcripts/bytes/content.ts';
import type { TranscriptSource } from '../../../src/transcripts/reader.ts';

/** A file that exists in memory only. */
export function memorySource(
	content: string | Uint8Array,
	{ name = 'session.jsonl' } = {},
): TranscriptSource {
	return sourceOf(name, Buffer.from(content));
}

/** A file with one JSON value per line. */
export function jsonl(...records: readonly unknown[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
