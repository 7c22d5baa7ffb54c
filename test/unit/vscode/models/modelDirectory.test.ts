import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { LanguageModelChat } from 'vscode';
import { ModelError } from '../../../../src/models/modelError.ts';
import type { ListedModel } from '../../../../src/models/openai/listModels.ts';
import { boundKey } from '../../../../src/vscode/models/boundKey.ts';
import { ApiKeys } from '../../../../src/vscode/models/apiKeys.ts';
import { defaultWindow, ModelDirectory } from '../../../../src/vscode/models/modelDirectory.ts';
import { parseModelId, type NamedModel } from '../../../../src/vscode/models/modelId.ts';
import { ModelLists } from '../../../../src/vscode/models/modelLists.ts';
import { checkModelSettings } from '../../../../src/vscode/models/modelSettings.ts';
import { resolvedSummaryModels } from '../../../../src/vscode/models/summaryChoice.ts';
import { english, FakeSecrets } from '../../../support/vscodeFakes.ts';

const sentinel = 'sk-SENTINEL-0123456789';

interface World {
	readonly settings?: Readonly<Record<string, unknown>>;
	readonly keys?: Readonly<Record<string, string>>;
	readonly list?: () => Promise<readonly ListedModel[]>;
	/** Input windows of VS Code's models, tokens, by `vendor/model`. */
	readonly vsCode?: Readonly<Record<string, number>>;
}

function world({ settings = {}, keys = {}, list, vsCode = {} }: World = {}) {
	const secrets = new FakeSecrets();
	let asked = 0;
	const lists = new ModelLists(
		() => {
			asked += 1;
			return list?.() ?? Promise.resolve([]);
		},
		() => 0,
	);
	const checked = (): ReturnType<typeof checkModelSettings> =>
		checkModelSettings((name) => settings[name]);
	const directory = new ModelDirectory({
		settings: () => checked().settings,
		keys: new ApiKeys(secrets, {}, english, ''),
		lists,
		findVsCodeModel: (vendor, model) => {
			const maxInputTokens = vsCode[`${vendor}/${model}`];
			return Promise.resolve(
				maxInputTokens === undefined ? undefined : ({ maxInputTokens } as LanguageModelChat),
			);
		},
		l10n: english,
		lookupMs: 20,
	});
	const setKey = (name: string, key: string): void => {
		const provider = directory.providers.find((one) => one.name === name);
		assert.ok(provider !== undefined, name);
		secrets.held.set(`precis.key.${name}`, boundKey(key, provider, ''));
	};
	for (const [name, key] of Object.entries(keys)) {
		setKey(name, key);
	}
	return { directory, setKey, checked, asked: () => asked };
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
		assert.deepEqual(target.prices, { input: 1, output: 4 });
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
		assert.equal((await directory.targetOf(named('acme/x'))).window, defaultWindow);
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

	it('leads to VS Code for its own models', async () => {
		const { directory } = world();
		const route = await directory.routeOf(await directory.targetOf(named('vscode/copilot/gpt/5')));
		assert.deepEqual(route, {
			provider: 'vscode',
			api: 'vscode',
			baseUrl: '',
			model: 'copilot/gpt/5',
			streaming: true,
		});
	});

	it('asks for no key where none is needed', async () => {
		const { directory } = world();
		const route = await directory.routeOf(await directory.targetOf(named('ollama/qwen3')));
		assert.equal(route.baseUrl, 'http://127.0.0.1:11434/v1');
		assert.equal(route.credential, undefined);
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

describe('the models that write summaries', () => {
	async function resolved(
		settings: Readonly<Record<string, unknown>>,
		lastUsed?: { readonly vendor: string; readonly model: string },
	) {
		const { directory, checked } = world({ settings });
		let asked = 0;
		const models = await resolvedSummaryModels(checked().settings, directory, () => {
			asked += 1;
			return Promise.resolve(lastUsed);
		});
		return { summary: models.summary?.id, main: models.main?.id, models, asked };
	}

	it('are none without a setting, so that the built-in summariser writes', async () => {
		const { summary, main, models } = await resolved({});
		assert.deepEqual([summary, main], [undefined, undefined]);
		assert.deepEqual(models, { transientRetries: 1 });
	});

	it('default to the main model, then to a model of VS Code that was used', async () => {
		const used = { vendor: 'copilot', model: 'gpt-5' };
		const withMain = await resolved({ 'models.main': 'ollama/qwen3' }, used);
		assert.deepEqual([withMain.summary, withMain.main], [undefined, 'ollama/qwen3']);
		assert.equal(withMain.asked, 0, 'VS Code is not asked for models without need');
		const without = await resolved({}, used);
		assert.deepEqual([without.summary, without.main], ['vscode/copilot/gpt-5', undefined]);
	});

	it('are the configured one and the main model behind it', async () => {
		const both = await resolved({
			'models.main': 'ollama/qwen3',
			'tasks.compaction.model': 'openai/gpt-5-mini',
			'tasks.compaction.instructions': 'In French.',
		});
		assert.deepEqual([both.summary, both.main], ['openai/gpt-5-mini', 'ollama/qwen3']);
		assert.equal(both.models.instructions, 'In French.');
		const same = await resolved({
			'models.main': 'ollama/qwen3',
			'tasks.compaction.model': 'ollama/qwen3',
		});
		assert.deepEqual([same.summary, same.main], ['ollama/qwen3', undefined]);
	});

	it('are none when the person wants the built-in summariser, whatever the main model is', async () => {
		const { summary, main } = await resolved(
			{ 'models.main': 'ollama/qwen3', 'tasks.compaction.model': 'built-in' },
			{ vendor: 'copilot', model: 'gpt-5' },
		);
		assert.deepEqual([summary, main], [undefined, undefined]);
	});
});
