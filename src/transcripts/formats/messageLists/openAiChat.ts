import * as v from 'valibot';
import { hasFields, parsedJson } from '../../../messages/json.ts';
import type { Content, Message, Part, ToolCall } from '../../../messages/message.ts';
import { MessageList } from '../../building/messageList.ts';
import { openAiPart } from '../../building/openAiBlocks.ts';
import { argumentsText, read, shaped, typeOf } from '../../building/shapes.ts';
import type { Report } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import {
	messagesOfRun,
	readMessageLists,
	visibleEntries,
	type ListedConversation,
} from './messageLists.ts';

const optionalText = v.nullish(v.string());

const toolCall = v.object({
	id: optionalText,
	/** Arguments are JSON text; some programs save the object itself. */
	function: v.object({ name: v.string(), arguments: v.optional(v.unknown()) }),
});

const message = v.object({
	role: v.string(),
	content: v.optional(v.unknown()),
	refusal: optionalText,
	name: optionalText,
	tool_calls: v.nullish(v.array(v.unknown())),
	tool_call_id: optionalText,
});

/** A message as it was saved, by programs that are lenient about its shape. */
export type SavedMessage = v.InferOutput<typeof message>;

/** The saved message, or `undefined` when it is none. */
export const savedMessage = shaped(message);

function partOf(value: unknown, report: Report): Part {
	const part = openAiPart(value);
	if (part !== undefined) {
		return part;
	}
	const type = typeOf(value, 'unknown');
	report(`a block of type "${type}" cannot be shown; [${type}] stands for it`);
	return { type: 'text', text: `[${type}]` };
}

/** What a message says; blocks that cannot be shown are reported, and marked in it. */
export function savedContent({ content, refusal }: SavedMessage, report: Report): Content {
	if (typeof content === 'string') {
		return content;
	}
	if (Array.isArray(content)) {
		return content.map((block) => partOf(block, report));
	}
	if (content === null || content === undefined) {
		return refusal ?? '';
	}
	report('its content is neither text nor a list of blocks; it is shown as JSON');
	return JSON.stringify(content);
}

/**
 * The calls a message makes; those that cannot be read are reported. A call without an id gets one
 * that is the same each time the file is read.
 * @param position Of the message in its conversation, from 1.
 */
export function savedCalls(
	{ tool_calls: values }: SavedMessage,
	position: number,
	report: Report,
): readonly ToolCall[] {
	return (values ?? []).flatMap((value, index): readonly ToolCall[] => {
		const call = read(toolCall, value);
		if (call === undefined) {
			report('one of its tool calls cannot be read; the call was left out');
			return [];
		}
		const { name, arguments: given } = call.function;
		const id = call.id ?? `call_${position}_${index + 1}`;
		return [{ id, name, arguments: argumentsText(given) }];
	});
}

/**
 * Turns the saved messages of one conversation into ours, one for one and in order: people and
 * models speak of messages by number.
 */
class ChatConversation implements ListedConversation {
	readonly messages = new MessageList();
	/** Calls in the order they were made; results without an id answer the oldest. */
	readonly #open: ToolCall[] = [];

	add(value: unknown, report: Report): void {
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
			return;
		}
		const found = this.#read(saved, report);
		if (found !== undefined) {
			this.messages.push(found);
		}
	}

	#read(saved: SavedMessage, report: Report): Message | undefined {
		switch (saved.role) {
			case 'system':
			case 'developer':
				return { role: 'system', content: savedContent(saved, report) };
			case 'user':
				return { role: 'user', content: savedContent(saved, report) };
			case 'assistant': {
				const content = savedContent(saved, report);
				const toolCalls = savedCalls(saved, this.messages.length + 1, report);
				this.#open.push(...toolCalls);
				return { role: 'assistant', content, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
			}
			case 'tool':
			case 'function':
				return this.#result(saved, report);
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
				return undefined;
		}
	}

	#result(saved: SavedMessage, report: Report): Message {
		const content = savedContent(saved, report);
		const named = this.#open.find((call) => call.name === saved.name) ?? this.#open[0];
		const toolCallId = saved.tool_call_id ?? named?.id ?? `call_${this.messages.length + 1}`;
		const index = this.#open.findIndex((call) => call.id === toolCallId);
		if (index !== -1) {
			this.#open.splice(index, 1);
		}
		return { role: 'tool', toolCallId, content };
	}
}

const foreignBlocks: readonly unknown[] = ['tool_use', 'tool_result', 'thinking', 'toolCall'];

const chatRoles: readonly string[] = [
	'system',
	'developer',
	'user',
	'assistant',
	'tool',
	'function',
];

/** Whether a message keeps calls and results in blocks, where this reader would not find them. */
function isForeign(value: unknown): boolean {
	const content = savedMessage(value)?.content;
	return (
		Array.isArray(content) &&
		content.some(
			(block: unknown) => hasFields(block) && 'type' in block && foreignBlocks.includes(block.type),
		)
	);
}

function isChatMessage(value: unknown): boolean {
	const saved = savedMessage(value);
	return (
		saved !== undefined &&
		chatRoles.includes(saved.role) &&
		(typeof saved.content === 'string' ||
			Array.isArray(saved.content) ||
			(saved.tool_calls ?? undefined) !== undefined)
	);
}

/**
 * Whether values are chat messages of OpenAI's shape. Anthropic's, Gemini's and others' look much
 * like them, often until the first tool is used.
 */
function areChatMessages(values: readonly unknown[]): boolean {
	return values.some((value) => isChatMessage(value)) && !values.some((value) => isForeign(value));
}

function isRun(value: unknown): boolean {
	const messages = messagesOfRun(value);
	return messages !== undefined && (messages.length === 0 || areChatMessages(messages));
}

/** A request whose tools or settings fill the opening: its messages come later. */
const requestStart = v.union([
	v.object({ tools: v.array(v.unknown()) }),
	v.object({ model: v.string() }),
]);

/** Whether a file that starts like this holds chat messages, in whatever arrangement. */
function isChatOpening(opening: string): boolean {
	const entries = visibleEntries(opening);
	const [start, ...lines] = entries;
	if (areChatMessages(entries) || isRun(start)) {
		return true;
	}
	const isList = opening.trimStart().startsWith('[');
	return (
		!isList &&
		(lines.some((line) => isRun(line)) ||
			(lines.length === 0 && parsedJson(opening) === undefined && v.is(requestStart, start)))
	);
}

/**
 * OpenAI chat messages as programs save them: a list, a request with a list, lists of runs, each in
 * one JSON document or one per line.
 *
 * Stored: wherever a program keeps them. Their version is not read.
 */
export const openAiChat: TranscriptReader = {
	format: 'openai-chat',
	label: 'OpenAI chat',
	detect: isChatOpening,
	read(source, signal) {
		const begin = (): ListedConversation => new ChatConversation();
		const format = { format: 'openai-chat', holds: 'OpenAI chat messages', begin } as const;
		return readMessageLists(source, format, signal);
	},
};
