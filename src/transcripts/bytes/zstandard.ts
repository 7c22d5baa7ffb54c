import { Readable, pipeline, type Duplex } from 'node:stream';
import zlib from 'node:zlib';
import { TranscriptError, type TranscriptSource } from '../reader.ts';

/** How packed data begins; from RFC 8878. */
const magic = [0x28, 0xb5, 0x2f, 0xfd];

/** No session comes near: more is a file that was made to fill memory or disk. */
const defaultMaxBytes = 4 * 2 ** 30;

/** Makes what unpacks; absent before Node.js 22.15. */
export const createDecompress: (() => Duplex) | undefined = zlib.createZstdDecompress;

/** Whether a file that begins like this is packed with Zstandard, as Codex does with old sessions. */
export function isZstandard(opening: Uint8Array): boolean {
	return magic.every((byte, index) => opening[index] === byte);
}

/** How a file is unpacked. */
export interface UnpackOptions {
	readonly create: (() => Duplex) | undefined;
	readonly maxBytes?: number;
}

/**
 * What a packed file holds, unpacked anew each time its bytes are asked for. Its size is not known
 * before and taken for infinite: whoever asks holds on to as little as possible.
 * @throws {TranscriptError} `unknown-format` where nothing can unpack it, saying what to do; while
 * reading, `too-large` when it holds too much.
 */
export function unpackedZstandard(
	source: TranscriptSource,
	{ create, maxBytes = defaultMaxBytes }: UnpackOptions,
): TranscriptSource {
	const { name } = source;
	if (create === undefined) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is packed with Zstandard. Unpack it first (\`zstd -d\`) and open what comes out, ` +
				'or use Node.js 22.15 or newer.',
		);
	}
	return {
		name,
		size: Number.POSITIVE_INFINITY,
		async *bytes() {
			const unpacking = create();
			// A failure of either end comes out of the loop below.
			pipeline(Readable.from(source.bytes()), unpacking, () => undefined);
			let length = 0;
			try {
				for await (const chunk of unpacking as AsyncIterable<Uint8Array>) {
					length += chunk.length;
					if (length > maxBytes) {
						const limit = `${Math.floor(maxBytes / 2 ** 20)} MiB`;
						throw new TranscriptError('too-large', `"${name}" holds more than ${limit} unpacked.`);
					}
					yield chunk;
				}
			} finally {
				unpacking.destroy();
			}
		},
	};
}
