import { documentType, type Content, type Message } from './message.ts';

/** OpenAI requires a document's name, which no log records. */
export const documentName = 'document.pdf';

/** Content in the format of OpenAI's chat API. */
type OpenAiContent =
	| string
	| null
	| readonly (
			| { readonly type: 'text'; readonly text: string }
			| { readonly type: 'image_url'; readonly image_url: { readonly url: string } }
			| {
					readonly type: 'file';
					readonly file: { readonly filename: string; readonly file_data: string };
			  }
	  )[];

/** One message in the format of OpenAI's chat API. */
export interface OpenAiMessage {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content: OpenAiContent;
	readonly tool_calls?: readonly {
		readonly id: string;
		readonly type: 'function';
		readonly function: { readonly name: string; readonly arguments: string };
	}[];
	readonly tool_call_id?: string;
}

function toOpenAiContent(content: Content): OpenAiContent {
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

/** The message in OpenAI's chat shape; an assistant that only calls tools has `null` content. */
export function toOpenAi(message: Message): OpenAiMessage {
	const content = toOpenAiContent(message.content);
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
