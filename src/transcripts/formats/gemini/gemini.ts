import * as v from 'valibot';
import { isBlank, textOf, type Message } from '../../../messages/message.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import { contentOf, partsApart } from '../../building/parts.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import { anything, lenient, optionalText, read } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { DocumentFields, PlacedRecord } from '../../bytes/records.ts';
import type { TranscriptReader } from '../../reader.ts';
import { ContentSession, geminiContent, historyContent } from './contents.ts';

const toolCall = v.object({
	id: optionalText,
	name: v.string(),
	args: anything,
	result: anything,
	status: optionalText,
});

const record = v.object({
	id: v.string(),
	type: v.string(),
	content: v.optional(v.unknown(), ''),
	/** What the user saw in place of the content, if it differs. */
	displayContent: anything,
	toolCalls: v.nullish(v.array(v.unknown())),
	timestamp: anything,
	/** Of the request and its reply. */
	tokens: lenient(v.object({ total: v.number() })),
});

/** A message of a session, with its calls and their results. */
type SessionRecord = v.InferOutput<typeof record>;

/** The result of a call: its response, and accompanying content. */
function resultOf({ id, result, status }: v.InferOutput<typeof toolCall>): FoundResult | undefined {
	if (result === undefined || result === null) {
		return undefined;
	}
	const { parts, results } = geminiContent(result);
	const inResults = results.flatMap(({ content }) =>
		typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
	);
	const failed = status === 'error' || results.some(({ isError }) => isError === true);
	return {
		toolCallId: id,
		content: contentOf([...inResults, ...parts]),
		...(failed ? { isError: true } : {}),
	};
}

const rewind = v.object({ $rewindTo: v.string() });

const update = v.object({
	$set: v.object({
		summary: v.optional(v.string()),
		messages: v.optional(v.array(v.unknown()), []),
	}),
});

const metadata = v.object({
	sessionId: v.string(),
	projectHash: v.string(),
	summary: v.optional(v.string()),
});

const anyRecord = v.union([historyContent, rewind, update, record, metadata]);

function textIn(found: SessionRecord): string {
	return textOf(contentOf(geminiContent(found.content).parts));
}

/**
 * Collects a session from one document, a bare history, or lines. In lines, a message is repeated each time something is
 * added to it; rewinding and replacing the history are lines of their own.
 */
class GeminiSession extends ContentSession<v.InferOutput<typeof anyRecord>> {
	/** Number of log messages before each message of the file, by its id. */
	readonly #starts = new Map<string, number>();
	/** The text of each message, by its id. */
	readonly #texts = new Map<string, string>();
	/** Ids of calls that have results, which the history may repeat; a resumed one repeats all. */
	readonly #answered = new Set<string>();
	/** The latest message of the file, which the next line may repeat. */
	#last: { readonly found: SessionRecord; readonly line: number } | undefined;
	/** Id of the message that was added to the log last. */
	#newest = '';

	constructor(log: TranscriptLog, { summary }: DocumentFields) {
		super(log);
		log.title = typeof summary === 'string' ? summary : '';
	}

	take(found: v.InferOutput<typeof anyRecord>, { line }: PlacedRecord): void {
		if ('parts' in found) {
			this.addContent(found, line);
		} else if ('$rewindTo' in found) {
			this.#rewind(found.$rewindTo, line);
		} else if ('$set' in found) {
			this.log.title = found.$set.summary ?? this.log.title;
			this.#applyHistory(found.$set.messages, line);
		} else if ('type' in found) {
			this.#takeMessage(this.#withUniqueId(found, line), line);
		} else {
			this.log.title = found.summary ?? this.log.title;
		}
	}

	override end(): void {
		this.#flush();
	}

	/** Adds the latest message to the log. */
	#flush(): readonly Message[] {
		const last = this.#last;
		if (last !== undefined) {
			this.#last = undefined;
			this.#newest = last.found.id;
			this.#starts.set(this.#newest, this.log.messages.length);
			this.#add(last.found, last.line);
		}
		return this.log.messages;
	}

	#add(found: SessionRecord, line: number): void {
		this.log.record = found;
		if (found.type === 'user') {
			this.#user(found, line);
		} else if (found.type === 'gemini') {
			this.#gemini(found, line);
		} else if (!['info', 'warning', 'error'].includes(found.type)) {
			// The known types are shown to the user, never to the model.
			this.log.unknown.add(line, found.type);
		}
	}

	#user({ content, displayContent: displayed }: SessionRecord, line: number): void {
		const { parts, results } = this.sortedContents(content, line);
		const fresh = results.filter(({ toolCallId: id = '' }) => !this.#answered.has(id));
		for (const result of fresh) {
			this.#answer(result, line);
		}
		if (results.length > fresh.length || parts.length === 0) {
			return;
		}
		// The content is the client's if the user typed nothing, or a command that produced it.
		const typed = displayed === undefined ? parts : geminiContent(displayed).parts;
		const words = textOf(typed).trim();
		if (isBlank(typed) || (words.startsWith('/') && !textOf(parts).includes(words))) {
			this.log.user(partsApart(typed));
			this.log.user(contentOf(parts), 'client');
		} else {
			this.log.user(partsApart(parts));
		}
	}

	#answer(result: FoundResult, line: number): void {
		this.log.result(result, line);
		if (result.toolCallId !== undefined) {
			this.#answered.add(result.toolCallId);
		}
	}

	#gemini({ content, toolCalls, tokens }: SessionRecord, line: number): void {
		const { parts, calls } = this.sortedContents(content, line);
		const listed = (toolCalls ?? []).flatMap((value) => read(toolCall, value) ?? []);
		if (listed.length < (toolCalls?.length ?? 0)) {
			this.log.problems.add(line, 'A tool call cannot be read; it was left out.');
		}
		const known = new Set<unknown>(listed.map(({ id }) => id));
		const all: readonly FoundCall[] = [
			...calls.filter(({ id }) => !known.has(id)),
			...listed.map(({ id, name, args }) => ({
				id,
				name,
				arguments: JSON.stringify(args ?? {}),
			})),
		];
		this.log.assistant(contentOf(parts), all);
		this.log.recordUsage(tokens?.total);
		for (const { id = '' } of all) {
			this.#answered.delete(id);
		}
		for (const result of listed.flatMap((call) => resultOf(call) ?? [])) {
			this.#answer(result, line);
		}
	}

	/** Gives a message another id if it has the id of an earlier message with other text. */
	#withUniqueId(found: SessionRecord, line: number): SessionRecord {
		const text = textIn(found);
		const before = this.#texts.get(found.id) ?? '';
		if (!text.startsWith(before) && !before.startsWith(text)) {
			const what = 'This message has the id of an earlier message with other text; both were kept.';
			this.log.problems.add(line, what);
			return { ...found, id: `${found.id} in line ${line}` };
		}
		this.#texts.set(found.id, text);
		return found;
	}

	#takeMessage(found: SessionRecord, line: number): void {
		const { id } = found;
		const start = this.#starts.get(id);
		const compactedAt = this.log.earlier.at(-1)?.at ?? 0;
		if (start !== undefined && (id !== this.#newest || start < compactedAt)) {
			// Only the latest message grows; earlier ones are merely repeated.
			return;
		}
		if (start !== undefined) {
			this.log.cut(start);
			this.#starts.delete(id);
		}
		if (this.#last !== undefined && this.#last.found.id !== id) {
			this.#flush();
		}
		this.#last = { found, line };
	}

	#rewind(id: string, line: number): void {
		this.#flush();
		// An unknown id removes all messages, as in Gemini CLI.
		const start = this.#starts.get(id) ?? 0;
		this.log.rewind(start, line);
		for (const [known, position] of this.#starts) {
			if (position >= start) {
				this.#starts.delete(known);
			}
		}
	}

	/** Applies a history that Gemini CLI set, usually after it had summarised earlier messages. */
	#applyHistory(values: readonly unknown[], line: number): void {
		const records = values.flatMap((value) => read(record, value) ?? []);
		const at = records.length === 0 ? 0 : this.#flush().length;
		const snapshot = records.findIndex(
			(found) =>
				!this.#starts.has(found.id) &&
				found.type === 'user' &&
				textIn(found).trimStart().startsWith('<state_snapshot>'),
		);
		const summary = records[snapshot];
		const following = records.slice(snapshot + 1);
		if (summary !== undefined) {
			const kept = following.find(({ id }) => this.#starts.has(id));
			const end = this.#starts.get(kept?.id ?? '') ?? at;
			this.log.addCompaction({ end, at, summary: textIn(summary) });
			this.#starts.set(summary.id, end);
			// Gemini CLI adds the model's acknowledgement of the summary; no model wrote it.
			const [note] = following;
			if (note?.type === 'gemini' && !this.#starts.has(note.id)) {
				this.#starts.set(note.id, end);
			}
		}
		for (const found of following) {
			this.#takeMessage(found, line);
		}
	}
}

const sessionStart = v.object({ sessionId: v.string(), projectHash: v.string() });

/**
 * Gemini CLI's sessions, and bare histories in the format of its API.
 *
 * Stored: `tmp/<project>/chats/session-….json` or `.jsonl` in `~/.gemini`. Versions are not read.
 */
export const geminiCli: TranscriptReader = sessionReader({
	format: 'gemini-cli',
	label: 'Gemini CLI',
	listKeys: ['messages'],
	isDocument(opening) {
		// In a file of lines, the first line identifies the session.
		const first = opening.document;
		return !v.is(sessionStart, first) || v.is(v.object({ messages: v.unknown() }), first);
	},
	shape: anyRecord,
	detect: ({ document }) =>
		Array.isArray(document) ? v.is(historyContent, document[0]) : v.is(sessionStart, document),
	begin: (log, { fields }) => new GeminiSession(log, fields),
});
