import { decodeChunks } from './encoding.ts';
import { unreadable } from './failures.ts';
import {
	ElementScanner,
	elementsOf,
	fieldsOf,
	type DocumentElement,
	type DocumentFields,
} from './jsonElements.ts';
import { tryParse } from './jsonPieces.ts';
import type { ProblemList } from './problems.ts';
import { TranscriptError, type TranscriptSource } from './reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/**
 * Documents up to this size are parsed in one go, five times as fast; the text and what is made of
 * it are then in memory together, which is why it is not larger.
 */
const defaultWholeBytes = 16 * 2 ** 20;

/** How a document is read. */
export interface JsonDocumentOptions {
	/** Keys under which an object at the top holds its list; an array at the top is a list itself. */
	readonly listKeys: readonly string[];
	/** Documents above this many bytes are streamed; a test wants it smaller. */
	readonly wholeBytes?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** A file that is one JSON document with a list in it, of any size. */
export class JsonDocument {
	readonly #source: TranscriptSource;
	readonly #problems: ProblemList;
	readonly #options: JsonDocumentOptions;
	#fields: DocumentFields = new Map();

	constructor(source: TranscriptSource, problems: ProblemList, options: JsonDocumentOptions) {
		this.#source = source;
		this.#problems = problems;
		this.#options = options;
	}

	/**
	 * What stands beside the list: all of it once the elements are read; before, what came first in
	 * the file at least.
	 */
	get fields(): DocumentFields {
		return this.#fields;
	}

	/**
	 * The elements of the list in order. Of a document that is cut off or broken, those before the
	 * break; what is wrong is reported.
	 * @throws {TranscriptError} when the file cannot be read, or something in it is too large.
	 */
	async *elements(): AsyncGenerator<DocumentElement, void, undefined> {
		const { listKeys, wholeBytes = defaultWholeBytes } = this.#options;
		const document = this.#source.size > wholeBytes ? undefined : await this.#whole();
		if (document === undefined) {
			yield* this.#streamed();
			return;
		}
		this.#fields = fieldsOf(document);
		for (const [index, value] of elementsOf(document, listKeys).entries()) {
			yield { value, position: index + 1, startsDocument: index === 0 };
		}
	}

	/** The parsed document; `undefined` when it is not valid. */
	async #whole(): Promise<unknown> {
		const texts: string[] = [];
		let damaged = false;
		for await (const decoded of this.#texts()) {
			texts.push(decoded.text);
			damaged ||= decoded.damaged;
		}
		const document = tryParse(texts.join(''));
		if (document !== undefined) {
			this.#reportDamage(damaged);
		}
		return document;
	}

	async *#streamed(): AsyncGenerator<DocumentElement, void, undefined> {
		const scanner = new ElementScanner(this.#options.listKeys);
		this.#fields = scanner.fields;
		let damaged = false;
		let count = 0;
		try {
			for await (const decoded of this.#texts()) {
				damaged ||= decoded.damaged;
				for (const element of scanner.push(decoded.text)) {
					count += 1;
					yield element;
				}
			}
			if (scanner.unfinished) {
				this.#problems.add(1, `The document is cut off in the middle; ${read(count)}.`);
			}
		} catch (error) {
			this.#broken(error, count);
		}
		this.#reportDamage(damaged);
	}

	#texts(): ReturnType<typeof decodeChunks> {
		return decodeChunks(sourceBytes(this.#source, this.#options.signal), this.#source.name);
	}

	#broken(error: unknown, count: number): void {
		this.#options.signal?.throwIfAborted();
		if (error instanceof TranscriptError) {
			throw error;
		}
		if (error instanceof RangeError) {
			throw unreadable(this.#source.name, error);
		}
		this.#problems.add(1, `The document is not valid JSON from some point on; ${read(count)}.`);
	}

	#reportDamage(damaged: boolean): void {
		if (damaged) {
			this.#problems.add(
				1,
				'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
	}
}

function read(count: number): string {
	if (count === 0) {
		return 'nothing before it could be read';
	}
	return count === 1
		? 'the one entry before it was read'
		: `the ${count} entries before it were read`;
}
