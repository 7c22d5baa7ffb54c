import zlib from 'node:zlib';
import { isUtf8 } from 'node:buffer';
import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';

/** Maximum bytes read from a file: all of it is in memory at once. */
const largestFile = 256 * 2 ** 20;

/** The part by which a format is recognised. Bytes. */
export const openingBytes = 65_536;

/** Bytes in memory, as a file. */
export function sourceOf(name: string, bytes: Uint8Array): TranscriptSource {
	return { name, size: bytes.length, bytes: async (most) => bytes.subarray(0, most) };
}

/**
 * All bytes of a file, without a byte order mark.
 * @throws {TranscriptError} `unreadable`, with the failure as its cause; `too-large`; `unknown-format` for UTF-16.
 */
export async function contentOf(source: TranscriptSource, signal?: AbortSignal): Promise<Buffer> {
	if (source.size > largestFile) {
		throw tooLarge(source.name);
	}
	const bytes = await bytesOf(source, largestFile + 1, signal);
	if (bytes.length > largestFile) {
		throw tooLarge(source.name);
	}
	return withoutMark(bytes, source.name);
}

/**
 * The beginning of a file. @param most Bytes. @throws {TranscriptError} As {@link contentOf}, but never `too-large`.
 */
export async function openingOf(
	source: TranscriptSource,
	signal?: AbortSignal,
	most = openingBytes,
): Promise<string> {
	return withoutMark(await bytesOf(source, most, signal), source.name).toString('utf8');
}

/** Decodes bytes; `isDamaged`: some were not UTF-8 and became U+FFFD. */
export function decoded(bytes: Buffer): { readonly text: string; readonly isDamaged: boolean } {
	return { text: bytes.toString('utf8'), isDamaged: !isUtf8(bytes) };
}

const unpack: typeof zlib.zstdDecompress | undefined = zlib.zstdDecompress;

/**
 * The file itself, or its content if it is compressed with Zstandard, as Codex does with old sessions.
 * @throws {TranscriptError} When the file cannot be read, or this Node.js, older than 22.15, cannot decompress it.
 */
export async function plainSource(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<TranscriptSource> {
	const { name } = source;
	const start = await bytesOf(source, 4, signal);
	if (start.toString('hex') !== '28b52ffd') {
		return source;
	}
	if (unpack === undefined) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is packed with Zstandard. Unpack it first (\`zstd -d\`) and open what comes out, ` +
				'or use Node.js 22.15 or newer.',
		);
	}
	const packed = await contentOf(source, signal);
	return new Promise((resolve, reject) => {
		unpack(packed, { maxOutputLength: largestFile }, (error, bytes) => {
			const isLarge = error !== null && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
			if (error === null) {
				resolve(sourceOf(name, bytes));
			} else {
				reject(isLarge ? tooLarge(name) : unreadable(name, error));
			}
		});
	});
}

async function bytesOf(
	source: TranscriptSource,
	most: number,
	signal: AbortSignal | undefined,
): Promise<Buffer> {
	signal?.throwIfAborted();
	let bytes: Uint8Array;
	try {
		bytes = await source.bytes(most);
	} catch (error) {
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
	signal?.throwIfAborted();
	return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, most));
}

function tooLarge(name: string): TranscriptError {
	return new TranscriptError(
		'too-large',
		`"${name}" is larger than ${largestFile / 2 ** 20} MB, which is the most that Precis reads. ` +
			'Take its last part into a file of its own and open that.',
	);
}

/** Bytes examined to distinguish UTF-16 from UTF-8: enough to be certain for any JSON. */
const sampleBytes = 256;

/** UTF-16, which some editors and PowerShell write, is rejected: read as UTF-8 it would silently produce rubbish. */
function withoutMark(bytes: Buffer, name: string): Buffer {
	const mark = bytes.subarray(0, 3).toString('hex');
	if (mark.startsWith('fffe') || mark.startsWith('feff') || alternatesWithZero(bytes)) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is UTF-16 text. Save it as UTF-8 and open it again.`,
		);
	}
	return mark === 'efbbbf' ? bytes.subarray(3) : bytes;
}

/** Whether every second byte is zero, as in UTF-16 text with Latin letters and JSON syntax. */
function alternatesWithZero(bytes: Buffer): boolean {
	const sample = bytes.subarray(0, sampleBytes);
	const zeros = [0, 0];
	for (const [index, byte] of sample.entries()) {
		zeros[index % 2] = (zeros[index % 2] ?? 0) + (byte === 0 ? 1 : 0);
	}
	const [even = 0, odd = 0] = zeros;
	return sample.length >= 4 && Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) === 0;
}
