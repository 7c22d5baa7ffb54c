import { hasFields, parsedJson } from '../../messages/json.ts';
import {
	hasImage,
	imagePlaceholder,
	isBlank,
	partsOf,
	textOf,
	toolCallsOf,
	type Content,
	type ImagePart,
	type Message,
	type Part,
} from '../../messages/message.ts';

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
			return { ...message, content: hasImage(message.content) ? partsOf(message.content) : text };
		case 'tool':
			return { ...message, content: isBlank(message.content) ? emptyResult : text };
		case 'assistant': {
			const calls = message.toolCalls?.map((call) => ({
				...call,
				arguments: objectText(call.arguments),
			}));
			return { ...message, content: text, ...(calls === undefined ? {} : { toolCalls: calls }) };
		}
		case 'system':
			return { ...message, content: text };
	}
}

/** Arguments as a JSON object: some servers parse them, and refuse the request where they cannot. */
function objectText(text: string): string {
	if (text.trim() === '') {
		return '{}';
	}
	return hasFields(parsedJson(text)) ? text : JSON.stringify({ input: text });
}

/** Both APIs know results of text only: their images follow the last result of the group. */
function withImagesBehindResults(messages: readonly Message[]): readonly Message[] {
	const sent: Message[] = [];
	let images: readonly Part[] = [];
	for (const message of messages) {
		if (message.role === 'tool') {
			images = [...images, ...imagesOfResult(message.toolCallId, message.content)];
		} else if (images.length > 0) {
			// Two messages of the user in a row are refused by some servers.
			const isUser = message.role === 'user';
			const content = isUser ? [...images, ...partsOf(message.content)] : images;
			sent.push({ role: 'user', content });
			images = [];
			if (isUser) {
				continue;
			}
		}
		sent.push(message);
	}
	return images.length === 0 ? sent : [...sent, { role: 'user', content: images }];
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

/** The input of a request to Responses: messages, and calls and results as items beside them. */
export function responsesInput(messages: readonly Message[]): readonly object[] {
	return messages.flatMap((message): readonly object[] => {
		const text = textOf(message.content);
		switch (message.role) {
			case 'system':
				return [{ role: 'system', content: text }];
			case 'user':
				return [{ role: 'user', content: inputOf(message.content) }];
			case 'tool':
				return [{ type: 'function_call_output', call_id: message.toolCallId, output: text }];
			case 'assistant': {
				const calls = toolCallsOf(message).map(({ id, name, arguments: values }) => ({
					type: 'function_call',
					call_id: id,
					name,
					arguments: values,
				}));
				const said = text === '' && calls.length > 0 ? [] : [{ role: 'assistant', content: text }];
				return [...said, ...calls];
			}
		}
	});
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
