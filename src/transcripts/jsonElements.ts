import { Assembler } from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';

/**
 * Text given to the parser at once. When text is not JSON, the parser loses what it found in the
 * same piece before: small pieces keep all but the last thousand characters.
 */
const pieceLength = 1_024;

/** The texts and numbers that stand beside the list of a document, by their keys. */
export type DocumentFields = ReadonlyMap<string, string | number>;

/** An element of a document's list: a message, or a run of messages. */
export interface DocumentElement {
	readonly value: unknown;
	/** 1-based position in its list. */
	readonly position: number;
	/** Whether it is the first of another document that follows in the same file. */
	readonly startsDocument: boolean;
}

/**
 * The elements of a document that is held as a whole: those of its list.
 * @param listKeys Keys under which an object at the top holds its list.
 */
export function elementsOf(document: unknown, listKeys: readonly string[]): readonly unknown[] {
	if (Array.isArray(document)) {
		return document as readonly unknown[];
	}
	if (typeof document === 'object' && document !== null) {
		const lists = Object.entries(document).filter(
			([key, value]) => listKeys.includes(key) && Array.isArray(value),
		);
		return lists.flatMap(([, value]) => value as readonly unknown[]);
	}
	return [];
}

/** What an object at the top of a document says beside its list. */
export function fieldsOf(document: unknown): DocumentFields {
	const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
	return new Map(
		Object.entries(isObject ? document : {}).filter(
			(entry): entry is [string, string | number] =>
				typeof entry[1] === 'string' || typeof entry[1] === 'number',
		),
	);
}

/**
 * Finds the elements of documents of any size, one at a time: those of an array at the top, or of
 * the list an object at the top holds. Everything else is passed over without being put together.
 */
export class ElementScanner {
	readonly #parse = jsonParser({ packValues: true, streamValues: false, jsonStreaming: true });
	/** Containers around the token at hand, without those of the element being put together. */
	#depth = 0;
	/** Depth at which elements stand: 1 in an array, 2 in an object's list. */
	#elementDepth = 0;
	#key = '';
	#element: Assembler | undefined;
	#elementNesting = 0;
	#position = 0;
	readonly #listKeys: readonly string[];
	readonly #fields = new Map<string, string | number>();

	/** @param listKeys Keys under which an object at the top holds its list. */
	constructor(listKeys: readonly string[]) {
		this.#listKeys = listKeys;
	}

	/** What an object at the top said beside its list so far. */
	get fields(): DocumentFields {
		return this.#fields;
	}

	/** Whether the text so far ends inside a document. */
	get unfinished(): boolean {
		return this.#depth > 0 || this.#element !== undefined;
	}

	/**
	 * Takes the next piece of text, cut anywhere.
	 * @throws {Error} where the text is not JSON. Elements given before that are sound.
	 */
	*push(text: string): Generator<DocumentElement, void, undefined> {
		for (let start = 0; start < text.length; start += pieceLength) {
			const tokens = this.#parse(text.slice(start, start + pieceLength));
			// A symbol stands for no tokens yet.
			for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
				const element = this.#take(token);
				if (element !== undefined) {
					yield element;
				}
			}
		}
	}

	#take(token: Token): DocumentElement | undefined {
		const opens = token.name === 'startObject' || token.name === 'startArray';
		const closes = token.name === 'endObject' || token.name === 'endArray';
		if (this.#element !== undefined) {
			this.#elementNesting += opens ? 1 : closes ? -1 : 0;
			return this.#assemble(this.#element, token);
		}
		if (closes) {
			this.#depth -= 1;
			if (this.#depth < this.#elementDepth) {
				this.#elementDepth = 0;
			}
			return undefined;
		}
		if (this.#depth > 0 && this.#depth === this.#elementDepth) {
			this.#element = new Assembler();
			this.#elementNesting = opens ? 1 : 0;
			return this.#assemble(this.#element, token);
		}
		if (token.name === 'keyValue') {
			this.#key = token.value;
		} else if (opens) {
			this.#open(token.name === 'startArray');
		} else if (this.#depth === 1 && token.name === 'stringValue') {
			this.#fields.set(this.#key, token.value);
		} else if (this.#depth === 1 && token.name === 'numberValue') {
			this.#fields.set(this.#key, Number(token.value));
		}
		return undefined;
	}

	#open(isArray: boolean): void {
		this.#depth += 1;
		if (this.#depth === 1) {
			this.#position = 0;
		}
		const isList = this.#depth === 2 && this.#listKeys.includes(this.#key);
		if (isArray && (this.#depth === 1 || isList)) {
			this.#elementDepth = this.#depth;
		}
	}

	#assemble(element: Assembler, token: Token): DocumentElement | undefined {
		element.consume(token);
		if (this.#elementNesting > 0) {
			return undefined;
		}
		this.#element = undefined;
		this.#position += 1;
		return {
			value: copyOf(element.current),
			position: this.#position,
			startsDocument: this.#position === 1,
		};
	}
}

/**
 * Strings cut out of a larger text keep that text alive, and those put together from pieces keep
 * the pieces: copied, an element holds its own characters and no more.
 */
function copyOf(value: unknown): unknown {
	return JSON.parse(JSON.stringify(value ?? null)) as unknown;
}
