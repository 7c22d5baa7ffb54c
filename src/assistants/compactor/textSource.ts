import type { TranscriptSource } from '../../transcripts/reader.ts';

/** A session's file that the assistant has read for us. */
export function textSource(name: string, text: string): TranscriptSource {
	const bytes = new TextEncoder().encode(text);
	return {
		name,
		size: bytes.length,
		async *bytes() {
			yield bytes;
		},
	};
}
