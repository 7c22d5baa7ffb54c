import { decodeChunks } from './encoding.ts';
import { unreadable } from './failures.ts';
import { ElementScanner, piecesOf, type DocumentPiece } from './jsonElements.ts';
import { tryParse } from './jsonPieces.ts';
import type { ProblemList } from './problems.ts';
import { TranscriptError, type TranscriptSource } from './reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/**
 * Documents up to this size are parsed in one go, five times as fast; the text and what is made of
 * it are then in memory together, which is why it is not larger.
 */
const largestWhole = 16 * 2 ** 20;

/** How a file that is one JSON document is read. */
export interface JsonDocumentOptions {
	/** Keys of the lists an object at the top may hold. */
	readonly lists: readonly string[];
	readonly signal?: AbortSignal | undefined;
	/** Documents above this are streamed, bytes; a test wants it smaller. */
	readonly wholeBytes?: number | undefined;
}

function reportDamage(problems: ProblemList): void {
	problems.add(1, 'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.');
}

/** A document that was read in one go. */
interface WholeDocument {
	readonly value: unknown;
	readonly damaged: boolean;
}

/** The document; `undefined` when it is not valid JSON. */
async function wholeDocument(
	source: TranscriptSource,
	signal: AbortSignal | undefined,
): Promise<WholeDocument | undefined> {
	const texts: string[] = [];
	let damaged = false;
	for await (const decoded of decodeChunks(sourceBytes(source, signal), source.name)) {
		texts.push(decoded.text);
		damaged ||= decoded.damaged;
	}
	const value = tryParse(texts.join(''));
	return value === undefined ? undefined : { value, damaged };
}

function read(count: number): string {
	if (count === 0) {
		return 'nothing before it could be read';
	}
	return count === 1
		? 'the one entry before it was read'
		: `the ${count} entries before it were read`;
}

/** A document that is too large to be held, or is broken: what stands before the break is read. */
async function* streamedPieces(
	source: TranscriptSource,
	problems: ProblemList,
	{ lists, signal }: JsonDocumentOptions,
): AsyncGenerator<DocumentPiece, void, undefined> {
	const scanner = new ElementScanner(lists);
	let damaged = false;
	let count = 0;
	try {
		for await (const decoded of decodeChunks(sourceBytes(source, signal), source.name)) {
			damaged ||= decoded.damaged;
			for (const piece of scanner.push(decoded.text)) {
				count += piece.kind === 'element' ? 1 : 0;
				yield piece;
			}
		}
		if (scanner.unfinished) {
			problems.add(1, `The document is cut off in the middle; ${read(count)}.`);
		}
	} catch (error) {
		signal?.throwIfAborted();
		if (error instanceof TranscriptError) {
			throw error;
		}
		if (error instanceof RangeError) {
			throw unreadable(source.name, error);
		}
		problems.add(1, `The document is not valid JSON from some point on; ${read(count)}.`);
	}
	if (damaged) {
		reportDamage(problems);
	}
}

/**
 * The pieces of a file that is one JSON document, or several one after the other, whatever its size.
 * What is wrong with it is reported, and what stands before that is read.
 */
export async function* readJsonDocument(
	source: TranscriptSource,
	problems: ProblemList,
	options: JsonDocumentOptions,
): AsyncGenerator<DocumentPiece, void, undefined> {
	const small = source.size <= (options.wholeBytes ?? largestWhole);
	const whole = small ? await wholeDocument(source, options.signal) : undefined;
	if (whole === undefined) {
		yield* streamedPieces(source, problems, options);
		return;
	}
	if (whole.damaged) {
		reportDamage(problems);
	}
	yield* piecesOf(whole.value, options.lists);
}
