import type {
	AssistantMessage,
	Content,
	Message,
	Part,
	ToolCall,
	ToolMessage,
} from '../../../messages/message.ts';
import { MessageList } from '../../building/messageList.ts';
import { savedCall, savedFunctionCall, savedMessage, type SavedMessage } from './records.ts';
import type { ListedConversation } from '../messageLists/conversations.ts';
import type { Report } from '../../problems.ts';
import { openAiPart } from '../../building/openAiBlocks.ts';
import { argumentsText, typeOf } from '../../building/shapes.ts';

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
export function contentOf({ content, refusal }: SavedMessage, report: Report): Content {
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
export function callsOf(
	saved: SavedMessage,
	position: number,
	report: Report,
): readonly ToolCall[] {
	const values = saved.tool_calls ?? [];
	const calls = values.map((value) => savedCall(value)).filter((call) => call !== undefined);
	for (let unread = values.length - calls.length; unread > 0; unread -= 1) {
		report('one of its tool calls cannot be read; the call was left out');
	}
	const older = calls.length === 0 ? savedFunctionCall(saved.function_call) : undefined;
	return [...calls, ...(older === undefined ? [] : [older])].map((call, index) => ({
		id: call.id ?? `call_${position}_${index + 1}`,
		name: call.function.name,
		arguments: argumentsText(call.function.arguments),
	}));
}

/** A call that has no result yet. */
interface OpenCall {
	readonly id: string;
	readonly name: string;
}

/**
 * Turns the saved messages of one conversation into ours, one for one and in order: people and
 * models speak of messages by number.
 */
export class SavedConversation implements ListedConversation {
	readonly messages = new MessageList();
	/** Calls in the order they were made; results without an id answer the oldest. */
	readonly #open: OpenCall[] = [];

	/** Adds a saved message; one that cannot be read is reported and left out. */
	add(value: unknown, report: Report): void {
		const saved = savedMessage(value);
		if (saved === undefined) {
			report('it is no chat message; it was left out');
			return;
		}
		const message = this.#read(saved, report);
		if (message !== undefined) {
			this.messages.push(message);
		}
	}

	#read(saved: SavedMessage, report: Report): Message | undefined {
		switch (saved.role) {
			case 'system':
			case 'developer':
				return { role: 'system', content: contentOf(saved, report) };
			case 'user':
				return { role: 'user', content: contentOf(saved, report) };
			case 'assistant':
				return this.#assistant(saved, report);
			case 'tool':
			case 'function':
				return this.#result(saved, report);
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
				return undefined;
		}
	}

	#assistant(saved: SavedMessage, report: Report): AssistantMessage {
		const position = this.messages.length + 1;
		const content = contentOf(saved, report);
		const toolCalls = callsOf(saved, position, report);
		this.#open.push(...toolCalls);
		return toolCalls.length === 0
			? { role: 'assistant', content }
			: { role: 'assistant', content, toolCalls };
	}

	#result(saved: SavedMessage, report: Report): ToolMessage {
		const content = contentOf(saved, report);
		const named = (call: OpenCall): boolean => call.name === saved.name;
		const answered =
			saved.tool_call_id ?? (this.#open.find((call) => named(call)) ?? this.#open[0])?.id;
		const toolCallId = answered ?? `call_${this.messages.length + 1}`;
		const index = this.#open.findIndex((call) => call.id === toolCallId);
		if (index !== -1) {
			this.#open.splice(index, 1);
		}
		return { role: 'tool', toolCallId, content };
	}
}
