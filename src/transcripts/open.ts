import { unreadable } from './failures.ts';
import { fileHead } from './fileHead.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptReader,
	type TranscriptSource,
} from './reader.ts';
import { readers } from './readers.ts';
import { openingBytes, plainSource } from './bytes/content.ts';

/**
 * Chooses the reader of a saved session by the beginning of its file.
 * @throws {TranscriptError} when the file cannot be read, is empty or of no known format.
 */
async function readerFor(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<TranscriptReader> {
	const head = await fileHead(source, signal);
	if (head.text === '' && source.size <= openingBytes) {
		const what = source.size === 0 ? 'is empty' : 'contains only white space';
		throw new TranscriptError('empty', `"${source.name}" ${what}.`);
	}
	const reader = readers.find((candidate) => candidate.detect(head));
	if (reader === undefined) {
		const labels = readers.map(({ label }) => label);
		const formats = new Intl.ListFormat('en', { type: 'disjunction' }).format(labels);
		throw new TranscriptError(
			'unknown-format',
			`Precis cannot read "${source.name}": it is ${kindOf(head.text)}, not a saved session of ${formats}. ` +
				'Convert it to OpenAI chat messages, a JSON list like [{"role": "user", "content": "…"}], and open that.',
		);
	}
	return reader;
}

/** What a file of no known format contains. */
function kindOf(text: string): string {
	if (text.includes('\0')) {
		return 'binary data';
	}
	return /^[[{]/.test(text) ? 'JSON of another form' : 'text that is not JSON';
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
