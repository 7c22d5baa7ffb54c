import { textOf, toolCallsOf, type Content, type Message } from '../../messages/message.ts';

/** The input of a request to Responses: messages, and calls and results as items beside them. */
export function responsesInput(messages: readonly Message[]): readonly object[] {
	return messages.flatMap((message) => itemsOf(message));
}

function itemsOf(message: Message): readonly object[] {
	switch (message.role) {
		case 'system':
			return [{ role: 'system', content: textOf(message.content) }];
		case 'user':
			return [{ role: 'user', content: inputOf(message.content) }];
		case 'tool':
			return [
				{
					type: 'function_call_output',
					call_id: message.toolCallId,
					output: textOf(message.content),
				},
			];
		case 'assistant': {
			const content = textOf(message.content);
			const calls = toolCallsOf(message).map(({ id, name, arguments: text }) => ({
				type: 'function_call',
				call_id: id,
				name,
				arguments: text,
			}));
			return content === '' && calls.length > 0
				? calls
				: [{ role: 'assistant', content }, ...calls];
		}
	}
}

/** Text alone goes as a string, which stands for one part of input or output text, as the role says. */
function inputOf(content: Content): unknown {
	return typeof content === 'string'
		? content
		: content.map((part) =>
				part.type === 'text'
					? { type: 'input_text', text: part.text }
					: // Servers that check the shape strictly want the detail, though it has a default.
						{ type: 'input_image', image_url: part.url, detail: 'auto' },
			);
}
