import assert from 'node:assert/strict';
import { parseBaseUrl, shownBaseUrl } from '../../../src/models/baseUrl.ts';

describe('a base URL as it is typed', () => {
	for (const [typed, baseUrl] of [
		['https://api.openai.com/v1', 'https://api.openai.com/v1'],
		['  https://API.OpenAI.com/v1/  ', 'https://api.openai.com/v1'],
		['http://localhost:11434/v1', 'http://localhost:11434/v1'],
		['http://[::1]:8080', 'http://[::1]:8080'],
		['https://openrouter.ai/api/v1/chat/completions', 'https://openrouter.ai/api/v1'],
		['https://openrouter.ai/api/v1/Chat/Completions/', 'https://openrouter.ai/api/v1'],
		['https://api.openai.com/v1/responses', 'https://api.openai.com/v1'],
		['http://localhost:1234///', 'http://localhost:1234'],
		[
			'https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21',
			'https://x.openai.azure.com/openai/deployments/d?api-version=2024-10-21',
		],
		['https://x.services.ai.azure.com/models', 'https://x.services.ai.azure.com/models'],
		['https://host/v1#models', 'https://host/v1'],
	] as const) {
		it(`${typed} is ${baseUrl}`, () => {
			assert.deepEqual(parseBaseUrl(typed), { kind: 'valid', baseUrl });
			assert.deepEqual(parseBaseUrl(baseUrl), { kind: 'valid', baseUrl }, 'and stays so');
		});
	}

	for (const [typed, message] of [
		['', /has to begin with https:\/\/ or http:\/\//],
		['   ', /has to begin with/],
		['api.openai.com/v1', /has to begin with/],
		['localhost:11434', /has to begin with/],
		['ftp://host/v1', /has to begin with/],
		['file:///etc/passwd', /has to begin with/],
		['https:', /has to begin with/],
		['https:///', /has to begin with/],
		['https://ho st/v1', /has to begin with/],
		['http://host:99999', /has to begin with/],
		['https://me:secret@host/v1', /user name or password\. Remove them/],
		['https://token@host/v1', /user name or password/],
		['https://host/v1?key=abc', /key in its query/],
		['https://host/v1?api-version=1&API_KEY=abc', /key in its query/],
	] as const) {
		it(`${JSON.stringify(typed)} is refused, and why and what to do is said`, () => {
			const parsed = parseBaseUrl(typed);
			assert.equal(parsed.kind, 'invalid');
			assert.match(parsed.message, message);
			assert.ok(!/secret|abc|token@/.test(parsed.message));
			assert.ok(parsed.message.length <= 220);
		});
	}

	it('is shown without credentials and query', () => {
		assert.equal(shownBaseUrl('https://me:secret@host/v1?key=abc'), 'https://host/v1');
		assert.equal(shownBaseUrl('nonsense'), 'the base URL');
	});
});
