import { Assembler } from 'stream-json/core/assembler.js';
import { jsonParser, type Token } from 'stream-json/core/parser.js';

/**
 * Text given to the parser at once. When text is not JSON, the parser loses what it found in the
 * same piece before: small pieces keep all but the last thousand characters.
 */
const pieceLength = 1_024;

/** An element of a document's list: a message, an event, a run of messages. */
export interface DocumentElement {
	readonly kind: 'element';
	readonly value: unknown;
	/** 1-based position in its list. */
	readonly position: number;
	/** Whether it is the first of its list, as it is in another document that follows in the file. */
	readonly startsList: boolean;
}

/** A text, number or other simple value that the object at the top of a document holds. */
export interface DocumentField {
	readonly kind: 'field';
	readonly key: string;
	readonly value: string | number | boolean | null;
}

/** What is told of a document, in the order it stands there. */
export type DocumentPiece = DocumentElement | DocumentField;

function elements(list: readonly unknown[]): readonly DocumentElement[] {
	return list.map((value, index) => ({
		kind: 'element',
		value,
		position: index + 1,
		startsList: index === 0,
	}));
}

function isSimple(value: unknown): value is DocumentField['value'] {
	return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/**
 * The pieces of a document that is held as a whole.
 * @param lists Keys of the lists an object at the top may hold.
 */
export function piecesOf(document: unknown, lists: readonly string[]): readonly DocumentPiece[] {
	if (Array.isArray(document)) {
		return elements(document as readonly unknown[]);
	}
	if (typeof document !== 'object' || document === null) {
		return [];
	}
	return Object.entries(document).flatMap(([key, value]): readonly DocumentPiece[] => {
		if (isSimple(value)) {
			return [{ kind: 'field', key, value }];
		}
		return lists.includes(key) && Array.isArray(value) ? elements(value) : [];
	});
}

/** The value of a token that is one by itself; `undefined` for all others. */
function simpleValue(token: Token): DocumentField['value'] | undefined {
	switch (token.name) {
		case 'stringValue':
			return token.value;
		case 'numberValue':
			return Number(token.value);
		case 'trueValue':
		case 'falseValue':
		case 'nullValue':
			return token.value;
		default:
			return undefined;
	}
}

/**
 * Finds the pieces of documents of any size, one at a time: the elements of an array at the top, or
 * simple values and the elements of lists that an object at the top holds. Everything else is passed
 * over without being put together.
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
	readonly #lists: readonly string[];

	/** @param lists Keys of the lists an object at the top may hold. */
	constructor(lists: readonly string[]) {
		this.#lists = lists;
	}

	/** Whether the text so far ends inside a document. */
	get unfinished(): boolean {
		return this.#depth > 0 || this.#element !== undefined;
	}

	/**
	 * Takes the next piece of text, cut anywhere.
	 * @throws {Error} where the text is not JSON. Pieces given before that are sound.
	 */
	*push(text: string): Generator<DocumentPiece, void, undefined> {
		for (let start = 0; start < text.length; start += pieceLength) {
			const tokens = this.#parse(text.slice(start, start + pieceLength));
			// A symbol stands for no tokens yet.
			for (const token of typeof tokens === 'symbol' ? [] : tokens.values) {
				const piece = this.#take(token);
				if (piece !== undefined) {
					yield piece;
				}
			}
		}
	}

	#take(token: Token): DocumentPiece | undefined {
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
		} else if (this.#depth === 1) {
			return this.#field(simpleValue(token));
		}
		return undefined;
	}

	#field(value: DocumentField['value'] | undefined): DocumentField | undefined {
		return value === undefined
			? undefined
			: { kind: 'field', key: copyOf(this.#key), value: copyOf(value) };
	}

	#open(isArray: boolean): void {
		this.#depth += 1;
		if (this.#depth === 1) {
			this.#position = 0;
		}
		const isList = this.#depth === 2 && this.#lists.includes(this.#key);
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
			kind: 'element',
			value: copyOf<unknown>(element.current),
			position: this.#position,
			startsList: this.#position === 1,
		};
	}
}

/**
 * Strings cut out of a larger text keep that text alive, and those put together from pieces keep
 * the pieces: copied, an element holds its own characters and no more.
 */
function copyOf<Value>(value: Value): Value {
	return JSON.parse(JSON.stringify(value ?? null)) as Value;
}
