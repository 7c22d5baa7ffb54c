import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { inspect } from 'node:util';
import type { LanguageModelChat } from 'vscode';
import { ModelError } from '../../../../src/models/modelError.ts';
import type { ListedModel } from '../../../../src/models/openai/listModels.ts';
import { ApiKeys, boundKey } from '../../../../src/vscode/models/apiKeys.ts';
import { defaultWindow, ModelDirectory } from '../../../../src/vscode/models/modelDirectory.ts';
import { modelId, parseModelId, type NamedModel } from '../../../../src/vscode/settings/modelId.ts';
import { checkSettings } from '../../../../src/vscode/settings/settings.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { FakeSecrets } from '../../../support/vscodeFakes.ts';

const sentinel = 'sk-SENTINEL-0123456789';

interface World {
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly keys?: Readonly<Record<string, string>>;
	readonly list?: () => Promise<readonly ListedModel[]>;
	/** Input windows of VS Code's models, tokens, by `vendor/model`. */
	readonly vsCode?: Readonly<Record<string, number>>;
	readonly lastUsed?: string;
}

function world({ settings = {}, keys = {}, list, vsCode = {}, lastUsed }: World = {}) {
	const secrets = new FakeSecrets();
	let asked = 0;
	const used = lastUsed === undefined ? undefined : named(lastUsed);
	const directory = new ModelDirectory({
		settings: () => checkSettings((name) => settings[name]).models,
		keys: new ApiKeys(secrets, {}, ''),
		list: () => {
			asked += 1;
			return list?.() ?? Promise.resolve([]);
		},
		vsCode: {
			find: async (vendor, model) => {
				const maxInputTokens = vsCode[`${vendor}/${model}`];
				return maxInputTokens === undefined ? undefined : ({ maxInputTokens } as LanguageModelChat);
			},
			wasUsed: used !== undefined,
			lastUsed: async () => (used?.kind === 'vscode' ? used : undefined),
			suggested: async () => undefined,
		},
	});
	const setKey = (name: string, key: string): void => {
		const provider = directory.providers.find((one) => one.name === name);
		assert.ok(provider !== undefined, name);
		secrets.held.set(`precis.key.${name}`, boundKey(key, provider, ''));
	};
	for (const [name, key] of Object.entries(keys)) {
		setKey(name, key);
	}
	return { directory, setKey, asked: () => asked };
}

function named(id: string): NamedModel {
	const choice = parseModelId(id);
	assert.ok(choice?.kind === 'provider' || choice?.kind === 'vscode');
	return choice;
}

async function failureOf(promise: Promise<unknown>) {
	const error: unknown = await promise.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof ModelError, 'fails as a model');
	return error.failure;
}

const acme = { name: 'acme', baseUrl: 'https://models.acme.example/v1' };
const stated = { id: 'big', window: 64_000, maxOutput: 8_000, inputPrice: 1, outputPrice: 4 };

describe('the window of a model', () => {
	it('is the one of the settings, without asking anybody', async () => {
		const { directory, asked } = world({
			settings: { 'models.providers': [{ ...acme, models: [stated] }] },
		});
		const target = await directory.targetOf(named('acme/big'));
		assert.equal(target.id, 'acme/big');
		assert.equal(target.window, 64_000);
		assert.equal(target.maxOutput, 8_000);
		assert.deepEqual(target.prices, { input: 1, cachedInput: 0.1, output: 4 });
		assert.equal(asked(), 0);
	});

	it('is the one the provider lists, asked for once', async () => {
		const { directory, asked } = world({
			settings: { 'models.providers': [acme] },
			list: () => Promise.resolve([{ id: 'small', window: 32_000, maxOutput: 2_000 }]),
		});
		for (let round = 0; round < 3; round += 1) {
			const target = await directory.targetOf(named('acme/small'));
			assert.equal(target.window, 32_000);
			assert.equal(target.maxOutput, 2_000);
		}
		assert.equal(asked(), 1);
	});

	it('is the default when nobody says', async () => {
		const { directory } = world({
			settings: { 'models.providers': [acme] },
			list: () => Promise.reject(new ModelError({ kind: 'connection', message: 'refused' })),
		});
		for (const id of ['acme/small', 'nobody/x', 'openai/gpt-5', 'vscode/copilot/gone']) {
			assert.equal((await directory.targetOf(named(id))).window, defaultWindow, id);
		}
	});

	it('is what VS Code takes, for its own models', async () => {
		const { directory } = world({ vsCode: { 'copilot/gpt-5-mini': 110_000 } });
		assert.equal((await directory.targetOf(named('vscode/copilot/gpt-5-mini'))).window, 110_000);
	});

	it('is not waited for when a provider hangs', async () => {
		const { directory } = world({
			settings: { 'models.providers': [acme] },
			list: () => new Promise(() => undefined),
		});
		mock.timers.enable({ apis: ['setTimeout'] });
		try {
			const target = directory.targetOf(named('acme/x'));
			await settled();
			mock.timers.runAll();
			assert.equal((await target).window, defaultWindow);
		} finally {
			mock.timers.reset();
		}
	});
});

describe('the route of a model', () => {
	it('is one word for provider, address and key, and gives none of them away', async () => {
		const settings = { 'models.providers': [acme] };
		const { directory, setKey } = world({ settings, keys: { acme: sentinel } });
		const first = await directory.targetOf(named('acme/one'));
		const second = await directory.targetOf(named('acme/two'));
		assert.equal(first.route, second.route);
		assert.match(first.route, /^[0-9a-f]{32}$/);
		setKey('acme', 'sk-another');
		assert.notEqual((await directory.targetOf(named('acme/one'))).route, first.route);
		const elsewhere = world({
			settings: { 'models.providers': [{ ...acme, baseUrl: 'https://other.example/v1' }] },
			keys: { acme: sentinel },
		});
		assert.notEqual((await elsewhere.directory.targetOf(named('acme/one'))).route, first.route);
		assert.doesNotMatch(inspect(first, { depth: 10 }), /SENTINEL/);
	});

	it('has everything a call needs, as it is when it is called', async () => {
		const { directory } = world({
			settings: { 'models.providers': [{ ...acme, api: 'responses', streaming: false }] },
			keys: { acme: sentinel },
		});
		const route = await directory.routeOf(await directory.targetOf(named('acme/big/one')));
		assert.equal(route.credential?.reveal(), sentinel);
		assert.deepEqual(
			{ ...route, credential: undefined },
			{
				provider: 'acme',
				api: 'responses',
				baseUrl: acme.baseUrl,
				credential: undefined,
				model: 'big/one',
				streaming: false,
			},
		);
		assert.doesNotMatch(inspect(route, { depth: 10 }) + JSON.stringify(route), /SENTINEL/);
	});

	it('fails with advice when the key is missing or the provider is not known', async () => {
		const { directory } = world({
			settings: { 'models.providers': [{ ...acme, keyVariable: 'ACME_KEY' }] },
		});
		for (const id of ['openai/gpt-5', 'openrouter/x', 'acme/x']) {
			const failure = await failureOf(directory.routeOf(await directory.targetOf(named(id))));
			assert.equal(failure.kind, 'authentication', id);
			assert.match(failure.advice ?? '', /Set API Key/);
		}
		const failure = await failureOf(directory.routeOf(await directory.targetOf(named('nobody/x'))));
		assert.equal(failure.kind, 'not-available');
		assert.match(failure.message, /No provider found for nobody\/x. Available: acme, openai, /);
		assert.match(failure.advice ?? '', /precis\.models\.providers/);
	});
});

describe('the models of a provider', () => {
	const signal = new AbortController().signal;

	it('are those of the settings and those it lists', async () => {
		const { directory } = world({
			settings: { 'models.providers': [{ ...acme, models: [stated] }] },
			list: () => Promise.resolve([{ id: 'big', window: 1 }, { id: 'small' }]),
		});
		const [provider] = directory.providers;
		assert.ok(provider !== undefined);
		const models = await directory.modelsOf(provider, signal);
		assert.deepEqual(
			models.map(({ id, window }) => [id, window]),
			[
				['big', 64_000],
				['small', undefined],
			],
		);
	});

	it('are those of the settings alone when it lists none', async () => {
		const list = () => Promise.reject(new ModelError({ kind: 'not-available', message: '404' }));
		const one = world({ settings: { 'models.providers': [{ ...acme, models: [stated] }] }, list });
		const none = world({ settings: { 'models.providers': [acme] }, list });
		const [first, second] = [one.directory.providers[0], none.directory.providers[0]];
		assert.ok(first !== undefined && second !== undefined);
		assert.equal((await one.directory.modelsOf(first, signal)).length, 1);
		assert.equal((await failureOf(none.directory.modelsOf(second, signal))).message, '404');
	});
});

describe('models of servers that are set up', () => {
	async function configured(
		settings: Readonly<Record<string, unknown>>,
		list: () => Promise<readonly ListedModel[]> = () => Promise.reject(new Error('not there')),
	): Promise<readonly string[]> {
		return (await world({ settings, list }).directory.configured()).map(modelId);
	}
	const server = { name: 'mine', baseUrl: 'http://127.0.0.1:1/v1' };
	const models = [
		{ id: 'a', window: 8_000 },
		{ id: 'b', window: 8_000 },
	];

	it('are those the settings name, else those the server lists, each once', async () => {
		const listed = () => Promise.resolve([{ id: 'c' }, { id: 'd' }]);
		const stated = { 'models.providers': [{ ...server, models }], 'models.main': 'mine/a' };
		assert.deepEqual(await configured(stated, listed), ['mine/a', 'mine/b']);
		assert.deepEqual(await configured({ 'models.providers': [server] }, listed), [
			'mine/c',
			'mine/d',
		]);
	});

	it('are asked for once, until a user wants to see the present ones', async () => {
		const list = () => Promise.resolve([{ id: 'c' }]);
		const { directory, asked } = world({ settings: { 'models.providers': [server] }, list });
		await directory.configured();
		await directory.configured();
		assert.equal(asked(), 1);
		directory.clear();
		await directory.configured();
		assert.equal(asked(), 2);
	});

	it('are none of a server that does not answer, none of VS Code’s, and the others', async () => {
		const settings = {
			'models.providers': [server],
			'models.main': 'vscode/copilot/gpt-5',
			'tasks.compaction.model': 'openrouter/small',
		};
		assert.deepEqual(await configured(settings), ['openrouter/small']);
	});
});

describe('whether a model is paid', () => {
	const near = ['10.1.2.3', '172.31.0.9', '192.168.1.7', '[fd12:3456::1]', '[::1]', 'gpu.local'];
	const far = ['11.1.2.3', '172.32.0.9', '[2001:db8::1]', '10.acme.example', 'gpu.local.example'];
	const providersAt = (hosts: readonly string[], name: string) =>
		hosts.map((host, at) => ({ name: `${name}-${at}`, baseUrl: `http://${host}:8000/v1` }));
	const { directory } = world({
		settings: { 'models.providers': [...providersAt(near, 'near'), ...providersAt(far, 'far')] },
	});
	const about = (id: string) => ({ id, window: 64_000, route: 'a route' });

	it('is what its prices say, wherever it runs', () => {
		for (const [input, output] of [
			[0, 0],
			[0, 1],
			[1, 0],
		] as const) {
			const target = { ...about('near-0/big'), prices: { input, cachedInput: input, output } };
			assert.equal(directory.isPaid(target), input + output > 0);
		}
	});

	it('is guessed from where it runs, where no price is known', () => {
		for (const id of ['ollama/qwen3', ...near.map((_, at) => `near-${at}/x`)]) {
			assert.equal(directory.isPaid(about(id)), false, id);
		}
		const others = ['openai/gpt-5', 'nobody/x', 'vscode/copilot/gpt-5'];
		for (const id of [...others, ...far.map((_, at) => `far-${at}/x`)]) {
			assert.equal(directory.isPaid(about(id)), true, id);
		}
	});
});

describe('the models that write summaries', () => {
	const used = 'vscode/copilot/gpt-5';

	it('follow the settings, then the model that leads, then the one of VS Code used last', async () => {
		for (const [main, model, leading, expected] of [
			['', '', undefined, [used, undefined]],
			['ollama/qwen3', '', 'acme/x', [undefined, 'ollama/qwen3']],
			['', '', 'acme/x', [undefined, 'acme/x']],
			['ollama/qwen3', 'openai/mini', 'acme/x', ['openai/mini', 'ollama/qwen3']],
			['ollama/qwen3', 'ollama/qwen3', undefined, ['ollama/qwen3', undefined]],
			['ollama/qwen3', 'built-in', 'acme/x', [undefined, undefined]],
		] as const) {
			const settings = { 'models.main': main, 'tasks.compaction.model': model };
			const { directory } = world({ settings, lastUsed: used });
			const lead = leading === undefined ? undefined : named(leading);
			const models = await directory.summaryModels(lead);
			assert.deepEqual([models.summary?.id, models.main?.id], expected);
			assert.equal((await directory.writer(lead)).id, expected[0] ?? expected[1] ?? model);
		}
	});

	it('are none without a setting; then one that could is suggested', async () => {
		const { directory } = world();
		assert.deepEqual(await directory.summaryModels(), { transientRetries: 1 });
		assert.deepEqual(await directory.writer(), {});
		const settings = { 'models.providers': [{ ...acme, models: [stated] }] };
		assert.deepEqual(await world({ settings }).directory.writer(), { suggested: 'acme/big' });
	});

	it('have the person’s instructions', async () => {
		const { directory } = world({ settings: { 'tasks.compaction.instructions': 'In French.' } });
		assert.equal((await directory.summaryModels()).instructions, 'In French.');
	});

	it('are told to the worker with the price that a person states for their input', () => {
		const models = [
			{ id: 'large', window: 200_000, inputPrice: 3 },
			{ id: 'free', window: 200_000, inputPrice: 0 },
			{ id: 'unpriced', window: 200_000, outputPrice: 9 },
		];
		const writerOf = (settings: Readonly<Record<string, unknown>>, lastUsed?: string) => {
			const all = { 'models.providers': [{ ...acme, models }], ...settings };
			return world({ settings: all, ...(lastUsed === undefined ? {} : { lastUsed }) }).directory
				.summaryWriter;
		};
		const large = { kind: 'named', id: 'acme/large', inputPrice: 3 };
		assert.deepEqual(writerOf({ 'models.main': 'acme/large' }), large);
		assert.deepEqual(
			writerOf({ 'models.main': 'acme/large', 'tasks.compaction.model': 'acme/free' }),
			{ kind: 'named', id: 'acme/free', inputPrice: 0 },
		);
		assert.deepEqual(writerOf({ 'tasks.compaction.model': 'acme/unpriced' }), {
			kind: 'named',
			id: 'acme/unpriced',
		});
		assert.deepEqual(writerOf({}), { kind: 'answering', wasUsed: false });
		assert.deepEqual(writerOf({}, used), { kind: 'answering', wasUsed: true });
		assert.equal(writerOf({ 'tasks.compaction.model': 'built-in' }, used), undefined);
	});
});
