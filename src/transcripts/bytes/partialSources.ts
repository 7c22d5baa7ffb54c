import type { TranscriptSource } from '../reader.ts';

const lineFeed = 0x0a;

/** The first whole lines of a file, as if it were no longer. @param limit Bytes, at most. */
export function firstLines(source: TranscriptSource, limit: number): TranscriptSource {
	return {
		...source,
		size: Math.min(source.size, limit),
		async *bytes() {
			let left = limit;
			for await (const chunk of source.bytes()) {
				if (chunk.length < left) {
					left -= chunk.length;
					yield chunk;
					continue;
				}
				yield chunk.subarray(0, chunk.subarray(0, left).lastIndexOf(lineFeed) + 1);
				return;
			}
		},
	};
}

/** The same file. @param onRead Told how much of it was read, from 0 to 1; never less than before. */
export function observed(
	source: TranscriptSource,
	onRead: (share: number) => void,
): TranscriptSource {
	let most = 0;
	return {
		...source,
		async *bytes() {
			let read = 0;
			for await (const chunk of source.bytes()) {
				yield chunk;
				read += chunk.length;
				most = Math.max(most, Math.min(1, read / source.size));
				onRead(most);
			}
		},
	};
}
