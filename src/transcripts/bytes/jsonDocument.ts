import { parsedJson } from '../../messages/json.ts';
import { decodeChunks, decodeUtf8 } from './encoding.ts';
import { maximumValueBytes } from './heldBytes.ts';
import {
	ElementScanner,
	elementsOf,
	fieldsOf,
	type DocumentElement,
	type DocumentFields,
	type ScannedElement,
} from './jsonElements.ts';
import { objectsIn } from './jsonPieces.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';
import { notReadOn, textsCut, tooDeep, tooLong, type ProblemList } from '../problems.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { sourceBytes } from './sourceBytes.ts';

/**
 * Documents up to this size are parsed in one go, which is faster; the text and what is made of it
 * are then in memory together, which is why it is not larger.
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
	#isDamaged = false;

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
	 * The elements of the list in order. Of a document that is cut off or broken, those that are
	 * sound; what is wrong is reported.
	 * @throws {TranscriptError} when the file cannot be read.
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
			const position = index + 1;
			for (const sound of this.#shallow([value], `Entry ${position}`)) {
				yield { value: sound, position, startsDocument: index === 0 };
			}
		}
	}

	/** The parsed document; `undefined` when it is not valid, or cannot be read to its end. */
	async #whole(): Promise<unknown> {
		const texts: string[] = [];
		let damaged = false;
		try {
			for await (const decoded of this.#texts()) {
				texts.push(decoded.text);
				damaged ||= decoded.damaged;
			}
		} catch (error) {
			if (!isStopped(error)) {
				throw error;
			}
			return undefined;
		}
		const document = parsedJson(texts.join(''));
		if (document !== undefined) {
			this.#reportDamage(damaged);
		}
		return document;
	}

	async *#streamed(): AsyncGenerator<DocumentElement, void, undefined> {
		const scanner = new ElementScanner(this.#source.name, this.#options.listKeys);
		this.#fields = scanner.fields;
		let count = 0;
		try {
			for await (const chunk of sourceBytes(this.#source, this.#options.signal)) {
				for (const scanned of scanner.push(chunk)) {
					for (const value of this.#valuesOf(scanned)) {
						count += 1;
						yield { ...scanned, value };
					}
				}
			}
		} catch (error) {
			if (!isStopped(error) || count === 0) {
				throw error;
			}
			this.#problems.add(1, notReadOn(error.cause));
			return;
		}
		if (scanner.hasMore) {
			this.#problems.add(
				1,
				'Beside its document the file holds what is not JSON; it was left out.',
			);
		}
		if (scanner.unfinished) {
			this.#problems.add(1, `The document is cut off in the middle; ${read(count)}.`);
		}
	}

	/** What an element holds: one value, or those of it that are sound. */
	#valuesOf({ bytes, cuts, position }: ScannedElement): readonly unknown[] {
		const what = `Entry ${position}`;
		if (bytes === undefined) {
			this.#problems.add(1, tooLong(what, maximumValueBytes));
			return [];
		}
		if (cuts > 0) {
			this.#problems.add(1, textsCut(what, cuts));
		}
		const { text, damaged } = decodeUtf8(bytes);
		this.#reportDamage(damaged);
		const value = parsedJson(text);
		if (value !== undefined) {
			return this.#shallow([value], what);
		}
		const { objects } = objectsIn(text);
		const left = objects.length === 0 ? 'it was left out' : 'what stands before the fault was read';
		this.#problems.add(1, `${what} is not valid JSON; ${left}.`);
		return this.#shallow(objects, what);
	}

	#shallow(values: readonly unknown[], what: string): readonly unknown[] {
		return values.filter((value) => {
			const isDeep = isNestedTooDeeply(value);
			if (isDeep) {
				this.#problems.add(1, tooDeep(what));
			}
			return !isDeep;
		});
	}

	#texts(): ReturnType<typeof decodeChunks> {
		return decodeChunks(sourceBytes(this.#source, this.#options.signal), this.#source.name);
	}

	#reportDamage(damaged: boolean): void {
		if (damaged && !this.#isDamaged) {
			this.#isDamaged = true;
			this.#problems.add(
				1,
				'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			);
		}
	}
}

function isStopped(error: unknown): error is TranscriptError {
	return error instanceof TranscriptError && error.code === 'unreadable';
}

function read(count: number): string {
	if (count === 0) {
		return 'nothing before it could be read';
	}
	return count === 1
		? 'the one entry before it was read'
		: `the ${count} entries before it were read`;
}
