import { parsedJson } from '../../messages/json.ts';
import { HeldBytes, type HeldLimits } from './heldBytes.ts';

/** The texts and numbers that stand beside the list of a document, by their keys. */
export type DocumentFields = ReadonlyMap<string, string | number>;

/** Texts of a document's fields that are longer are no names or numbers. Bytes. */
const longestField = 2 ** 20;

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
 * @param listKeys Keys under which an object at the top holds its list; of several lists, their order.
 */
export function elementsOf(document: unknown, listKeys: readonly string[]): readonly unknown[] {
	if (Array.isArray(document)) {
		return document as readonly unknown[];
	}
	if (typeof document === 'object' && document !== null) {
		const lists = new Map(Object.entries(document));
		return listKeys.flatMap((key): readonly unknown[] => {
			const list: unknown = lists.get(key);
			return Array.isArray(list) ? list : [];
		});
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

/** An element that was found, not yet parsed. */
export interface ScannedElement extends Omit<DocumentElement, 'value'> {
	/** Its JSON; undefined when it is too long to be held. */
	readonly bytes: Uint8Array | undefined;
	/** Long texts in it whose middle was left out. */
	readonly cuts: number;
}

/** What a byte stands in: nothing, an array at the top, an object at the top, or its list. */
type Place = 'outside' | 'array' | 'object' | 'list';

const byteOf = {
	quote: 0x22,
	comma: 0x2c,
	colon: 0x3a,
	openArray: 0x5b,
	backslash: 0x5c,
	closeArray: 0x5d,
	openObject: 0x7b,
	closeObject: 0x7d,
} as const;

/**
 * Finds the elements of documents of any size, one at a time: those of an array at the top, or of
 * the list an object at the top holds. Everything else is passed over without being held. Looks at
 * brackets and quotes only: whether an element is JSON is for the caller to see.
 */
export class ElementScanner {
	readonly #name: string;
	readonly #listKeys: readonly string[];
	readonly #limits: HeldLimits;
	readonly #fields = new Map<string, string | number>();
	#place: Place = 'outside';
	/** Brackets that are open inside the segment. */
	#nesting = 0;
	#inText = false;
	#isEscaped = false;
	/** What stands between two commas or colons where we are; undefined while it does not matter. */
	#segment: HeldBytes | undefined;
	#key = '';
	#position = 0;
	/** Bytes of earlier pieces. */
	#read = 0;
	#hasMore = false;

	/** @param listKeys Keys under which an object at the top holds its list. */
	constructor(name: string, listKeys: readonly string[], limits: HeldLimits = {}) {
		this.#name = name;
		this.#listKeys = listKeys;
		this.#limits = limits;
	}

	/** What an object at the top said beside its list so far. */
	get fields(): DocumentFields {
		return this.#fields;
	}

	/** Whether the bytes so far end inside a document. */
	get unfinished(): boolean {
		return this.#place !== 'outside';
	}

	/** Whether something stands beside the documents that is none. */
	get hasMore(): boolean {
		return this.#hasMore;
	}

	/** Takes the next bytes, cut anywhere. */
	*push(bytes: Uint8Array): Generator<ScannedElement, void, undefined> {
		/** Where the part of the segment starts that is in these bytes. */
		let start = 0;
		for (let at = 0; at < bytes.length; at += 1) {
			if (this.#inText) {
				at = this.#endOfText(bytes, at);
				continue;
			}
			const byte = bytes[at];
			if (byte === byteOf.quote) {
				this.#inText = true;
			} else if (this.#isSeparator(byte)) {
				this.#segment?.keep(bytes.subarray(start, at));
				const element = this.#separate(byte, this.#read + at + 1);
				start = at + 1;
				if (element !== undefined) {
					yield element;
				}
			} else if (byte === byteOf.openArray || byte === byteOf.openObject) {
				this.#nesting += 1;
				// An object's field that is no list is not held.
				this.#segment = this.#place === 'object' ? undefined : this.#segment;
			} else if (byte === byteOf.closeArray || byte === byteOf.closeObject) {
				this.#nesting -= 1;
			} else if (this.#place === 'outside') {
				this.#hasMore ||= !isSpaceOrMark(byte);
			}
		}
		this.#segment?.keep(bytes.subarray(start));
		this.#read += bytes.length;
	}

	/** The last byte of the text at hand that is in these bytes. */
	#endOfText(bytes: Uint8Array, from: number): number {
		for (let at = from; at < bytes.length; at += 1) {
			if (this.#isEscaped) {
				this.#isEscaped = false;
			} else if (bytes[at] === byteOf.backslash) {
				this.#isEscaped = true;
			} else if (bytes[at] === byteOf.quote) {
				this.#inText = false;
				return at;
			}
		}
		return bytes.length;
	}

	/** Whether a byte ends or begins what we are looking for, rather than something inside it. */
	#isSeparator(byte: number | undefined): boolean {
		if (this.#nesting > 0) {
			return false;
		}
		switch (byte) {
			case byteOf.comma:
			case byteOf.closeArray:
			case byteOf.closeObject:
				return true;
			case byteOf.colon:
				return this.#place === 'object';
			case byteOf.openArray:
				return this.#place === 'outside' || this.#isList;
			case byteOf.openObject:
				return this.#place === 'outside';
			default:
				return false;
		}
	}

	get #isList(): boolean {
		return this.#place === 'object' && this.#listKeys.includes(this.#key);
	}

	/** @param next Where the next segment starts, in the file. */
	#separate(byte: number | undefined, next: number): ScannedElement | undefined {
		const [place, segment] = [this.#place, this.#segment];
		this.#segment = undefined;
		switch (byte) {
			case byteOf.openArray:
			case byteOf.openObject:
				this.#open(byte === byteOf.openArray, next);
				return undefined;
			case byteOf.colon:
				this.#key = keyOf(segment);
				this.#hold(next);
				return undefined;
			case byteOf.comma:
				this.#hold(next);
				break;
			default:
				// What closes is not what was opened: read on as if it were.
				this.#hasMore ||= (byte === byteOf.closeObject) !== (place === 'object');
				this.#place = place === 'list' ? 'object' : 'outside';
		}
		if (place === 'object') {
			this.#field(segment);
			return undefined;
		}
		return place === 'outside' ? undefined : this.#element(segment);
	}

	#open(isArray: boolean, next: number): void {
		if (this.#place === 'outside') {
			this.#position = 0;
			this.#place = isArray ? 'array' : 'object';
		} else {
			this.#place = 'list';
		}
		this.#hold(next);
	}

	#hold(offset: number): void {
		const field = { wholeBytes: longestField, maxBytes: longestField };
		const limits = this.#place === 'object' ? field : this.#limits;
		this.#segment =
			this.#place === 'outside'
				? undefined
				: new HeldBytes({ name: this.#name, line: 1, offset }, limits);
	}

	#field(segment: HeldBytes | undefined): void {
		const value = valueOf(segment);
		if (typeof value === 'string' || typeof value === 'number') {
			this.#fields.set(this.#key, value);
		}
	}

	#element(segment: HeldBytes | undefined): ScannedElement | undefined {
		const bytes = segment?.take();
		if (segment === undefined || (bytes !== undefined && isBlank(bytes))) {
			return undefined;
		}
		this.#position += 1;
		const { cuts } = segment;
		return { bytes, cuts, position: this.#position, startsDocument: this.#position === 1 };
	}
}

/** White space, or part of a byte order mark. */
function isSpaceOrMark(byte = 0): boolean {
	return byte <= 0x20 || byte === 0xef || byte === 0xbb || byte === 0xbf;
}

function isBlank(bytes: Uint8Array): boolean {
	return bytes.every((byte) => byte <= 0x20);
}

function keyOf(segment: HeldBytes | undefined): string {
	const key = valueOf(segment);
	return typeof key === 'string' ? key : '';
}

/** The key or the field that a segment holds; undefined when there is none. */
function valueOf(segment: HeldBytes | undefined): unknown {
	const bytes = segment?.take();
	return bytes === undefined ? undefined : parsedJson(Buffer.from(bytes).toString());
}
