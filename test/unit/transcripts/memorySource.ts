import type { TranscriptSource } from '../../../src/transcripts/reader.ts';

/** A file that exists in memory only. */
export function memorySource(
	content: string | Uint8Array,
	{ name = 'session.jsonl', chunkBytes = Number.POSITIVE_INFINITY } = {},
): TranscriptSource {
	const bytes = Buffer.from(content);
	const step = Math.min(chunkBytes, Math.max(bytes.length, 1));
	return {
		name,
		size: bytes.length,
		async *bytes() {
			for (let start = 0; start < bytes.length; start += step) {
				yield bytes.subarray(start, start + step);
			}
		},
	};
}

/** A file with one JSON value per line. */
export function jsonl(...records: readonly unknown[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
