import { unreadable } from './failures.ts';
import { describeOpening, openingFor } from './openings.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptReader,
	type TranscriptSource,
} from './reader.ts';
import { readers } from './readers.ts';
import { openingBytes, plainSource } from './bytes/content.ts';

function formats(): string {
	const labels = readers.map((reader) => reader.label);
	return new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
}

/**
 * The reader of a saved session, by its beginning.
 * @throws {TranscriptError} when the file cannot be read, is empty or of no known format.
 */
async function readerFor(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<TranscriptReader> {
	const opening = await openingFor(source, signal);
	if (opening.text === '' && source.size <= openingBytes) {
		const what = source.size === 0 ? 'is empty' : 'holds nothing but white space';
		throw new TranscriptError('empty', `"${source.name}" ${what}.`);
	}
	const reader = readers.find((candidate) => candidate.detect(opening));
	if (reader === undefined) {
		throw new TranscriptError(
			'unknown-format',
			`Precis cannot read "${source.name}": it is ${describeOpening(opening)}, not a saved session of ${formats()}. ` +
				'Convert it to OpenAI chat messages, a JSON list like [{"role": "user", "content": "…"}], and open that.',
		);
	}
	return reader;
}

/**
 * Opens a saved session of any format.
 * @param signal Stops reading; the promise rejects with the signal's reason.
 * @throws {TranscriptError} when the file cannot be read, is empty or of no known format.
 */
export async function openTranscript(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<Transcript> {
	const plain = await plainSource(source, signal);
	const reader = await readerFor(plain, signal);
	try {
		return await reader.read(plain, signal);
	} catch (error) {
		signal?.throwIfAborted();
		throw error instanceof TranscriptError ? error : unreadable(source.name, error);
	}
}
