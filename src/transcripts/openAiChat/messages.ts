import type {
	AssistantMessage,
	Content,
	Message,
	Part,
	ToolCall,
	ToolMessage,
} from '../../messages/message.ts';
import { MessageList } from '../messageList.ts';
import {
	savedBlock,
	savedCall,
	savedFunctionCall,
	savedMessage,
	type SavedBlock,
	type SavedMessage,
} from './records.ts';

/** Tells what is wrong with the message at hand; a sentence. */
export type Report = (message: string) => void;

function partOf(block: SavedBlock): Part {
	switch (block.type) {
		case 'text':
		case 'input_text':
		case 'output_text':
			return { type: 'text', text: block.text };
		case 'refusal':
			return { type: 'text', text: block.refusal };
		case 'image_url':
		case 'input_image': {
			const url = typeof block.image_url === 'string' ? block.image_url : block.image_url.url;
			return { type: 'image', mediaType: /^data:([^;,]*)/.exec(url)?.[1] ?? '', url };
		}
	}
}

function typeOf(value: unknown): string {
	const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : '';
	return typeof type === 'string' && type !== '' ? type : 'unknown';
}

function markFor(value: unknown, report: Report): Part {
	const type = typeOf(value);
	report(`a block of type "${type}" cannot be shown; [${type}] stands for it`);
	return { type: 'text', text: `[${type}]` };
}

function contentOf({ content, refusal }: SavedMessage, report: Report): Content {
	if (typeof content === 'string') {
		return content;
	}
	if (Array.isArray(content)) {
		return content.map((item) => {
			const block = savedBlock(item);
			return block === undefined ? markFor(item, report) : partOf(block);
		});
	}
	if (content === null || content === undefined) {
		return refusal ?? '';
	}
	report('its content is neither text nor a list of blocks; it is shown as JSON');
	return JSON.stringify(content);
}

function argumentsOf(value: unknown): string {
	if (typeof value === 'string') {
		return value === '' ? '{}' : value;
	}
	return JSON.stringify(value ?? {});
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
export class SavedConversation {
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
		const content = contentOf(saved, report);
		const toolCalls: ToolCall[] = [];
		for (const value of saved.tool_calls ?? []) {
			const call = savedCall(value);
			if (call === undefined) {
				report('one of its tool calls cannot be read; the call was left out');
			} else {
				toolCalls.push(this.#call(call.id, call.function, toolCalls.length));
			}
		}
		const older = toolCalls.length === 0 ? savedFunctionCall(saved.function_call) : undefined;
		if (older !== undefined) {
			toolCalls.push(this.#call(older.id, older.function, 0));
		}
		this.#open.push(...toolCalls);
		return toolCalls.length === 0
			? { role: 'assistant', content }
			: { role: 'assistant', content, toolCalls };
	}

	/** A call without an id gets one that is the same each time the file is read. */
	#call(
		id: string | null | undefined,
		called: { readonly name: string; readonly arguments?: unknown },
		index: number,
	): ToolCall {
		return {
			id: id ?? `call_${this.messages.length + 1}_${index + 1}`,
			name: called.name,
			arguments: argumentsOf(called.arguments),
		};
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
