import { Readable, pipeline, type Duplex } from 'node:stream';
import zlib from 'node:zlib';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/** How packed data begins; from RFC 8878. */
export const zstandardMagic = [0x28, 0xb5, 0x2f, 0xfd];

/** Makes what unpacks; absent before Node.js 22.15. */
export const createDecompress: (() => Duplex) | undefined = zlib.createZstdDecompress;

/** Whether a file that begins like this is packed with Zstandard, as Codex does with old sessions. */
export function isZstandard(opening: Uint8Array): boolean {
	return zstandardMagic.every((byte, index) => opening[index] === byte);
}

/**
 * What a packed file holds, as a file of its own.
 * @param create Absent where nothing can unpack it.
 * @throws {TranscriptError} `unknown-format` where nothing can unpack it, saying what to do; `too-large`.
 */
export async function unpackedZstandard(
	source: TranscriptSource,
	create: (() => Duplex) | undefined,
	signal?: AbortSignal,
): Promise<TranscriptSource> {
	const { name } = source;
	if (create === undefined) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is packed with Zstandard. Unpack it first (\`zstd -d\`) and open what comes out, ` +
				'or use Node.js 22.15 or newer.',
		);
	}
	const unpacking = create();
	// A failure of either end comes out of the loop below.
	pipeline(Readable.from(source.bytes()), unpacking, () => undefined);
	const unpacked = {
		name,
		size: 0,
		bytes: () => unpacking as AsyncIterable<Uint8Array>,
	};
	const chunks: Uint8Array[] = [];
	try {
		for await (const chunk of sourceBytes(unpacked, signal)) {
			chunks.push(chunk);
		}
	} finally {
		unpacking.destroy();
	}
	const size = chunks.reduce((sum, { length }) => sum + length, 0);
	return {
		name,
		size,
		async *bytes() {
			yield* chunks;
		},
	};
}
