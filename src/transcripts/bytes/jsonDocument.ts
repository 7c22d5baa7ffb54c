import { Tokenizer, TokenParser, type ParsedElementInfo } from '@streamparser/json';
import { fieldsOf as fieldsIn, parsedJson } from '../../messages/json.ts';
import { isNestedTooDeeply } from '../../messages/nesting.ts';
import { notReadOn, tooDeep, type ProblemList } from '../problems.ts';
import { TranscriptError, type TranscriptSource } from '../reader.ts';
import { decodeUtf8, byteOrderMarkLength, refuseUtf16 } from './encoding.ts';
import { elementsOf, fieldsOf, type DocumentFields } from './jsonElements.ts';
import { nextWhole } from './jsonPieces.ts';
import { sourceBytes } from './sourceBytes.ts';
import { pause } from './steps.ts';

/** How a document is read. */
export interface JsonDocumentOptions {
	/** Keys under which an object at the top holds its list; an array at the top is a list itself. */
	readonly listKeys: readonly string[];
	readonly signal?: AbortSignal | undefined;
}

/** An element of a document's list: a message, or a run of messages. */
export interface DocumentElement {
	readonly value: unknown;
	/** 1-based position in its list. */
	readonly position: number;
	/** Whether it is the first of another document that follows in the same file. */
	readonly startsDocument: boolean;
}

/** Bytes of a damaged document that are parsed before others get a turn. */
const parsedAtOnce = 2 ** 18;

/** A file that is one JSON document with a list in it. */
export class JsonDocument {
	readonly #source: TranscriptSource;
	readonly #problems: ProblemList;
	readonly #options: JsonDocumentOptions;
	#fields: DocumentFields = new Map();
	#failure: TranscriptError | undefined;

	constructor(source: TranscriptSource, problems: ProblemList, options: JsonDocumentOptions) {
		this.#source = source;
		this.#problems = problems;
		this.#options = options;
	}

	/** What stands beside the list, once its first element was read. */
	get fields(): DocumentFields {
		return this.#fields;
	}

	/**
	 * The elements of the list in order. Of a document that is cut off or broken, those before the
	 * fault; what is wrong is reported.
	 * @throws {TranscriptError} when the file cannot be read.
	 */
	async *elements(): AsyncGenerator<DocumentElement, void, undefined> {
		const text = await this.#text();
		const document = parsedJson(text);
		for (const element of document === undefined ? await this.#parts(text) : this.#all(document)) {
			if (isNestedTooDeeply(element.value)) {
				this.#problems.add(1, tooDeep(`Entry ${element.position}`));
			} else {
				yield element;
			}
		}
	}

	#all(document: unknown): readonly DocumentElement[] {
		this.#fields = fieldsOf(document);
		return numbered(elementsOf(document, this.#options.listKeys));
	}

	/** What is whole in a document that is damaged, or in several in a row. */
	async #parts(text: string): Promise<readonly DocumentElement[]> {
		const { listKeys, signal } = this.#options;
		const fields = new Map<string, string | number>();
		this.#fields = fields;
		const found: DocumentElement[] = [];
		const begun = new BegunDocument(listKeys, fields, (values) => found.push(...numbered(values)));
		const bytes = Buffer.from(text);
		let isSound = true;
		for (let start = 0; start < bytes.length && isSound; start += parsedAtOnce) {
			isSound = begun.push(bytes.subarray(start, start + parsedAtOnce));
			await pause(signal);
		}
		if (isSound && begun.end()) {
			return found;
		}
		const before = begun.entries;
		if (!isSound) {
			begun.salvage(bytes.subarray(begun.read).toString());
		}
		if (this.#failure === undefined) {
			const what = isSound ? 'cut off in the middle' : 'not valid JSON in some place';
			const read = entriesRead(before, begun.entries - before);
			this.#problems.add(1, `The document is ${what}; ${read}.`);
		}
		begun.close();
		return found;
	}

	async #text(): Promise<string> {
		const { name } = this.#source;
		const chunks: Uint8Array[] = [];
		try {
			for await (const chunk of sourceBytes(this.#source, this.#options.signal)) {
				chunks.push(chunk);
			}
		} catch (error) {
			const isStopped = error instanceof TranscriptError && error.code === 'unreadable';
			if (!isStopped || chunks.length === 0) {
				throw error;
			}
			this.#failure = error;
			this.#problems.add(1, notReadOn(error.cause));
		}
		const bytes = Buffer.concat(chunks);
		refuseUtf16(bytes, name);
		const { text, damaged } = decodeUtf8(bytes.subarray(byteOrderMarkLength(bytes)));
		if (damaged) {
			const message = 'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.';
			this.#problems.add(1, message);
		}
		return text;
	}
}

function numbered(values: readonly unknown[]): readonly DocumentElement[] {
	return values.map((value, at) => ({ value, position: at + 1, startsDocument: at === 0 }));
}

/** @param before The fault. @param behind It. */
function entriesRead(before: number, behind: number): string {
	const count = before + behind;
	if (count === 0) {
		return 'nothing before it could be read';
	}
	const entries = count === 1 ? 'the one entry' : `the ${count} entries`;
	const place = behind === 0 ? 'before it' : 'before and behind it';
	return `${entries} ${place} ${count === 1 ? 'was' : 'were'} read`;
}

/** The list of an array at the top. */
const own = '';

/** Takes a document as it comes, for as long as it is sound; then the next one in the same file. */
class BegunDocument {
	readonly #keys: readonly string[];
	readonly #fields: Map<string, string | number>;
	readonly #ended: (elements: readonly unknown[]) => void;
	readonly #tokenizer = new Tokenizer({ separator: '' });
	readonly #parser = new TokenParser({ separator: '', paths: ['$', '$.*', '$.*.*'] });
	readonly #lists = new Map<string, unknown[]>();
	#list = own;
	#isSound = true;
	/** Bytes of all tokens so far. */
	read = 0;

	/** @param keys Of lists. @param ended Told the elements of each document. */
	constructor(
		keys: readonly string[],
		fields: Map<string, string | number>,
		ended: (elements: readonly unknown[]) => void,
	) {
		this.#keys = keys;
		this.#fields = fields;
		this.#ended = ended;
		this.#tokenizer.onToken = (token) => {
			if (this.#isSound) {
				this.read = token.offset;
				this.#parser.write(token);
			}
		};
		this.#parser.onValue = (value) => this.#take(value);
		this.#tokenizer.onError = this.#parser.onError = () => (this.#isSound = false);
	}

	/** Entries of the document at hand. */
	get entries(): number {
		return [...this.#lists.values()].reduce((sum, list) => sum + list.length, 0);
	}

	/** @returns Whether it is sound so far. */
	push(bytes: Uint8Array): boolean {
		this.#tokenizer.write(bytes);
		return this.#isSound;
	}

	/** @returns Whether nothing is left open. */
	end(): boolean {
		this.#tokenizer.end();
		this.#parser.end();
		return this.#isSound;
	}

	/** Takes what is whole behind the fault, where it begins as entries before the fault do. */
	salvage(text: string): void {
		const list = this.#lists.get(this.#list) ?? [];
		const keys = new Set(list.flatMap((value) => Object.keys(fieldsIn(value)).slice(0, 1)));
		for (let at = 0; ; ) {
			const found = nextWhole(text, at, keys, /^[,{\]]/);
			if (found === undefined) {
				return;
			}
			list.push(found.value);
			at = found.end;
		}
	}

	/** Ends the document at hand. */
	close(): void {
		const lists = [own, ...this.#keys].map((key) => this.#lists.get(key) ?? []);
		this.#ended(lists.flat());
		this.#lists.clear();
		this.#list = own;
	}

	#take({ value, key, stack }: ParsedElementInfo): void {
		if (stack.length === 0) {
			this.close();
		} else if (typeof key === 'number') {
			this.#list = stack.length === 1 ? own : String(stack[1]?.key);
			const list = this.#lists.get(this.#list) ?? [];
			list.push(value);
			this.#lists.set(this.#list, list);
		} else if (stack.length === 1 && (typeof value === 'string' || typeof value === 'number')) {
			this.#fields.set(String(key), value);
		}
	}
}
