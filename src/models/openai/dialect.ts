import type { ApiMode } from '../client.ts';
import type { ProviderError } from '../providerErrors.ts';

/**
 * What a server understands of a request. All start out as the API's documents have it; what a server
 * refuses is left out or said otherwise from then on.
 */
export interface Dialect {
	/** The field that bounds the reply. */
	readonly limit: LimitField | 'none';
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

/** What of a request is known to have been sent, and may be what was refused. */
export interface SentParameters {
	/** Whether it asked for a stream. */
	readonly streaming: boolean;
	/** Names of the parameters that a client asked for. */
	readonly optional: readonly string[];
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
	return {
		limit: firstLimit(api, baseUrl),
		streamOptions: true,
		streaming: true,
		store: true,
		systemRole: true,
		refused: [],
	};
}

function firstLimit(api: ApiMode, baseUrl: string): LimitField {
	if (api === 'responses') {
		return 'max_output_tokens';
	}
	const openAi = /(?:^|\.)api\.openai\.com$/.test(new URL(baseUrl).hostname);
	return openAi ? 'max_completion_tokens' : 'max_tokens';
}

/** How servers say that they do not know a parameter, rather than that its value is wrong. */
const refusing =
	/unsupported|not supported|n['’]t support|not support|unknown|unrecognized|unexpected|not permitted|not allowed|extra (?:inputs|fields)|extra_forbidden|additional propert|must be verified|only supports?\b|invalid (?:parameter|field|argument)/;

/** Statuses parameters are refused with: 422 by FastAPI, 500 by templates of chat models. */
const refusingStatuses: readonly (number | undefined)[] = [400, 404, 422, 500, 501, undefined];

/**
 * How to speak after a refusal; `undefined` where the error is about something else, or there is
 * nothing left to change. Every change is in one direction, so asking again comes to an end.
 * @param first How the server was spoken to at first.
 * @param sent What the refused request asked for.
 */
export function dialectAfter(
	dialect: Dialect,
	error: ProviderError,
	first: Dialect,
	{ streaming, optional }: SentParameters,
): Dialect | undefined {
	const words = `${error.codes} ${error.words}`.toLowerCase();
	if (!refusingStatuses.includes(error.status) || !refusing.test(words)) {
		return undefined;
	}
	if (streaming && dialect.streamOptions && /stream_options|include_usage/.test(words)) {
		return { ...dialect, streamOptions: false };
	}
	if (dialect.limit !== 'none' && namesLimit(words, dialect.limit)) {
		return { ...dialect, limit: nextLimit(dialect.limit, first.limit) };
	}
	if (dialect.store && /\bstore\b/.test(words)) {
		return { ...dialect, store: false };
	}
	if (
		dialect.systemRole &&
		/system (?:role|message|instruction)|role[^.]{0,60}system|system['"`]* role/.test(words)
	) {
		return { ...dialect, systemRole: false };
	}
	const named = firstNamed(
		words,
		optional.filter((name) => !dialect.refused.includes(name)),
	);
	if (named !== undefined) {
		return { ...dialect, refused: [...dialect.refused, named] };
	}
	// "Your organization must be verified to stream this model", "'stream' does not support true".
	if (streaming && dialect.streaming && /\bstream(?:ing)?\b/.test(words)) {
		return { ...dialect, streaming: false };
	}
	return undefined;
}

/** Whether the field that was sent is named. OpenAI names both, the refused one first. */
function namesLimit(words: string, limit: string): boolean {
	return new RegExp(`\\b${limit}\\b`).test(words);
}

/** The name that comes first: "'temperature' is not supported with reasoning models" names two. */
function firstNamed(words: string, names: readonly string[]): string | undefined {
	return names
		.map((name) => ({ name, at: words.search(new RegExp(`\\b${name}\\b`)) }))
		.filter(({ at }) => at >= 0)
		.toSorted((one, other) => one.at - other.at)[0]?.name;
}

/** The other name where there is one, then none at all. */
function nextLimit(current: Dialect['limit'], first: Dialect['limit']): Dialect['limit'] {
	if (current !== first || current === 'max_output_tokens') {
		return 'none';
	}
	return first === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
}
