import zlib from 'node:zlib';
import { unreadable } from '../failures.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';

/** Maximum bytes read from a file: all of it is in memory at once. */
const largestFile = 256 * 2 ** 20;

/** Length of the beginning by which a format is recognised, bytes. */
export const openingBytes = 65_536;

/** Bytes in memory, as a file. */
export function sourceOf(name: string, bytes: Uint8Array): TranscriptSource {
	return { name, size: bytes.length, bytes: async (limit) => bytes.subarray(0, limit) };
}

/**
 * All bytes of a file, without a byte order mark.
 * @throws {TranscriptError} `unreadable`, with the failure as its cause; `too-large`; `unknown-format` for UTF-16.
 */
export async function readBytes(source: TranscriptSource, signal?: AbortSignal): Promise<Buffer> {
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
 * The beginning of a file. @param limit Bytes. @throws {TranscriptError} As {@link readBytes}, but never `too-large`.
 */
export async function readStart(
	source: TranscriptSource,
	signal?: AbortSignal,
	limit = openingBytes,
): Promise<string> {
	return withoutMark(await bytesOf(source, limit, signal), source.name).toString('utf8');
}

/**
 * The file itself, or its content if it is compressed with Zstandard, as Codex does with old sessions.
 * @throws {TranscriptError} When the file cannot be read.
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
	const packed = await readBytes(source, signal);
	// Not `promisify`: the plugins' runtime lacks it, and Zstandard.
	return new Promise((resolve, reject) => {
		zlib.zstdDecompress(packed, { maxOutputLength: largestFile }, (error, bytes) => {
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
	limit: number,
	signal: AbortSignal | undefined,
): Promise<Buffer> {
	signal?.throwIfAborted();
	let bytes: Uint8Array;
	try {
		bytes = await source.bytes(limit);
	} catch (error) {
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
	signal?.throwIfAborted();
	return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, limit));
}

function tooLarge(name: string): TranscriptError {
	return new TranscriptError(
		'too-large',
		`"${name}" is larger than ${largestFile / 2 ** 20} MB, which is the most that Precis reads. ` +
			'Copy the end of the file to a smaller file and open that.',
	);
}

/** The byte order mark of UTF-16, or its first character, which is ASCII in any JSON. */
const utf16 = /^(?:\xFF\xFE|\xFE\xFF|[\s!-~]\0|\0[\s!-~])/;

/** Rejects UTF-16, which some editors and PowerShell write: read as UTF-8 it would silently produce garbage. */
function withoutMark(bytes: Buffer, name: string): Buffer {
	if (utf16.test(bytes.toString('latin1', 0, 2))) {
		throw new TranscriptError(
			'unknown-format',
			`"${name}" is UTF-16 text. Save it as UTF-8 and open it again.`,
		);
	}
	return bytes.toString('hex', 0, 3) === 'efbbbf' ? bytes.subarray(3) : bytes;
}
