import assert from 'node:assert/strict';
import { configurationSection } from '../../../../src/vscode/contributions.ts';
import {
	checkModelSettings,
	type ModelSettingName,
} from '../../../../src/vscode/models/modelSettings.ts';
import { allProviders } from '../../../../src/vscode/models/providers.ts';
import { english } from '../../../support/vscodeFakes.ts';

function check(values: Partial<Record<ModelSettingName, unknown>>) {
	const { settings, rejected } = checkModelSettings((name) => values[name]);
	const messages = rejected.map((one) =>
		one.message(`${configurationSection}.${one.name}`, english),
	);
	return { settings, rejected, messages };
}

function checkProvider(entry: unknown) {
	const { settings, messages } = check({ 'models.providers': [entry] });
	return { provider: settings.providers[0], messages };
}

const acme = { name: 'acme', baseUrl: 'https://models.acme.example/v1' };

describe('settings about models', () => {
	it('have defaults that work without any setting', () => {
		const { settings, rejected } = check({});
		assert.deepEqual(rejected, []);
		assert.deepEqual(settings, {
			providers: [],
			summary: { kind: 'default' },
			timeouts: { total: 360_000, firstByte: 120_000, idle: 60_000 },
			spending: { automaticModels: {} },
		});
	});

	it('take seconds and give milliseconds', () => {
		const { settings } = check({ 'tasks.compaction.timeout': 900 });
		assert.deepEqual(settings.timeouts, { total: 900_000, firstByte: 300_000, idle: 150_000 });
	});

	it('never hold a time that a timer would take for none', () => {
		const { settings, rejected } = check({ 'tasks.compaction.timeout': 86_400 });
		assert.deepEqual(rejected, []);
		assert.ok(settings.timeouts.total < 2 ** 31);
	});

	it('reject numbers outside their range, say what is allowed, and use the default', () => {
		for (const value of [0, -1, 86_401, 1.5, Number.NaN, '60', null, true]) {
			const { settings, messages } = check({ 'tasks.compaction.timeout': value });
			assert.equal(settings.timeouts.total, 360_000);
			if (value !== null) {
				assert.match(messages[0] ?? '', /timeout cannot be .*seconds from 1 to 86400/);
			}
		}
	});

	it('take models of providers and of VS Code', () => {
		const { settings, rejected } = check({
			'models.main': 'openrouter/openai/gpt-5',
			'tasks.compaction.model': 'vscode/copilot/gpt-5-mini',
		});
		assert.deepEqual(rejected, []);
		assert.deepEqual(settings.main, {
			kind: 'provider',
			provider: 'openrouter',
			model: 'openai/gpt-5',
		});
		assert.deepEqual(settings.summary, { kind: 'vscode', vendor: 'copilot', model: 'gpt-5-mini' });
	});

	it('explain how a model is written when it is not', () => {
		const { settings, messages } = check({
			'models.main': 'built-in',
			'tasks.compaction.model': 'gpt-5',
		});
		assert.equal(settings.main, undefined);
		assert.deepEqual(settings.summary, { kind: 'default' });
		assert.match(messages[0] ?? '', /models\.main cannot be "built-in"\. .*slash/);
		assert.match(messages[1] ?? '', /model cannot be "gpt-5"\. .*Choose Summary Model/);
	});

	it('name a language for summaries, and none where there is none', () => {
		const languageOf = (value: unknown) => check({ 'tasks.compaction.language': value });
		assert.equal(languageOf(' German ').settings.language, 'German');
		assert.deepEqual(languageOf(' ').settings.language, undefined);
		assert.equal(languageOf(7).messages.length, 1);
	});

	it('use the instructions of Precis where there is no text', () => {
		const { settings, messages } = check({ 'tasks.compaction.instructions': ' \n ' });
		assert.deepEqual([settings.instructions, messages], [undefined, []]);
		const written = check({ 'tasks.compaction.instructions': ' In French.\r\nShort. ' });
		assert.equal(written.settings.instructions, 'In French.\nShort.');
	});

	it('say of each model whether it may write automatic summaries', () => {
		const of = (value: unknown) => {
			const { settings, messages } = check({ 'tasks.compaction.automaticModels': value });
			return [settings.spending.automaticModels, messages.length];
		};
		const decided = { 'acme/large': true, 'acme/new': false };
		assert.deepEqual(of(decided), [decided, 0]);
		assert.deepEqual(of(null), [{}, 0]);
		for (const value of ['yes', true, ['acme/large'], { 'acme/large': 'yes' }]) {
			assert.deepEqual(of(value), [{}, 1]);
		}
	});

	it('limit what a day may cost in dollars, to nothing where that cannot be read', () => {
		const of = (value: unknown) => check({ 'tasks.compaction.dailyLimit': value });
		for (const value of [0, 0.5, 20]) {
			const { settings, messages } = of(value);
			assert.deepEqual([settings.spending.dailyLimit, messages], [value, []]);
		}
		for (const value of [null, undefined]) {
			const { settings, messages } = of(value);
			assert.deepEqual([settings.spending, messages], [{ automaticModels: {} }, []]);
		}
		for (const value of [-1, Number.NaN, '5', true, []]) {
			const { settings, messages } = of(value);
			assert.equal(settings.spending.dailyLimit, 0, String(value));
			assert.match(messages[0] ?? '', /dailyLimit cannot be .*dollars.*no money is spent/);
		}
	});
});

describe('a provider in the settings', () => {
	it('needs a name and an address', () => {
		const { provider, messages } = checkProvider({ ...acme, baseUrl: `${acme.baseUrl}/` });
		assert.deepEqual(messages, []);
		assert.deepEqual(provider, {
			...acme,
			api: 'chat',
			streaming: true,
			models: [],
			configured: true,
		});
	});

	it('can have models with windows and prices', () => {
		const models = [{ id: 'small', window: 32_000, maxOutput: 4_000, inputPrice: 0.25 }];
		const { provider, messages } = checkProvider({ ...acme, api: 'responses', models });
		assert.deepEqual(messages, []);
		assert.equal(provider?.api, 'responses');
		assert.deepEqual(provider?.models, models);
	});

	it('replaces a well-known one of the same name', () => {
		const { settings } = check({ 'models.providers': [{ ...acme, name: 'ollama' }] });
		const providers = allProviders(settings.providers);
		assert.equal(providers.filter(({ name }) => name === 'ollama').length, 1);
		assert.equal(providers.find(({ name }) => name === 'ollama')?.baseUrl, acme.baseUrl);
		assert.ok(providers.some(({ name }) => name === 'openai'));
	});

	it('is reported with what to do when something about it is wrong', () => {
		const cases: readonly (readonly [entry: unknown, message: RegExp])[] = [
			['https://example.com', /entry 1 needs a name/],
			[{ ...acme, name: 'Acme' }, /entry 1 needs a name/],
			[{ ...acme, name: 'vscode' }, /entry 1 needs a name.*other than vscode/],
			[{ name: 'acme' }, /baseUrl of acme is missing or not allowed/],
			[{ ...acme, baseUrl: '' }, /acme cannot be used.*base URL is empty/],
			[{ ...acme, baseUrl: 'models.acme.example' }, /has to begin with https:/],
			[{ ...acme, api: 'completions' }, /api of acme is missing or not allowed/],
			[{ ...acme, streaming: 'yes' }, /streaming of acme is/],
			[{ ...acme, models: [{ id: 'small' }] }, /models\.0\.window of acme is missing/],
			[{ ...acme, temperature: 1 }, /temperature of acme is/],
		];
		for (const [entry, message] of cases) {
			const { messages } = checkProvider(entry);
			assert.equal(messages.length, 1, JSON.stringify(entry));
			assert.match(messages[0] ?? '', message);
		}
	});

	it('costs no other when it is wrong', () => {
		const { settings, messages } = check({
			'models.providers': [
				{ ...acme, baseUrl: 'nonsense' },
				{ ...acme, name: 'other' },
				acme,
				acme,
			],
		});
		assert.deepEqual(
			settings.providers.map(({ name }) => name),
			['other', 'acme'],
		);
		assert.equal(messages.length, 2);
		assert.match(messages[1] ?? '', /two providers are named acme/);
		assert.equal(check({ 'models.providers': {} }).messages.length, 1);
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
			const { messages } = checkProvider(entry);
			assert.equal(messages.length, 1, JSON.stringify(entry));
			assert.doesNotMatch(messages.join(' '), /SENTINEL/);
		}
		const { messages } = check({ 'models.main': key, 'tasks.compaction.model': key });
		assert.doesNotMatch(messages.join(' '), /SENTINEL/);
		assert.match(checkProvider(entries[0]).messages[0] ?? '', /Set API Key/);
	});
});
