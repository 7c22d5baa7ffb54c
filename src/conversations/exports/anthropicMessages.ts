import {
	type AssistantMessage,
	type Content,
	hasImage,
	documentType,
	placeholderOf,
	type Message,
	type Part,
	partsOf,
	textOf,
	toolCallsOf,
	type ToolMessage,
} from '../../messages/message.ts';
import { base64Image } from './session.ts';

/** A row of the request: roles alternate. */
interface Row {
	readonly role: 'user' | 'assistant';
	readonly content: string | readonly object[];
}

/** The `system` and `messages` of a request to Anthropic's Messages API. */
export function anthropicMessages(messages: readonly Message[]): string {
	const system = messages.find(({ role }) => role === 'system');
	const document = {
		...(system === undefined ? {} : { system: textOf(system.content) }),
		messages: rowsOf(messages),
	};
	return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Results belong to the user role, in one row with the user's next message. */
function rowsOf(messages: readonly Message[]): readonly Row[] {
	const rows: Row[] = [];
	let results: object[] = [];
	const closeResults = (): void => {
		if (results.length > 0) {
			rows.push({ role: 'user', content: results });
			results = [];
		}
	};
	for (const message of messages) {
		switch (message.role) {
			case 'system':
				break;
			case 'tool':
				results.push(resultBlock(message));
				break;
			case 'user':
				rows.push({
					role: 'user',
					content:
						results.length === 0
							? anthropicContent(message.content)
							: [...results, ...blocksOf(message.content)],
				});
				results = [];
				break;
			case 'assistant':
				closeResults();
				rows.push({
					role: 'assistant',
					// A final assistant message may not end with white space.
					content: assistantBlocks(
						message === messages.at(-1)
							? { ...message, content: textOf(message.content).trimEnd() }
							: message,
					),
				});
				break;
		}
	}
	closeResults();
	return rows;
}

/** Blocks of Anthropic's Messages API, as in requests and in Claude Code's files. */

type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** Media types the API takes. */
const images: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Content of the user or of a result: a string without images, blocks with them. */
export function anthropicContent(content: Content): string | readonly Block[] {
	return typeof content !== 'string' && hasImage(content) ? blocksOf(content) : textOf(content);
}

/** Content as blocks; blank text is omitted because the API rejects it. */
function blocksOf(content: Content): readonly Block[] {
	return partsOf(content).map(blockOf);
}

function blockOf(part: Part): Block {
	if (part.type === 'text') {
		return { type: 'text', text: part.text };
	}
	const image = base64Image(part.url);
	if (image !== undefined && images.includes(image.mediaType)) {
		const { mediaType: media_type, data } = image;
		return { type: 'image', source: { type: 'base64', media_type, data } };
	}
	if (image?.mediaType === documentType) {
		const { mediaType: media_type, data } = image;
		return { type: 'document', source: { type: 'base64', media_type, data } };
	}
	return part.url.startsWith('https://')
		? { type: 'image', source: { type: 'url', url: part.url } }
		: { type: 'text', text: placeholderOf(part) };
}

/** An assistant's text and calls. Images are omitted: the API does not accept them from the assistant. */
export function assistantBlocks(message: AssistantMessage): readonly Block[] {
	const calls = toolCallsOf(message).map(({ id, name, arguments: text }) => ({
		type: 'tool_use',
		id,
		name,
		input: JSON.parse(text) as unknown,
	}));
	return [...blocksOf(textOf(message.content)), ...calls];
}

/** A result of a tool. */
export function resultBlock({ toolCallId, content, isError }: ToolMessage): Block {
	return {
		type: 'tool_result',
		tool_use_id: toolCallId,
		content: anthropicContent(content),
		...(isError === true ? { is_error: true } : {}),
	};
}
