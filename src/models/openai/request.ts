import { fieldsOf } from '../../messages/json.ts';
import { toOpenAi } from '../../messages/openAiChat.ts';
import type { ApiMode, ModelRequest, Route, ToolDescription } from '../client.ts';
import type { ProviderError } from '../providerErrors.ts';
import { portableMessages, responsesInput } from './messages.ts';

/** Bodies of requests, as the API's documents have them; what a server refuses is left out or said otherwise. */

/** Fields of a body, named as the API names them. */
type Parameters = Readonly<Record<string, unknown>>;

/** What a server understands of a request. */
export interface Dialect {
	/** The field that bounds the reply. */
	readonly limit: LimitField | 'none';
	/** The first name of that field; there is another to try, but for Responses. */
	readonly firstLimit: LimitField;
	/** Whether usage may be asked for with a stream. */
	readonly streamOptions: boolean;
	/** Whether replies may be asked for as streams. */
	readonly streaming: boolean;
	/** Whether Responses may be told not to keep the conversation. */
	readonly store: boolean;
	/** Whether there may be a system message; else its text begins the first message of the user. */
	readonly systemRole: boolean;
	/** Names of parameters that a client asked for, and that are left out. */
	readonly refused: readonly string[];
}

/** Chat Completions has two names for the longest reply; Responses has one. */
type LimitField = 'max_tokens' | 'max_completion_tokens' | 'max_output_tokens';

/**
 * What a server is spoken to in at first. `max_tokens` everywhere but at OpenAI's own: servers that
 * know only `max_tokens` (Ollama, LM Studio, older llama.cpp, llama-cpp-python) ignore
 * `max_completion_tokens` without a word and write without end, ollama/ollama#7125 and
 * ggml-org/llama.cpp#13700, while models that want `max_completion_tokens` (OpenAI's and Azure's since
 * o1) refuse `max_tokens` with a 400 that says so. So the wrong guess is always heard. OpenAI's own
 * server takes the new name for every model, which saves the refused request.
 */
export function firstDialect(api: ApiMode, baseUrl: string): Dialect {
	const isOpenAi = /(?:^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
	const chatLimit = isOpenAi ? 'max_completion_tokens' : 'max_tokens';
	const limit = api === 'responses' ? 'max_output_tokens' : chatLimit;
	return {
		limit,
		firstLimit: limit,
		streamOptions: true,
		streaming: true,
		store: true,
		systemRole: true,
		refused: [],
	};
}

/** The body of a request. Unless told not to, OpenAI keeps conversations of Responses for a month. */
export function bodyOf(route: Route, request: ModelRequest, dialect: Dialect): Parameters {
	const { maxOutputTokens, tools = [] } = request;
	const stream = route.streaming && dialect.streaming;
	const messages = portableMessages(request.messages, dialect.systemRole);
	const optional = Object.entries(optionalParameters(route.api, request));
	const shared = {
		model: route.model,
		stream,
		...Object.fromEntries(optional.filter(([name]) => !dialect.refused.includes(name))),
		...(dialect.limit === 'none' || maxOutputTokens === undefined
			? {}
			: { [dialect.limit]: maxOutputTokens }),
	};
	if (route.api === 'chat') {
		const functions = tools.map((tool) => ({ type: 'function', function: functionOf(tool) }));
		return {
			...shared,
			messages: messages.map(toOpenAi),
			...(tools.length === 0 ? {} : { tools: functions }),
			...(stream && dialect.streamOptions ? { stream_options: { include_usage: true } } : {}),
		};
	}
	// Unless told not to, OpenAI rewrites schemas to check calls by.
	const functions = tools.map((tool) => ({ type: 'function', ...functionOf(tool), strict: false }));
	return {
		...shared,
		input: responsesInput(messages),
		...(tools.length === 0 ? {} : { tools: functions }),
		...(dialect.store ? { store: false } : {}),
	};
}

/** OpenAI refuses a schema without `type` and `properties`. */
function functionOf({ name, description, inputSchema }: ToolDescription): object {
	return { name, description, parameters: { type: 'object', properties: {}, ...inputSchema } };
}

/**
 * Parameters that a client may ask for and a server may refuse. Temperature is not sent unless a client
 * asks for it: newer models refuse any but their own.
 */
function optionalParameters(
	api: ApiMode,
	{ tools = [], toolChoice, options = {} }: ModelRequest,
): Parameters {
	const { temperature, top_p, seed, stop, reasoning_effort } = options;
	// Refused where there are no tools.
	const offered = tools.length > 0;
	const effort = reasoning_effort ?? fieldsOf(options['reasoning'])['effort'];
	const asked = {
		temperature,
		top_p,
		parallel_tool_calls: offered ? options['parallel_tool_calls'] : undefined,
		tool_choice: offered && toolChoice === 'required' ? 'required' : undefined,
		...(api === 'chat'
			? { seed, stop, reasoning_effort }
			: { reasoning: effort ? { effort } : undefined }),
	};
	return Object.fromEntries(
		Object.entries(asked).filter(
			([, value]) => value !== undefined && value !== null && value !== '',
		),
	);
}

/** How servers say that they do not know a parameter, rather than that its value is wrong. */
const refusing =
	/unsupported|not supported|n['’]t support|not support|unknown|unrecognized|unexpected|not permitted|not allowed|extra (?:inputs|fields)|extra_forbidden|additional propert|must be verified|only supports?\b|invalid (?:parameter|field|argument)/;

/** Statuses parameters are refused with: 422 by FastAPI, 500 by templates of chat models. */
const refusingStatuses: readonly (number | undefined)[] = [400, 404, 422, 500, 501, undefined];

/**
 * How to speak after a refusal; `undefined` where the error is about something else, or there is
 * nothing left to change. Every change is in one direction, so asking again comes to an end.
 */
export function dialectAfter(
	dialect: Dialect,
	error: ProviderError,
	{ api, streaming }: Pick<Route, 'api' | 'streaming'>,
	request: ModelRequest,
): Dialect | undefined {
	const words = `${error.codes} ${error.words}`.toLowerCase();
	if (!refusingStatuses.includes(error.status) || !refusing.test(words)) {
		return undefined;
	}
	const isStream = streaming && dialect.streaming;
	if (isStream && dialect.streamOptions && /stream_options|include_usage/.test(words)) {
		return { ...dialect, streamOptions: false };
	}
	// OpenAI names both fields of the limit, the refused one first.
	if (dialect.limit !== 'none' && placeOf(dialect.limit, words) >= 0) {
		return { ...dialect, limit: nextLimit(dialect) };
	}
	if (dialect.store && placeOf('store', words) >= 0) {
		return { ...dialect, store: false };
	}
	const system = /system (?:role|message|instruction)|role[^.]{0,60}system|system['"`]* role/.test(
		words,
	);
	if (dialect.systemRole && system) {
		return { ...dialect, systemRole: false };
	}
	// The name that comes first: "'temperature' is not supported with reasoning models" names two.
	const [named] = Object.keys(optionalParameters(api, request))
		.filter((name) => !dialect.refused.includes(name) && placeOf(name, words) >= 0)
		.toSorted((one, other) => placeOf(one, words) - placeOf(other, words));
	if (named !== undefined) {
		return { ...dialect, refused: [...dialect.refused, named] };
	}
	// "Your organization must be verified to stream this model", "'stream' does not support true".
	return isStream && /\bstream(?:ing)?\b/.test(words)
		? { ...dialect, streaming: false }
		: undefined;
}

function placeOf(name: string, words: string): number {
	return words.search(new RegExp(`\\b${name}\\b`));
}

/** The other name where there is one, then none at all. */
function nextLimit({ limit, firstLimit }: Dialect): Dialect['limit'] {
	if (limit !== firstLimit || limit === 'max_output_tokens') {
		return 'none';
	}
	return limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
}
