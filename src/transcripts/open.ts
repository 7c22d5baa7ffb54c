import { unreadable } from './failures.ts';
import { describeOpening } from './openings.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptReader,
	type TranscriptSource,
} from './reader.ts';
import { readers } from './readers.ts';
import { firstBytes, openingBytes, openingOf } from './bytes/sourceBytes.ts';
import {
	createDecompress,
	isZstandard,
	unpackedZstandard,
	zstandardMagic,
} from './bytes/zstandard.ts';

function formats(): string {
	const labels = readers.map((reader) => reader.label);
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}

/**
 * Who reads a saved session, by how it begins.
 * @throws {TranscriptError} when the file cannot be read, is empty or of no known format.
 */
async function readerFor(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<TranscriptReader> {
	let failure: TranscriptError | undefined;
	const opening = await openingOf(source, signal, (error) => (failure = error));
	if (opening.trim() === '' && source.size <= openingBytes) {
		const what = source.size === 0 ? 'is empty' : 'holds nothing but white space';
		throw new TranscriptError('empty', `"${source.name}" ${what}.`);
	}
	const reader = readers.find((candidate) => candidate.detect(opening, source.name));
	if (reader === undefined) {
		if (failure !== undefined) {
			throw failure;
		}
		throw new TranscriptError(
			'unknown-format',
			`Precis cannot read "${source.name}": it is ${describeOpening(opening)}, not a saved session of ${formats()}. ` +
				'Convert it to OpenAI chat messages, a JSON list like [{"role": "user", "content": "…"}], and open that.',
		);
	}
	return reader;
}

/**
 * The file itself, or what it holds where it is packed with Zstandard: unpacked once.
 * @throws {TranscriptError} when the file cannot be read, or nothing can unpack it.
 */
async function plainSource(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<TranscriptSource> {
	const bytes = await firstBytes(source, zstandardMagic.length, signal, () => undefined);
	return isZstandard(bytes) ? unpackedZstandard(source, createDecompress, signal) : source;
}

/**
 * Opens a saved session of whatever format it is.
 * @param signal Stops reading; the promise rejects with the signal's reason.
 * @throws {TranscriptError} when the file cannot be read, is empty or of no known format.
 */
export async function openTranscript(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<Transcript> {
	const plain = await plainSource(source, signal);
	return readWith(await readerFor(plain, signal), plain, signal);
}

/** Reads with a reader that is known; failures name the file. @throws {TranscriptError} */
async function readWith(
	reader: TranscriptReader,
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<Transcript> {
	try {
		return await reader.read(source, signal);
	} catch (error) {
		signal?.throwIfAborted();
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
}
