import { documentType, type Content, type Message } from '../../messages/message.ts';

/** OpenAI requires a document's name, which no log records. */
export const documentName = 'document.pdf';

/** The message in OpenAI's chat shape; an assistant that only calls tools has `null` content. */
export function toOpenAi(message: Message): object {
	const content = contentOf(message.content);
	switch (message.role) {
		case 'tool':
			return { role: 'tool', tool_call_id: message.toolCallId, content };
		case 'assistant':
			if (message.toolCalls === undefined || message.toolCalls.length === 0) {
				return { role: 'assistant', content };
			}
			return {
				role: 'assistant',
				content: content === '' ? null : content,
				tool_calls: message.toolCalls.map((call) => ({
					id: call.id,
					type: 'function',
					function: { name: call.name, arguments: call.arguments },
				})),
			};
		case 'system':
		case 'user':
			return { role: message.role, content };
	}
}

function contentOf(content: Content): string | readonly object[] {
	if (typeof content === 'string') {
		return content;
	}
	return content.map((part) =>
		part.type === 'text'
			? { type: 'text', text: part.text }
			: part.mediaType === documentType
				? { type: 'file', file: { filename: documentName, file_data: part.url } }
				: { type: 'image_url', image_url: { url: part.url } },
	);
}
