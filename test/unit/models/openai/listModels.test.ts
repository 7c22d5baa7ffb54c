import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ModelError, type ModelFailureKind } from '../../../../src/models/modelError.ts';
import { listModels } from '../../../../src/models/openai/listModels.ts';
import { Secret } from '../../../../src/models/secret.ts';
import {
	hang,
	invalidUtf8,
	webPage,
	type Behaviour,
} from '../../../support/fakeProvider/behaviours.ts';
import { keyRefused, serverError, wrongPath } from '../../../support/fakeProvider/failures.ts';
import { listedModels } from '../../../support/fakeProvider/modelList.ts';
import { testKey, useFakeProvider } from './calling.ts';

describe('the models of a server', () => {
	const provider = useFakeProvider();
	const never = (): AbortSignal => new AbortController().signal;
	const endpoint = (): Parameters<typeof listModels>[0] => ({
		provider: 'fake',
		baseUrl: provider().baseUrl,
		credential: new Secret(testKey),
	});

	it('are read with their windows, whoever lists them', async () => {
		assert.deepEqual(await listModels(endpoint(), never()), [
			{ id: 'gpt-5' },
			{ id: 'anthropic/claude-sonnet-4.5', window: 200_000, maxOutput: 64_000 },
			{ id: 'Qwen/Qwen3-32B', window: 40_960 },
			{ id: 'qwen3-coder-30b', window: 32_768 },
			{ id: 'granite-4', window: 131_072 },
			{ id: 'llama3.2:3b' },
			{ id: 'gemma-3-4b', window: 131_072 },
		]);
		const { url, headers } = await provider().request(0);
		assert.deepEqual([url, headers['authorization']], ['/v1/models', `Bearer ${testKey}`]);
	});

	it('are read off a bare list too', async () => {
		provider().list({ kind: 'raw', status: 200, body: [{ id: 'a', context_length: 8_192 }] });
		assert.deepEqual(await listModels(endpoint(), never()), [{ id: 'a', window: 8_192 }]);
	});

	it('are not lost to entries that are none, and are named once', async () => {
		provider().list([
			null,
			{ id: 7 },
			{ id: '' },
			{ id: 'a', context_length: 'huge', top_provider: 'x', max_model_len: -1 },
			{ id: 'b', top_provider: { context_length: null, max_completion_tokens: null } },
			{ id: 'a', context_length: 4_096 },
			listedModels.vllm,
		]);
		assert.deepEqual(await listModels(endpoint(), never()), [
			{ id: 'a' },
			{ id: 'b' },
			{ id: 'Qwen/Qwen3-32B', window: 40_960 },
		]);
	});

	for (const [what, behaviour, kind] of [
		['a key that is refused', keyRefused, 'authentication'],
		['an unknown path', wrongPath, 'not-available'],
		['a broken server', serverError, 'server'],
		['a web page', webPage, 'connection'],
		['bytes that are no text', { kind: 'raw', status: 200, body: '{"data":"' }, 'connection'],
		['another document', { kind: 'raw', status: 200, body: { data: {} } }, 'connection'],
		['a broken reply', invalidUtf8, 'connection'],
		['an error with status 200', { kind: 'raw', status: 200, body: { error: 'x' } }, 'connection'],
		['a reset', { kind: 'reset', at: 'before-headers' }, 'connection'],
	] as const satisfies readonly (readonly [string, Behaviour, ModelFailureKind])[]) {
		it(`cannot be listed: ${what}`, async () => {
			provider().list(behaviour);
			await assert.rejects(listModels(endpoint(), never()), (error) => {
				assert.ok(error instanceof ModelError);
				assert.equal(error.failure.kind, kind, error.message);
				assert.match(error.message, /^fake/);
				assert.ok(!inspect(error, { depth: 20 }).includes(testKey));
				return true;
			});
		});
	}

	for (const at of ['before-headers', 'after-headers', 'mid-reply'] as const) {
		it(`are waited for no longer than the signal allows, ${at}`, async () => {
			const reason = new Error('Enough.');
			const controller = new AbortController();
			provider().list(hang(at));
			const listing = listModels(endpoint(), controller.signal);
			await provider().received(1);
			controller.abort(reason);
			await assert.rejects(listing, reason);
			await provider().left(1);
		});
	}

	it('are not asked for at an address that is none', async () => {
		const listing = listModels({ provider: 'fake', baseUrl: 'nowhere' }, never());
		await assert.rejects(listing, /^ModelError: fake: The base URL has to begin with https/);
		await assert.rejects(listModels(endpoint(), AbortSignal.abort(new Error('Gone'))), /Gone/);
		assert.equal(provider().requests.length, 0);
	});
});
