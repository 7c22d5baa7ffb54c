import * as v from 'valibot';
import { hasFields } from '../../../messages/json.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { read } from '../../building/shapes.ts';
import { firstWords } from '../../building/titles.ts';
import { openingOf } from '../../bytes/content.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { fieldsOf, readDocument, readJsonLines, type DocumentFields } from '../../bytes/records.ts';
import { ProblemList, type Report } from '../../problems.ts';
import type {
	Messages,
	Transcript,
	TranscriptConversation,
	TranscriptFormat,
	TranscriptSource,
} from '../../reader.ts';

const label = v.fallback(v.nullish(v.union([v.string(), v.number()])), undefined);

/** An object that holds a whole conversation. */
const run = v.object({
	messages: v.array(v.unknown()),
	title: v.fallback(v.optional(v.string(), ''), ''),
	session_id: label,
	id: label,
});

/** The messages of an object that holds a conversation; `undefined` of all others. */
export function messagesOfRun(value: unknown): readonly unknown[] | undefined {
	return read(run, value)?.messages;
}

/** Lines of an opening that are looked at; a damaged one must not hide the others. */
const linesSeen = 50;

/**
 * What an opening shows of a file of messages: the elements of its list, or the object at its top
 * and what stands on its lines. The last one may be cut.
 */
export function visibleEntries(opening: string): readonly unknown[] {
	const text = opening.trimStart();
	if (!text.startsWith('{') && !text.startsWith('[')) {
		return [];
	}
	const start = parseJsonStart(text);
	return Array.isArray(start)
		? (start as readonly unknown[])
		: [start, ...text.split('\n', linesSeen).flatMap((line) => objectsIn(line).objects)];
}

/** Whether the first line of a text is one of many, each JSON of its own. */
function startsWithLine(text: string): boolean {
	const [first = '', ...rest] = text.split('\n', linesSeen);
	if (!first.startsWith('{')) {
		return false;
	}
	const [object, ...others] = objectsIn(first).objects;
	if (object !== undefined) {
		// A document that happens to be on one line is read as one: message by message.
		const isAlone = others.length === 0 && rest.every((line) => line.trim() === '');
		return !isAlone || messagesOfRun(object) === undefined;
	}
	if (/[[{,]\s*$/.test(first)) {
		// A document spread over lines.
		return false;
	}
	const start = parseJsonStart(first);
	const isMessage = hasFields(start) && 'role' in start;
	return isMessage || rest.some((line) => objectsIn(line).objects.length > 0);
}

/** First lines longer than this are taken for a document that happens to be one line. */
const longestFirstLine = 16 * 2 ** 20;

/** Whether a file is a list of lines rather than one document. */
async function isFileOfLines(source: TranscriptSource, signal?: AbortSignal): Promise<boolean> {
	const text = (await openingOf(source, signal, longestFirstLine)).trimStart();
	const isWhole = text.includes('\n') || source.size < longestFirstLine;
	return isWhole && startsWithLine(text);
}

/** A conversation that is being read from a list. */
export interface ListedConversation {
	readonly messages: Messages;
	/** Adds a saved message; one that cannot be read is reported and left out. */
	add(value: unknown, report: Report): void;
	/** Tells what stands beside the list, before its first message. */
	describe(fields: DocumentFields): void;
}

/** A format that is nothing but messages, for programs to arrange as they like. */
export interface ListedFormat {
	readonly format: TranscriptFormat;
	/** What a file is said to hold: `OpenAI chat messages`. */
	readonly holds: string;
	/** Makes an empty conversation. */
	readonly begin: () => ListedConversation;
}

/** Sorts what a file holds into conversations: single messages make one, each run is its own. */
class ConversationList {
	readonly #problems: ProblemList;
	readonly #format: ListedFormat;
	/** With the name a run has in its file. */
	readonly #done: (TranscriptConversation & { readonly name?: string })[] = [];
	#loose: ListedConversation;
	/** Messages and runs since the last {@link close}. */
	#count = 0;

	constructor(problems: ProblemList, format: ListedFormat) {
		this.#problems = problems;
		this.#format = format;
		this.#loose = format.begin();
	}

	/** Tells what stands beside the list of single messages. */
	describe(fields: DocumentFields): void {
		this.#loose.describe(fields);
	}

	/**
	 * Takes the next message or run.
	 * @param line Where it stands; 1 in a file that is one document.
	 * @param position Its number in the document; absent where the line is enough to find it.
	 */
	add(value: unknown, line: number, position?: number): void {
		this.#count += 1;
		const found = read(run, value);
		const place = (what: string): string =>
			position === undefined ? `This ${what.toLowerCase()}` : `${what} ${position}`;
		if (found === undefined) {
			this.#loose.add(value, this.#problems.about(place('Message'), line));
			return;
		}
		const where = place('Conversation');
		const conversation = this.#format.begin();
		conversation.describe(fieldsOf(value));
		for (const [index, saved] of found.messages.entries()) {
			conversation.add(saved, this.#problems.about(`${where}, message ${index + 1}`, line));
		}
		const { messages } = conversation;
		// Without messages there is nothing to show and nothing lost: what cannot be read was reported.
		if (messages.length > 0) {
			const { title, session_id: session, id } = found;
			const name = title || String(session ?? id ?? '') || `#${this.#count}`;
			this.#done.push({ title, messages, name });
		}
	}

	/** Ends the conversation that the single messages so far make, if there are any. */
	close(): void {
		const { messages } = this.#loose;
		if (messages.length > 0) {
			this.#done.push({ title: firstWords(messages), messages });
			this.#loose = this.#format.begin();
		}
		this.#count = 0;
	}

	/** All conversations. Only where there are several do their names in the file tell them apart. */
	toArray(): readonly TranscriptConversation[] {
		this.close();
		return this.#done.map(({ title, messages, name }) => {
			const isOneOfSeveral = name !== undefined && this.#done.length > 1;
			const words = title === '' || isOneOfSeveral ? firstWords(messages) : title;
			const parts = isOneOfSeveral ? [name, words] : [words];
			return { title: parts.filter(Boolean).join(': '), messages };
		});
	}
}

/**
 * Reads messages as programs save them: a list, an object with a list, lists of such objects, each
 * in one JSON document or one per line.
 * @throws {TranscriptError} when nothing can be read.
 */
export async function readMessageLists(
	source: TranscriptSource,
	format: ListedFormat,
	signal?: AbortSignal,
): Promise<Transcript> {
	const problems = new ProblemList();
	const list = new ConversationList(problems, format);
	if (await isFileOfLines(source, signal)) {
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			list.add(value, line);
		}
	} else {
		const options = { listKeys: ['messages'], signal };
		const { elements, fields } = await readDocument(source, problems, options);
		list.describe(fields);
		for (const { value, position } of elements) {
			list.add(value, 1, position);
		}
	}
	const { format: name, holds } = format;
	return transcriptOf(source, { format: name, holds, conversations: list.toArray(), problems });
}
