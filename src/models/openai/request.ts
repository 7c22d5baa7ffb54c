import { fieldsOf, hasFields, parsedJson } from '../../messages/json.ts';
import {
	hasImage,
	documentType,
	imagePlaceholder,
	isBlank,
	partsOf,
	textOf,
	toolCallsOf,
	type Content,
	type Message,
	type Part,
} from '../../messages/message.ts';
import { documentName, toOpenAi } from './chatMessage.ts';
import type { ModelRequest, Route, ToolDescription } from '../client.ts';
import type { ProviderError } from '../providerErrors.ts';

/** Bodies of requests, as documented by the API; parameters that a server rejects are omitted or replaced. */

/** The body of a request, with the API's names. */
export type Body = Readonly<Record<string, unknown>>;

/**
 * Fields that limit the reply, in the order they are tried. `max_tokens` everywhere except on OpenAI's own server:
 * servers that know only `max_tokens` (Ollama, LM Studio, older llama.cpp, llama-cpp-python) silently ignore
 * `max_completion_tokens` and write without end, ollama/ollama#7125 and ggml-org/llama.cpp#13700, while models that
 * require `max_completion_tokens` (OpenAI's and Azure's since o1) reject `max_tokens` with a 400 that says so. So a
 * wrong guess is always detected. OpenAI's own server accepts the new name for every model, which saves the rejected
 * request.
 */
function limitFields({ api, baseUrl }: Route): readonly string[] {
	if (api === 'responses') {
		return ['max_output_tokens'];
	}
	const isOpenAi = /(?:^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
	const fields = ['max_tokens', 'max_completion_tokens'];
	return isOpenAi ? fields.reverse() : fields;
}

/**
 * The body of a request. By default, OpenAI keeps conversations of Responses for a month; that is turned off.
 * @param refused Names of parameters that the server rejects; `system` for the role.
 */
export function bodyOf(route: Route, request: ModelRequest, refused: readonly string[]): Body {
	const { maxOutputTokens, tools = [] } = request;
	const isChat = route.api === 'chat';
	const stream = route.streaming && !refused.includes('stream');
	const messages = portableMessages(request.messages, !refused.includes('system'));
	const limit = limitFields(route).find((name) => !refused.includes(name));
	const refusable: Readonly<Record<string, unknown>> = {
		...optionalFields(isChat, request),
		...(limit === undefined ? {} : { [limit]: maxOutputTokens }),
		...(isChat
			? { stream_options: stream ? { include_usage: true } : undefined }
			: { store: false }),
	};
	const sent = Object.entries(refusable).filter(
		([name, value]) =>
			value !== undefined && value !== null && value !== '' && !refused.includes(name),
	);
	const functions = tools.map((tool) =>
		isChat
			? { type: 'function', function: functionOf(tool) }
			: // By default, OpenAI rewrites schemas to check calls by.
				{ type: 'function', ...functionOf(tool), strict: false },
	);
	return {
		model: route.model,
		stream,
		...Object.fromEntries(sent),
		...(isChat ? { messages: messages.map(toOpenAi) } : { input: responsesInput(messages) }),
		...(tools.length === 0 ? {} : { tools: functions }),
	};
}

/** OpenAI rejects a schema without `type` and `properties`. */
function functionOf({ name, description, inputSchema }: ToolDescription): object {
	return { name, description, parameters: { type: 'object', properties: {}, ...inputSchema } };
}

/**
 * A client's options besides messages and tools. Temperature is sent only if a client sets it: newer models reject any
 * except their default.
 */
function optionalFields(
	isChat: boolean,
	{ tools = [], toolChoice, options = {} }: ModelRequest,
): Readonly<Record<string, unknown>> {
	const { temperature, top_p, seed, stop, reasoning_effort } = options;
	const effort = reasoning_effort ?? fieldsOf(options['reasoning'])['effort'];
	// Rejected if there are no tools.
	const forTools = {
		parallel_tool_calls: options['parallel_tool_calls'],
		tool_choice: toolChoice === 'required' ? 'required' : undefined,
	};
	return {
		temperature,
		top_p,
		...(tools.length > 0 ? forTools : {}),
		...(isChat ? { seed, stop, reasoning_effort } : { reasoning: effort ? { effort } : undefined }),
	};
}

/** Phrases of servers for an unknown parameter, as opposed to an invalid value. */
const refusing =
	/unsupported|not supported|n['’]t support|not support|unknown|unrecognized|unexpected|not permitted|not allowed|extra (?:inputs|fields)|extra_forbidden|additional propert|must be verified|only supports?\b|invalid (?:parameter|field|argument)/;

/** Statuses of rejected parameters: 422 by FastAPI, 500 by templates of chat models. */
const refusingStatuses: readonly (number | undefined)[] = [400, 404, 422, 500, 501, undefined];

/** Fields that every request needs. */
const needed: readonly string[] = ['model', 'messages', 'input', 'tools'];

/** Names in errors for things without a field of that name. */
const otherNames: Readonly<Record<string, RegExp>> = {
	stream_options: /stream_options|include_usage/,
	stream: /\bstream(?:ing)?\b/,
	system: /system (?:role|message|instruction)|role[^.]{0,60}system|system['"`]* role/,
};

/**
 * The rejected parameters after an error; `undefined` if the error has another cause, or there is nothing left to
 * change. Changes are never reverted, so repeating the request terminates.
 */
export function refusedAfter(
	refused: readonly string[],
	error: ProviderError,
	body: Body,
): readonly string[] | undefined {
	const words = `${error.codes} ${error.words}`.toLowerCase();
	if (!refusingStatuses.includes(error.status) || !refusing.test(words)) {
		return undefined;
	}
	const placeOf = (name: string): number =>
		words.search(otherNames[name] ?? new RegExp(`\\b${name}\\b`));
	// The name that comes first: "'temperature' is not supported with reasoning models" names two.
	const [named] = [...Object.keys(body), 'system']
		.filter((name) => !needed.includes(name) && !refused.includes(name) && name !== 'stream')
		.filter((name) => placeOf(name) >= 0)
		.toSorted((one, other) => placeOf(one) - placeOf(other));
	// "Your organization must be verified to stream this model", "'stream' does not support true".
	const isStream = body['stream'] === true && placeOf('stream') >= 0;
	const found = named ?? (isStream ? 'stream' : undefined);
	return found === undefined ? undefined : [...refused, found];
}

/** Text of an empty tool result: some servers reject empty ones. */
const emptyResult = '[empty]';

/**
 * Messages in a form that every server accepts: images only in user messages, texts as strings if there are no images,
 * arguments of calls as JSON objects. No content is lost.
 * @param systemRole Whether a system message is allowed; else its text begins the first user message.
 */
export function portableMessages(
	messages: readonly Message[],
	systemRole: boolean,
): readonly Message[] {
	const portable = withImagesAfterResults(messages).map((message): Message => {
		const text = textOf(message.content);
		switch (message.role) {
			case 'user':
				return { ...message, content: hasImage(message.content) ? partsOf(message.content) : text };
			case 'tool':
				return { ...message, content: isBlank(message.content) ? emptyResult : text };
			case 'assistant': {
				const toolCalls = toolCallsOf(message).map((call) => ({
					...call,
					arguments: objectText(call.arguments),
				}));
				return { ...message, content: text, ...(toolCalls.length === 0 ? {} : { toolCalls }) };
			}
			case 'system':
				return { ...message, content: text };
		}
	});
	return systemRole ? portable : withoutSystemRole(portable);
}

/** Arguments as a JSON object: some servers parse them, and reject the request if they cannot. */
function objectText(text: string): string {
	if (text.trim() === '') {
		return '{}';
	}
	return hasFields(parsedJson(text)) ? text : JSON.stringify({ input: text });
}

/** Both APIs support only text in results: their images follow the last result of the group. */
function withImagesAfterResults(messages: readonly Message[]): readonly Message[] {
	const sent: Message[] = [];
	let images: readonly Part[] = [];
	for (const message of messages) {
		if (message.role === 'tool') {
			const found = partsOf(message.content).filter(({ type }) => type === 'image');
			const text = `${imagePlaceholder} of the result of the tool call ${message.toolCallId}:`;
			images = found.length === 0 ? images : [...images, { type: 'text', text }, ...found];
		} else if (images.length > 0) {
			// Some servers reject two consecutive user messages.
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

function withoutSystemRole(messages: readonly Message[]): readonly Message[] {
	const others = messages.filter(({ role }) => role !== 'system');
	if (others.length === messages.length) {
		return messages;
	}
	const texts = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
	const text = texts.map((content) => textOf(content)).join('\n\n');
	const first = others.findIndex(({ role }) => role === 'user');
	return first < 0
		? [{ role: 'user', content: text }, ...others]
		: others.map((message, index) =>
				index === first ? { ...message, content: prefixed(text, message.content) } : message,
			);
}

function prefixed(text: string, content: Content): Content {
	return typeof content === 'string'
		? `${text}\n\n${content}`
		: [{ type: 'text', text }, ...content];
}

/** The input of a request to Responses: messages, with calls and results as separate items. */
function responsesInput(messages: readonly Message[]): readonly object[] {
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
				const texts = text === '' && calls.length > 0 ? [] : [{ role: 'assistant', content: text }];
				return [...texts, ...calls];
			}
		}
	});
}

/** Text alone is sent as a string, which the API reads as one part of input or output text, depending on the role. */
function inputOf(content: Content): unknown {
	return typeof content === 'string'
		? content
		: content.map((part) =>
				part.type === 'text'
					? { type: 'input_text', text: part.text }
					: part.mediaType === documentType
						? { type: 'input_file', filename: documentName, file_data: part.url }
						: // Servers that check the shape strictly require the detail, though it has a default.
							{ type: 'input_image', image_url: part.url, detail: 'auto' },
			);
}
