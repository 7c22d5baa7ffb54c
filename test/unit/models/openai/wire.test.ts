import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { Route } from '../../../../src/models/client.ts';
import { webPage } from '../../../support/fakeProvider/behaviours.ts';
import { keyRefused } from '../../../support/fakeProvider/failures.ts';
import type { ReceivedRequest } from '../../../support/fakeProvider/received.ts';
import { call, failureOf, routeTo, testKey, useFakeProvider } from './calling.ts';

const messages = [
	{ role: 'system', content: 'You summarise.' },
	{ role: 'user', content: 'Summarise this.' },
];

describe('a request', () => {
	const provider = useFakeProvider();

	/** Calls, and gives the one request that came. */
	async function sent(changes: Partial<Route>): Promise<ReceivedRequest> {
		await call(routeTo(provider(), changes));
		assert.equal(provider().requests.length, 1);
		return provider().request(0);
	}

	for (const [name, changes, body] of [
		[
			'chat, streaming',
			{ api: 'chat', streaming: true },
			{
				model: 'fake-model',
				messages,
				max_tokens: 4_321,
				stream: true,
				stream_options: { include_usage: true },
			},
		],
		[
			'chat, whole',
			{ api: 'chat', streaming: false },
			{ model: 'fake-model', messages, max_tokens: 4_321, stream: false },
		],
		[
			'responses, streaming',
			{ api: 'responses', streaming: true },
			{
				model: 'fake-model',
				input: messages,
				max_output_tokens: 4_321,
				stream: true,
				store: false,
			},
		],
		[
			'responses, whole',
			{ api: 'responses', streaming: false },
			{
				model: 'fake-model',
				input: messages,
				max_output_tokens: 4_321,
				stream: false,
				store: false,
			},
		],
	] as const) {
		it(`holds what is needed and nothing else: ${name}`, async () => {
			const { body: received, url } = await sent(changes);
			assert.deepEqual(received, body);
			assert.equal(url, changes.api === 'chat' ? '/v1/chat/completions' : '/v1/responses');
		});
	}

	it('carries the key, and nothing about this machine', async () => {
		const { headers } = await sent({});
		assert.equal(headers['authorization'], `Bearer ${testKey}`);
		assert.equal(headers['user-agent'], 'Precis');
		assert.deepEqual(
			Object.keys(headers).filter((name) => /stainless|openai|x-|api-key/.test(name)),
			[],
		);
	});

	it('goes without a key where there is none', async () => {
		const { credential: _, ...route } = routeTo(provider());
		assert.ok((await call(route)).answer);
		const { headers } = await provider().request(0);
		assert.deepEqual([headers['authorization'], headers['api-key']], [undefined, undefined]);
	});

	it('keeps the query of the base URL, and shows the key as Azure wants it', async () => {
		const baseUrl = `${provider().baseUrl.replace('/v1', '/openai/deployments/d')}/?api-version=2024-10-21`;
		const { url, headers } = await sent({ baseUrl });
		assert.equal(url, '/openai/deployments/d/chat/completions?api-version=2024-10-21');
		assert.deepEqual([headers['authorization'], headers['api-key']], [undefined, testKey]);
	});

	it('takes nothing from the environment', async () => {
		const set = {
			OPENAI_API_KEY: 'sk-environment',
			OPENAI_BASE_URL: 'http://127.0.0.1:1/',
			OPENAI_ORG_ID: 'org-environment',
			OPENAI_PROJECT_ID: 'project-environment',
			OPENAI_ADMIN_KEY: 'admin-environment',
			OPENAI_CUSTOM_HEADERS: 'X-Secret: environment',
			OPENAI_LOG: 'debug',
		};
		const before = { ...process.env };
		Object.assign(process.env, set);
		try {
			const { headers } = await sent({});
			assert.ok(!inspect(headers).includes('environment'), inspect(headers));
		} finally {
			process.env = before;
		}
	});
});

describe('the key', () => {
	const provider = useFakeProvider();

	it('is in no error, whatever the server sends back', async () => {
		const route = routeTo(provider());
		for (const body of [
			`Your key ${testKey} is wrong`,
			{ error: { message: `Incorrect API key provided: ${testKey}`, headers: testKey } },
			`{"detail":"${testKey}"}`,
		]) {
			provider().next({ kind: 'raw', status: 401, body });
			// `outcomeOf` looks for the key in the error, as deep as it goes.
			assert.equal((await failureOf(route)).kind, 'authentication');
		}
		provider().next({ kind: 'raw', status: 200, body: `Hello ${testKey}` });
		await failureOf({ ...route, streaming: false });
	});

	it('is not asked for again where there was none', async () => {
		const { credential: _, ...route } = routeTo(provider());
		provider().next(keyRefused, keyRefused);
		assert.equal((await failureOf(route)).advice, 'Set the key with "Precis: Set API Key…".');
		assert.equal(
			(await failureOf(routeTo(provider()))).advice,
			'Set the key again with "Precis: Set API Key…".',
		);
	});

	it('and a query of the base URL are in no advice', async () => {
		const baseUrl = `${provider().baseUrl}?tenant=private`;
		provider().next(webPage);
		const { advice = '' } = await failureOf(routeTo(provider(), { baseUrl }));
		assert.match(advice, /\/v1: for most servers/);
	});
});
