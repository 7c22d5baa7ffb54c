import {
	hasImage,
	imagePlaceholder,
	isBlank,
	textOf,
	type Content,
	type ImagePart,
	type Message,
	type Part,
	type UserMessage,
	partsOf,
} from '../../messages/message.ts';
import { isJsonObject } from './toolCallDrafts.ts';

/** What a tool's result says where it is empty: some servers refuse empty ones. */
const emptyResult = '[empty]';

/**
 * Messages in a form that every server takes: images only in messages of the user, texts as strings
 * where there are no images, arguments of calls as JSON objects. Nothing that was said is lost.
 * @param systemRole Whether there may be a system message; else its text begins the first message of
 * the user.
 */
export function portableMessages(
	messages: readonly Message[],
	systemRole: boolean,
): readonly Message[] {
	const portable = withImagesBehindResults(messages).map((message) => portableMessage(message));
	return systemRole ? portable : withoutSystemRole(portable);
}

function portableMessage(message: Message): Message {
	const text = textOf(message.content);
	switch (message.role) {
		case 'user':
			return hasImage(message.content)
				? { ...message, content: partsOf(message.content) }
				: { ...message, content: text };
		case 'tool':
			return { ...message, content: isBlank(message.content) ? emptyResult : text };
		case 'assistant':
			return message.toolCalls === undefined
				? { ...message, content: text }
				: {
						...message,
						content: text,
						toolCalls: message.toolCalls.map((call) => ({
							...call,
							arguments: objectText(call.arguments),
						})),
					};
		case 'system':
			return { ...message, content: text };
	}
}

/** Arguments as a JSON object: some servers parse them, and refuse the request where they cannot. */
function objectText(text: string): string {
	if (text.trim() === '') {
		return '{}';
	}
	return isJsonObject(text) ? text : JSON.stringify({ input: text });
}

/** Both APIs know results of text only: their images follow the last result of the group. */
function withImagesBehindResults(messages: readonly Message[]): readonly Message[] {
	const sent: Message[] = [];
	let images: readonly Part[] = [];
	for (const message of messages) {
		if (message.role === 'tool') {
			sent.push(message);
			images = [...images, ...imagesOfResult(message.toolCallId, message.content)];
		} else if (images.length === 0) {
			sent.push(message);
		} else {
			// Two messages of the user in a row are refused by some servers.
			sent.push(
				...(message.role === 'user'
					? [{ ...message, content: [...images, ...partsOf(message.content)] }]
					: [imageMessage(images), message]),
			);
			images = [];
		}
	}
	return images.length === 0 ? sent : [...sent, imageMessage(images)];
}

function imageMessage(images: readonly Part[]): UserMessage {
	return { role: 'user', content: images };
}

function imagesOfResult(toolCallId: string, content: Content): readonly Part[] {
	const images = partsOf(content).filter((part): part is ImagePart => part.type === 'image');
	const text = `${imagePlaceholder} of the result of the tool call ${toolCallId}:`;
	return images.length === 0 ? [] : [{ type: 'text', text }, ...images];
}

function withoutSystemRole(messages: readonly Message[]): readonly Message[] {
	const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
	if (texts.length === 0) {
		return messages;
	}
	const system = texts.map((content) => textOf(content)).join('\n\n');
	const others = messages.filter(({ role }) => role !== 'system');
	const first = others.findIndex(({ role }) => role === 'user');
	return first < 0
		? [{ role: 'user', content: system }, ...others]
		: others.map((message, index) =>
				index === first ? { ...message, content: behind(system, message.content) } : message,
			);
}

function behind(text: string, content: Content): Content {
	return typeof content === 'string'
		? `${text}\n\n${content}`
		: [{ type: 'text', text }, ...content];
}
