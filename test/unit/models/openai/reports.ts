import type { ModelFailureKind } from '../../../../src/models/modelError.ts';

/** Errors of real servers as status and body, most with a status that says something else. */
export const reports: readonly (readonly [
	string,
	number | undefined,
	unknown,
	ModelFailureKind,
])[] = [
	[
		'llama.cpp, context',
		500,
		{ error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' } },
		'context-too-long',
	],
	[
		'llama.cpp, context, newer',
		400,
		{
			error: {
				code: 400,
				message: 'request (4390 tokens) exceeds the available context size (4096 tokens)',
				type: 'exceed_context_size_error',
			},
		},
		'context-too-long',
	],
	[
		'vLLM, context',
		400,
		{
			object: 'error',
			message: "This model's maximum context length is 8192 tokens.",
			type: 'BadRequestError',
			code: 400,
		},
		'context-too-long',
	],
	[
		'Anthropic, context',
		400,
		{
			type: 'error',
			error: {
				type: 'invalid_request_error',
				message: 'prompt is too long: 210000 tokens > 200000 maximum',
			},
		},
		'context-too-long',
	],
	[
		'Gemini, context',
		400,
		[
			{
				error: {
					code: 400,
					message:
						'The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).',
					status: 'INVALID_ARGUMENT',
				},
			},
		],
		'context-too-long',
	],
	[
		'a proxy, context',
		413,
		'<html><head><title>413 Request Entity Too Large</title></head></html>',
		'context-too-long',
	],
	[
		'Groq, context',
		413,
		{
			error: {
				message: 'Request too large for model `x` on tokens per minute (TPM)',
				type: 'tokens',
				code: 'rate_limit_exceeded',
			},
		},
		'context-too-long',
	],
	[
		'OpenRouter, context of the provider behind it',
		400,
		{
			error: {
				message: 'Provider returned error',
				code: 400,
				metadata: { raw: '{"error":{"message":"maximum context length is 32768"}}' },
			},
		},
		'context-too-long',
	],
	['a Go server, no context', 500, { error: 'context deadline exceeded' }, 'server'],
	[
		'Anthropic, extra usage',
		400,
		{
			type: 'error',
			error: {
				type: 'invalid_request_error',
				message: "You're out of extra usage. Add more at claude.ai/settings/usage and keep going.",
			},
		},
		'credit',
	],
	['DeepSeek, credit', 402, { error: { message: 'Insufficient Balance' } }, 'credit'],
	[
		'Anthropic, credit',
		400,
		{
			error: {
				type: 'invalid_request_error',
				message: 'Your credit balance is too low to access the API.',
			},
		},
		'credit',
	],
	[
		'Gemini, quota of a minute',
		429,
		[
			{
				error: {
					code: 429,
					message: 'You exceeded your current quota. Please retry in 12.5s.',
					status: 'RESOURCE_EXHAUSTED',
				},
			},
		],
		'rate-limited',
	],
	[
		'new-api, credit',
		403,
		{ error: { message: '用户额度不足', code: 'insufficient_user_quota', type: 'new_api_error' } },
		'credit',
	],
	[
		'Gemini, key',
		400,
		[{ error: { code: 400, message: 'API key not valid. Please pass a valid API key.' } }],
		'authentication',
	],
	[
		'xAI, key',
		400,
		{ code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xx***yy.' },
		'authentication',
	],
	[
		'OpenRouter, key',
		401,
		{ error: { message: 'No auth credentials found', code: 401 } },
		'authentication',
	],
	[
		'OpenRouter, model',
		400,
		{ error: { message: 'gpt-nope is not a valid model ID', code: 400 } },
		'not-available',
	],
	[
		'OpenRouter, provider',
		404,
		{ error: { message: 'No endpoints found for a/b.', code: 404 } },
		'not-available',
	],
	[
		'OpenAI, project without the model',
		403,
		{
			error: { message: 'Project `p` does not have access to model `m`', code: 'model_not_found' },
		},
		'not-available',
	],
	[
		'Ollama, model',
		404,
		{ error: { message: 'model "m" not found, try pulling it first', type: 'api_error' } },
		'not-available',
	],
	[
		'LM Studio, no model',
		400,
		{ error: { message: 'No models loaded. Please load a model in the developer page.' } },
		'not-available',
	],
	[
		'LiteLLM, model',
		400,
		{ error: { message: '/chat/completions: Invalid model name passed in model=m.' } },
		'not-available',
	],
	[
		'one-api, channel',
		503,
		{ error: { message: '当前分组 default 下对于模型 gpt-5 无可用渠道', type: 'one_api_error' } },
		'not-available',
	],
	[
		'a gateway, channel with status 500',
		500,
		{ error: { message: 'no available channel for model m' } },
		'not-available',
	],
	[
		'Azure, deployment',
		404,
		{
			error: {
				code: 'DeploymentNotFound',
				message: 'The API deployment for this resource does not exist.',
			},
		},
		'not-available',
	],
	[
		'Groq, old model',
		400,
		{
			error: {
				message: 'The model `x` has been decommissioned and is no longer supported.',
				code: 'model_decommissioned',
			},
		},
		'not-available',
	],
	[
		'Gemini, overloaded',
		503,
		[
			{
				error: {
					code: 503,
					message: 'The model is overloaded. Please try again later.',
					status: 'UNAVAILABLE',
				},
			},
		],
		'overloaded',
	],
	[
		'OpenAI, overloaded',
		500,
		{
			error: {
				message: 'That model is currently overloaded with other requests.',
				type: 'server_error',
			},
		},
		'overloaded',
	],
	['Groq, at capacity', 498, { error: { message: 'm is at capacity' } }, 'overloaded'],
	[
		'OpenRouter, upstream limit',
		429,
		{
			error: {
				message: 'Provider returned error',
				code: 429,
				metadata: { raw: 'm is temporarily rate-limited upstream' },
			},
		},
		'rate-limited',
	],
	['no body', 429, undefined, 'rate-limited'],
	['a bad gateway', 502, '<html><head><title>502 Bad Gateway</title></head></html>', 'server'],
	['Cloudflare, timeout', 524, 'error code: 524', 'server'],
	[
		'FastAPI',
		422,
		{ detail: [{ loc: ['body', 'x'], msg: 'Field required', type: 'missing' }] },
		'bad-request',
	],
	[
		'OpenRouter, in a stream',
		undefined,
		{ code: 502, message: 'Upstream idle timeout exceeded' },
		'server',
	],
	[
		'OpenRouter, in a stream, limit',
		undefined,
		{ code: 429, message: 'Rate limited' },
		'rate-limited',
	],
	['a word in a stream', undefined, { message: 'Oops' }, 'server'],
];
