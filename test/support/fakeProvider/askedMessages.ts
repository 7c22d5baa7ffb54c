import type { Content, Message, Part, ToolCall } from '../../../src/messages/message.ts';
import type { ReceivedRequest } from './received.ts';

/**
 * The messages of a request, read as strictly as the strictest server reads them.
 * @throws Where a message has a shape that not every server takes.
 */
export function askedMessages({ api, body }: Pick<ReceivedRequest, 'api' | 'body'>): Message[] {
	return api === 'responses'
		? ofResponses(listOf(body['input']))
		: ofChat(listOf(body['messages']));
}

type Fields = Readonly<Record<string, unknown>>;

function ofChat(rows: readonly Fields[]): Message[] {
	return rows.map((row): Message => {
		const { role, content } = row;
		switch (role) {
			case 'system':
				return { role, content: textIn(content) };
			case 'user':
				return { role, content: contentIn(content) };
			case 'tool':
				return { role, toolCallId: textIn(row['tool_call_id']), content: textIn(content) };
			case 'assistant': {
				const toolCalls = listOf(row['tool_calls'] ?? []).map((call): ToolCall => {
					expect(call['type'] === 'function', 'a call that is no function');
					const { name, arguments: text } = fieldsIn(call['function']);
					return { id: textIn(call['id']), name: textIn(name), arguments: textIn(text) };
				});
				const text = content === null && toolCalls.length > 0 ? '' : textIn(content);
				return toolCalls.length === 0
					? { role, content: text }
					: { role, content: text, toolCalls };
			}
			default:
				throw new Error(`no role: ${String(role)}`);
		}
	});
}

function ofResponses(items: readonly Fields[]): Message[] {
	const messages: Message[] = [];
	for (const item of items) {
		const { role, content } = item;
		if (item['type'] === 'function_call') {
			const call: ToolCall = {
				id: textIn(item['call_id']),
				name: textIn(item['name']),
				arguments: textIn(item['arguments']),
			};
			// Calls belong to the text before them, and to each other.
			const before = messages.at(-1);
			const said = before?.role === 'assistant' ? messages.pop() : undefined;
			const calls = said?.role === 'assistant' ? (said.toolCalls ?? []) : [];
			messages.push({
				role: 'assistant',
				content: said?.content ?? '',
				toolCalls: [...calls, call],
			});
		} else if (item['type'] === 'function_call_output') {
			const toolCallId = textIn(item['call_id']);
			messages.push({ role: 'tool', toolCallId, content: textIn(item['output']) });
		} else if (role === 'user') {
			messages.push({ role, content: contentIn(content) });
		} else {
			expect(role === 'system' || role === 'assistant', `no role: ${String(role)}`);
			messages.push({ role, content: textIn(content) });
		}
	}
	return messages;
}

/** Text, or text and images, in the words of either API. */
function contentIn(content: unknown): Content {
	return typeof content === 'string'
		? content
		: listOf(content).map((part): Part => {
				switch (part['type']) {
					case 'text':
					case 'input_text':
						return { type: 'text', text: textIn(part['text']) };
					case 'image_url':
						return imageIn(fieldsIn(part['image_url'])['url']);
					case 'input_image':
						expect(part['detail'] === 'auto', 'an image without its detail');
						return imageIn(part['image_url']);
					default:
						throw new Error(`no part of a message: ${String(part['type'])}`);
				}
			});
}

function imageIn(value: unknown): Part {
	const url = textIn(value);
	return { type: 'image', mediaType: /^data:([^;,]+)/.exec(url)?.[1] ?? '', url };
}

function textIn(value: unknown): string {
	expect(typeof value === 'string', `no text: ${JSON.stringify(value)}`);
	return value;
}

function listOf(value: unknown): readonly Fields[] {
	expect(Array.isArray(value), `no list: ${JSON.stringify(value)}`);
	return value.map((element) => fieldsIn(element));
}

function fieldsIn(value: unknown): Fields {
	expect(typeof value === 'object' && value !== null, `no object: ${JSON.stringify(value)}`);
	return value as Fields;
}

function expect(holds: boolean, what: string): asserts holds {
	if (!holds) {
		throw new Error(what);
	}
}
