import * as v from 'valibot';
import { fieldsOf, parsedJson } from '../../messages/json.ts';
import { isBlank, type Content, type Message, type ToolCall } from '../../messages/message.ts';
import { sortedContent, type SortedContent } from '../building/blocks.ts';
import { Session, sessionReader } from '../building/sessionReader.ts';
import { anything, argumentsText, optionalText, read } from '../building/shapes.ts';
import type { TranscriptLog } from '../building/transcriptLog.ts';
import type { DocumentFields, PlacedRecord } from '../bytes/records.ts';
import type { ReportProblem } from '../problems.ts';
import type { FileHead, TranscriptReader } from '../reader.ts';

const toolCall = v.object({
	id: optionalText,
	/** Arguments are JSON text; some programs save an object. */
	function: v.object({ name: v.string(), arguments: anything }),
});

const message = v.object({
	role: v.string(),
	content: anything,
	refusal: optionalText,
	name: optionalText,
	tool_calls: v.nullish(v.array(v.unknown())),
	tool_call_id: optionalText,
});

/** A message as it was saved, by programs that are lenient about its shape. */
export type SavedMessage = v.InferOutput<typeof message>;

/**
 * Collects saved messages in order. OpenAI's are converted one to one, because users and models refer to messages by
 * number.
 */
export class MessagesSession extends Session<SavedMessage> {
	/** Calls without a result, oldest first; a result without an id answers the oldest one. */
	readonly #open: ToolCall[] = [];

	/** @param fields Of the document: the system prompt, and the title that Precis adds to a shared handoff. */
	constructor(log: TranscriptLog, { title, ...fields }: DocumentFields, promptKey = 'system') {
		super(log);
		log.title = typeof title === 'string' ? title : '';
		const prompt = sortedContent(fields[promptKey]);
		if (prompt !== undefined && !isBlank(prompt.parts)) {
			log.push({ role: 'system', content: prompt.parts });
		}
	}

	take(saved: SavedMessage, { position, line }: PlacedRecord): void {
		this.addMessage(saved, this.log.problems.about(`Message ${position}`, line));
	}

	protected addMessage(saved: SavedMessage, report: ReportProblem): void {
		switch (saved.role) {
			case 'system':
			case 'developer':
			case 'user':
			case 'assistant':
				this.#addFromBlocks(saved, saved.role === 'developer' ? 'system' : saved.role, report);
				return;
			case 'tool':
			case 'function':
				this.#result(saved, report);
				return;
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
		}
	}

	/** Adds a message with the calls and results among its blocks. */
	#addFromBlocks(
		saved: SavedMessage,
		role: 'system' | 'user' | 'assistant',
		report: ReportProblem,
	): void {
		const { content, calls, results } = this.#sorted(saved, report);
		if (role === 'assistant') {
			const toolCalls = [...calls, ...this.#calls(saved, report)];
			this.#open.push(...toolCalls);
			this.push({ role, content, ...(toolCalls.length === 0 ? {} : { toolCalls }) });
		}
		results.forEach((result) => this.push(result));
		if (role !== 'assistant' && (results.length === 0 || content.length > 0)) {
			this.push({ role, content });
		}
	}

	protected push(found: Message): void {
		this.log.push(found);
	}

	/** Sorts the content of a message; unknown blocks are reported and replaced by a mark. */
	#sorted(
		{ content, refusal }: SavedMessage,
		report: ReportProblem,
	): Pick<SortedContent, 'calls' | 'results'> & { readonly content: Content } {
		const given = content ?? refusal ?? '';
		const sorted = sortedContent(given);
		if (sorted === undefined) {
			report('its content is neither text nor a list of blocks; it is shown as JSON');
			return { content: JSON.stringify(given), calls: [], results: [] };
		}
		for (const type of new Set(sorted.unknown)) {
			report(`a block of type "${type}" cannot be shown; [${type}] replaces it`);
		}
		return { ...sorted, content: typeof given === 'string' ? given : sorted.parts };
	}

	/** The calls in `tool_calls`. A call without an id gets the same one each time the file is read. */
	#calls({ tool_calls: values }: SavedMessage, report: ReportProblem): readonly ToolCall[] {
		return (values ?? []).flatMap((value, index): readonly ToolCall[] => {
			const call = read(toolCall, value);
			if (call === undefined) {
				report('one of its tool calls cannot be read; the call was left out');
				return [];
			}
			const { name, arguments: given } = call.function;
			const id = call.id ?? `call_${this.log.messages.length + 1}_${index + 1}`;
			return [{ id, name, arguments: argumentsText(given) }];
		});
	}

	#result(saved: SavedMessage, report: ReportProblem): void {
		const { content } = this.#sorted(saved, report);
		const named = this.#open.find((call) => call.name === saved.name) ?? this.#open[0];
		const toolCallId = saved.tool_call_id ?? named?.id ?? `call_${this.log.messages.length + 1}`;
		const index = this.#open.findIndex((call) => call.id === toolCallId);
		if (index !== -1) {
			this.#open.splice(index, 1);
		}
		this.push({ role: 'tool', toolCallId, content });
	}
}

/** Whether a file is one document, and not a message per line. */
function isMessageDocument({ document, lines }: FileHead): boolean {
	return (
		Array.isArray(document) ||
		'messages' in fieldsOf(document) ||
		!lines.some((line) => 'role' in line)
	);
}

/** What the readers of messages have in common. */
export const messagesFormat = {
	listKeys: ['messages'],
	isDocument: isMessageDocument,
	shape: message,
} as const;

/** A message of OpenAI's or Anthropic's API. Gemini's and Pi's differ from their first call on at the latest. */
const chatMessage = v.pipe(
	v.object({
		role: v.picklist(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
		content: v.optional(v.nullable(v.union([v.string(), v.array(v.unknown())]))),
		tool_calls: anything,
	}),
	v.check(({ content, tool_calls: calls }) => (content ?? calls ?? undefined) !== undefined),
);

/** Whether a file with this beginning contains messages; several documents of messages, one per line, are not read. */
function isOwn({ document, lines, text }: FileHead): boolean {
	const { messages, tools, model } = fieldsOf(document);
	const listed = [document, messages, lines].find((list) => Array.isArray(list)) ?? [];
	const isEmpty = Array.isArray(messages) && messages.length === 0;
	// Tools or settings may fill the beginning, with the messages after them.
	const isCut =
		messages === undefined &&
		(Array.isArray(tools) || typeof model === 'string') &&
		parsedJson(text) === undefined;
	const documents = lines.filter((line) => 'messages' in line).length;
	return documents < 2 && (isCut || isEmpty || listed.some((value) => v.is(chatMessage, value)));
}

/**
 * Messages of OpenAI's or Anthropic's API as programs save them: a list in one JSON document, one message per line, or
 * a request with a list.
 *
 * Stored: in any folder, by any program. Versions are not read.
 */
export const chatMessages: TranscriptReader = sessionReader({
	...messagesFormat,
	format: 'messages',
	label: 'OpenAI or Anthropic messages',
	detect: isOwn,
	begin: (log, { fields }) => new MessagesSession(log, fields),
});
