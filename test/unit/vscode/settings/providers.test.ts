import assert from 'node:assert/strict';
import { allProviders, checkProviders } from '../../../../src/vscode/settings/providers.ts';

function check(value: unknown) {
	return checkProviders(value, 'precis.models.providers');
}

const acme = { name: 'acme', baseUrl: 'https://models.acme.example/v1' };

describe('a provider in the settings', () => {
	it('needs a name and an address', () => {
		const { providers, problems } = check([{ ...acme, baseUrl: `${acme.baseUrl}/` }]);
		assert.deepEqual(problems, []);
		assert.deepEqual(providers, [
			{ ...acme, api: 'chat', streaming: true, models: [], configured: true },
		]);
	});

	it('can have models with windows and prices', () => {
		const models = [{ id: 'small', window: 32_000, maxOutput: 4_000, inputPrice: 0.25 }];
		const { providers, problems } = check([{ ...acme, api: 'responses', models }]);
		assert.deepEqual(
			[problems, providers[0]?.api, providers[0]?.models],
			[[], 'responses', models],
		);
	});

	it('replaces a well-known one of the same name', () => {
		const { providers } = check([{ ...acme, name: 'ollama' }]);
		const addresses = new Map(allProviders(providers).map(({ name, baseUrl }) => [name, baseUrl]));
		assert.equal(addresses.get('ollama'), acme.baseUrl);
		assert.ok(addresses.has('openai'));
	});

	it('is reported when something about it is wrong, and costs no other', () => {
		const wrong: readonly unknown[] = [
			'https://example.com',
			{ ...acme, name: 'Acme' },
			{ ...acme, name: 'vscode' },
			{ name: 'acme' },
			{ ...acme, baseUrl: '' },
			{ ...acme, baseUrl: 'models.acme.example' },
			{ ...acme, api: 'completions' },
			{ ...acme, streaming: 'yes' },
			{ ...acme, models: [{ id: 'small' }] },
			{ ...acme, temperature: 1 },
		];
		for (const entry of wrong) {
			const { providers, problems } = check([entry, { ...acme, name: 'other' }]);
			assert.deepEqual(
				[problems.length, providers.map(({ name }) => name)],
				[1, ['other']],
				JSON.stringify(entry),
			);
		}
		const twice = check([acme, acme]);
		assert.deepEqual([twice.problems.length, twice.providers.length], [1, 1]);
		assert.deepEqual(check({}).problems.length, 1);
	});

	it('holds no key, and whatever key was pasted is in no message', () => {
		const key = 'sk-proj-SENTINEL0123456789abcdefghijklmnop';
		const entries = [
			{ ...acme, apiKey: key },
			{ ...acme, headers: { Authorization: `Bearer ${key}` } },
			{ ...acme, keyVariable: key },
			{ ...acme, baseUrl: `https://user:${key}@acme.example/v1` },
			{ ...acme, baseUrl: `https://acme.example/v1?api_key=${key}` },
			{ ...acme, name: key },
			{ ...acme, [key]: true },
		];
		for (const entry of entries) {
			const { problems } = check([entry]);
			assert.equal(problems.length, 1, JSON.stringify(entry));
			assert.doesNotMatch(problems.join(' '), /SENTINEL/);
		}
		assert.match(check(entries.slice(0, 1)).problems[0] ?? '', /Set API Key/);
	});
});
