import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModelError, type ModelFailureKind } from '../../../src/models/modelError.ts';
import {
	requestedWait,
	reclassifyBySize,
	kindOf,
	overflowSigns,
	providerError,
} from '../../../src/models/providerErrors.ts';

function kindAt(body: unknown, status?: number): ModelFailureKind {
	const error = providerError(body, status);
	return kindOf(error, requestedWait(undefined, error.words, 0) !== undefined);
}

const said = (message: string, more: object = {}) => ({ error: { message, ...more } });

describe('a provider that says that a request is too long', () => {
	for (const words of [
		'Your prompt is too long for this model.',
		'input has 140,000 tokens, larger than the 131,072 this model takes',
		'The conversation exceeds the context window',
		'maximum sequence length is 32768, the request has 40000 tokens',
		'prompt tokens must be at most 8192, found 9000 tokens',
		'Range of prompt length is wrong: input length should be [1, 30720]',
		'Please shorten your messages and retry',
		'You sent too many input tokens.',
		'180000 input + 20000 output tokens do not fit the context size',
		'`max_tokens` is too large: 30000. The maximum context length is 32768 and your prompt has 4000 tokens',
		'输入内容过长，超过上下文长度上限',
		'total length 41234 is more than n_ctx 32768',
		'Die Eingabe hat 150000 Token, erlaubt sind 128000',
		'a sequence of 70012 does not fit the cache of 65536',
		'Total tokens of image and text exceed max message tokens',
	]) {
		it(`is understood: ${words}`, () => {
			assert.equal(kindAt(said(words), 400), 'context-too-long');
			assert.equal(kindAt(words), 'context-too-long', 'without a status');
			assert.notEqual(kindAt(said(words), 429), 'context-too-long', 'never a rate limit');
		});
	}

	for (const words of [
		'max_tokens is too large: 40000; at most 32000 completion tokens are supported',
		'max_tokens: 70000 > 64000, the maximum of output tokens',
		'The output tokens exceed the limit of 8192',
		'The picture is too large: an image may have 8000 pixels at most',
		'messages.2.content.0.image: image exceeds 5 MB: 6291456 bytes > 5242880 bytes',
		'Request header is too large',
		'The name of a tool is too long',
		"'tools[3].name': string too long, maximum length 64, got 80",
		'Input should be greater than 0',
		'max_tokens must be at least 16 with this context window',
		'Your request exceeded the maximum number of tools (128)',
		'Too many tokens per minute, please wait',
		'context deadline exceeded',
		'The audio input is too long',
		'Daily token limit exceeded',
		'context canceled: read tcp 127.0.0.1:54321->127.0.0.1:11434: use of closed connection',
		'upstream: context deadline exceeded after 30000 ms (limit 10000)',
		'Invalid JSON: unexpected token at column 12346 (char 12345)',
		'Failed to allocate the cache of a sequence: needs 81920 MiB, 40960 MiB are free',
		'description of tool search: length 12000, maximum length 6400',
		'max_new_tokens=40000 > 16384',
		'token 48210 of the stream came before token 48200 was acknowledged by 2 readers in 30000 ms',
	]) {
		it(`is not meant: ${words}`, () => {
			assert.notEqual(kindAt(said(words), 400), 'context-too-long');
			assert.notEqual(kindAt(words), 'context-too-long', 'without a status');
		});
	}

	it('is understood by its code or status alone', () => {
		assert.equal(kindAt(said('No.', { code: 'context_length_exceeded' }), 400), 'context-too-long');
		assert.equal(kindAt(said('TPM: limit 6000, requested 9000'), 413), 'context-too-long');
		assert.notEqual(kindAt(said('The image is too large'), 413), 'context-too-long');
	});

	it('may state its window', () => {
		const stated = (words: string) =>
			overflowSigns(providerError(words, 400), 'context-too-long').statedWindow;
		assert.equal(stated('prompt is too long: 213,000 tokens > 200,000 maximum'), 200_000);
		assert.equal(stated('140000 tokens were requested, the maximum is 131072 tokens'), 131_072);
		assert.equal(stated('188059 + 20000 > 200000: decrease input or `max_tokens`'), 200_000);
		assert.equal(stated('exceeds the context by 4211 tokens'), undefined);
		assert.equal(stated('context window exceeds limit (2013)'), undefined);
	});

	const file = join(import.meta.dirname, '../../../../shared/cases/overflow-texts.json');
	it('is told from what only looks like it, in texts of many providers', function () {
		if (!existsSync(file)) {
			console.log(`skipped: ${file} is not there`);
			this.skip();
		}
		const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<
			'tooLong' | 'notTooLong',
			readonly { name: string; status: number; body: object }[]
		>;
		for (const [list, expected] of [
			[texts.tooLong, true],
			[texts.notTooLong, false],
		] as const) {
			for (const { name, status, body } of list) {
				assert.equal(kindAt(body, status) === 'context-too-long', expected, name);
				const passedOn = `Request Failed: ${status} ${JSON.stringify(body)}`;
				assert.equal(kindAt(passedOn, status) === 'context-too-long', expected, passedOn);
			}
		}
	});
});

describe('a refusal without a cause', () => {
	const refusal = (words: string, status: number, param?: string) => {
		const error = providerError(said(words, { param }), status);
		const kind = kindOf(error, false);
		return new ModelError({ kind, message: words, ...overflowSigns(error, kind) });
	};

	for (const status of [400, 422]) {
		it(`of a request that nearly fills the window is one of its length: ${status}`, () => {
			for (const error of [refusal('', status), refusal('Provider returned error', status)]) {
				assert.equal(reclassifyBySize(error, 80_000, 100_000).failure.kind, 'context-too-long');
				assert.equal(reclassifyBySize(error, 79_000, 100_000).failure.kind, 'bad-request');
				assert.equal(reclassifyBySize(error, 80_000, undefined).failure.kind, 'bad-request');
			}
		});
	}

	it('is none where another cause is named, or the status means something else', () => {
		for (const error of [
			refusal('Bad value', 400, 'temperature'),
			refusal("'top_p' is out of range", 400),
			refusal('unknown field max_tokens', 422),
			refusal('No', 403),
			refusal('No', 429),
			refusal('No', 500),
		]) {
			const { kind } = reclassifyBySize(error, 99_000, 100_000).failure;
			assert.notEqual(kind, 'context-too-long', error.message);
		}
	});
});

describe('the kind of a failure', () => {
	const html = (title: string) => `<html><head><title>${title}</title></head></html>`;
	for (const [kind, status, body] of [
		['context-too-long', 500, said('Context size has been exceeded.', { type: 'server_error' })],
		['context-too-long', 413, html('413 Request Entity Too Large')],
		[
			'context-too-long',
			400,
			said('Upstream error', { metadata: { raw: '{"error":{"message":"prompt too long"}}' } }),
		],
		['credit', 402, said('Insufficient Balance')],
		['credit', 400, said("You're out of extra usage.", { type: 'invalid_request_error' })],
		['credit', 403, said('用户额度不足', { code: 'insufficient_user_quota' })],
		['rate-limited', 429, [said('You exceeded your current quota. Please retry in 12.5s.')]],
		['rate-limited', 402, said('In flight budget. Try again in 3 seconds')],
		['authentication', 400, [said('API key not valid. Please pass a valid API key.')]],
		['authentication', 401, said('No auth credentials found')],
		['not-available', 400, said('x-1 is not a valid model ID')],
		['not-available', 404, said('No endpoints found for a/b.')],
		['not-available', 403, said('Project lacks access', { code: 'model_not_found' })],
		['not-available', 400, said('No models loaded. Please load a model.')],
		['not-available', 503, said('当前分组 default 下对于模型 x 无可用渠道')],
		['not-available', 500, said('no available channel for model m')],
		['not-available', 404, said('The deployment does not exist.', { code: 'DeploymentNotFound' })],
		['overloaded', 503, [said('The model is overloaded. Please try again later.')]],
		['overloaded', 498, said('m is at capacity')],
		['rate-limited', 429, undefined],
		['rate-limited', undefined, { code: 429, message: 'Slow down' }],
		['server', 502, html('502 Bad Gateway')],
		['server', 524, 'error code: 524'],
		['server', undefined, { message: 'Oops' }],
		['bad-request', 422, { detail: [{ loc: ['body', 'x'], msg: 'Field required' }] }],
	] as const) {
		it(`is ${kind}: ${status} ${JSON.stringify(body)}`, () => {
			assert.equal(kindAt(body, status), kind);
		});
	}
});

describe('how long to wait', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0);
	for (const [headers, words, expected] of [
		[{ 'retry-after': '7' }, '', 7_000],
		[{ 'retry-after': '0' }, '', 0],
		[{ 'retry-after': '1.5' }, '', 1_500],
		[{ 'retry-after': 'Sat, 21 Nov 2026 12:02:00 GMT' }, '', 120_000],
		[{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, '', 0],
		[{ 'retry-after': '9', 'retry-after-ms': '1250' }, '', 1_250],
		[{ 'retry-after': '99999999999' }, '', 86_400_000],
		[{ 'retry-after': 'soon' }, '', undefined],
		[{ 'retry-after': '-5' }, '', undefined],
		[{}, 'Please try again in 20s. Visit …', 20_000],
		[{}, 'Please try again in 1m2.5s.', 62_500],
		[{}, 'Please try again in 120ms.', 120],
		[{}, 'Please retry in 12.345678s.', 12_346],
		[{}, 'try again in 20 seconds', 20_000],
		[{}, 'Limit reached, available in 1m30s', 90_000],
		[{}, 'Retry after 2 minutes and 5 seconds', 125_000],
		[{}, 'Please wait 30 seconds.', 30_000],
		[{}, 'Please retry after 26', 26_000],
		[{}, 'At most 60 requests in 1 minute', undefined],
		[{}, 'Please try again in a moment.', undefined],
		[{}, '', undefined],
	] as const) {
		it(`${JSON.stringify(headers)} ${words}: ${expected} ms`, () => {
			assert.equal(requestedWait(new Headers(headers), words, now), expected);
		});
	}

	it('is what Gemini says beside its words', () => {
		const { words } = providerError({
			error: { message: 'No.', details: [{ retryDelay: '37s' }] },
		});
		assert.equal(requestedWait(undefined, words, now), 37_000);
	});
});
