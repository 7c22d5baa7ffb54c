import type { ReceivedRequest } from './received.ts';
import type { Behaviour } from './behaviours.ts';

/** Errors with the statuses and bodies real providers send. */

function openAiError(
	status: number,
	message: string,
	type: string,
	code: string | null,
	headers: Readonly<Record<string, string>> = {},
	param: string | null = null,
): Behaviour {
	return { kind: 'raw', status, body: { error: { message, type, param, code } }, headers };
}

/** OpenAI: the request does not fit. */
export const contextLengthExceeded = openAiError(
	400,
	"This model's maximum context length is 128000 tokens. However, your messages resulted in 190244 tokens. Please reduce the length of the messages.",
	'invalid_request_error',
	'context_length_exceeded',
	{},
	'messages',
);

/** OpenAI: a key that is none. */
export const keyRefused = openAiError(
	401,
	'Incorrect API key provided: sk-proj-****************abcd. You can find your API key at https://platform.openai.com/account/api-keys.',
	'invalid_request_error',
	'invalid_api_key',
);

/** OpenRouter: no credit. */
export const outOfCredit: Behaviour = {
	kind: 'raw',
	status: 402,
	body: {
		error: {
			code: 402,
			message:
				'This request requires more credits, or fewer max_tokens. You requested up to 8192 tokens, but can only afford 12.',
		},
	},
};

/** OpenAI: a key that may not. */
export const forbidden = openAiError(
	403,
	'You have insufficient permissions for this operation. Missing scopes: model.request.',
	'invalid_request_error',
	null,
);

/** OpenAI: a model that is not there. */
export const modelNotFound = openAiError(
	404,
	'The model `gpt-nope` does not exist or you do not have access to it.',
	'invalid_request_error',
	'model_not_found',
);

/** A path no server of this kind has. */
export const wrongPath: Behaviour = { kind: 'raw', status: 404, body: '404 page not found' };

export const requestTimedOut = openAiError(408, 'Request timed out.', 'timeout_error', null);

/** OpenAI: too fast. `headers` may hold `retry-after` or `retry-after-ms`. */
export function rateLimited(headers: Readonly<Record<string, string>> = {}): Behaviour {
	return openAiError(
		429,
		'Rate limit reached for requests per min.',
		'requests',
		'rate_limit_exceeded',
		headers,
	);
}

/** OpenAI: a 429 that no waiting cures. */
export const quotaExhausted = openAiError(
	429,
	'You exceeded your current quota, please check your plan and billing details.',
	'insufficient_quota',
	'insufficient_quota',
);

export const serverError = openAiError(
	500,
	'The server had an error while processing your request. Sorry about that!',
	'server_error',
	null,
);

export const unavailable: Behaviour = {
	kind: 'raw',
	status: 503,
	body: '<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body><center><h1>503</h1></center><hr><center>nginx</center></body>\r\n</html>',
	headers: { 'content-type': 'text/html' },
};

/** llama.cpp: the model is not loaded yet. */
export const loading: Behaviour = {
	kind: 'raw',
	status: 503,
	body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
};

/** Anthropic, and proxies before it. */
export const overloaded: Behaviour = {
	kind: 'raw',
	status: 529,
	body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
};

/** new-api and one-api: nobody behind the proxy serves the model. */
export const noChannel: Behaviour = {
	kind: 'raw',
	status: 503,
	body: {
		error: {
			message: 'No available channel for model gpt-5 under group default (distributor)',
			type: 'new_api_error',
			param: '',
			code: 'model_not_found',
		},
	},
};

/**
 * Refuses a parameter as OpenAI does where the request has it, and does something else where not.
 * @param parameter Name of a field of the request's body.
 */
export function refusing(
	parameter: string,
	otherwise: Behaviour,
	instead?: string,
): (request: ReceivedRequest) => Behaviour {
	return ({ body }) =>
		Object.hasOwn(body, parameter)
			? openAiError(
					400,
					`Unsupported parameter: '${parameter}' is not supported with this model.${instead === undefined ? '' : ` Use '${instead}' instead.`}`,
					'invalid_request_error',
					'unsupported_parameter',
					{},
					parameter,
				)
			: otherwise;
}

/** An error inside a stream that had begun, as OpenRouter and OpenAI send it. */
export const errorEvent: Behaviour = {
	kind: 'error-event',
	error: { message: 'The server had an error processing your request.', type: 'server_error' },
};

/** LM Studio: status 200, and a stream of nothing but the error. */
export const contextOverflowEvent: Behaviour = {
	kind: 'error-event',
	at: 'start',
	error: {
		message:
			'Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
	},
};
