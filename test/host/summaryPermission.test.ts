import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelTarget } from '../../src/models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../src/protocol/hostRequests.ts';
import {
	SummaryPermission,
	type PermissionServices,
} from '../../src/vscode/models/summaryPermission.ts';
import { Notifications } from '../../src/vscode/notifications.ts';
import { Configuration } from '../../src/vscode/settings/configuration.ts';
import type { SpendingRules } from '../../src/vscode/settings/settings.ts';
import { CaughtMessages } from './messages.ts';

const paid: ModelTarget = {
	id: 'acme/large',
	window: 200_000,
	route: 'acme',
	prices: { input: 2, cachedInput: 0.2, output: 10 },
};
const unpriced: ModelTarget = { id: 'acme/new', window: 200_000, route: 'acme' };
const free: ModelTarget = { id: 'ollama/qwen', window: 32_000, route: 'ollama' };
const setting = 'precis.tasks.compaction.automaticModels';

/** 50,000 tokens to read and 5,000 to write: 15 cents. */
const plan: SummaryPlan = {
	conversation: 'c1',
	trigger: 'automatic',
	tokens: { input: 50_000, output: 5_000 },
	spentToday: 0.5,
};
const undecided: SpendingRules = { automaticModels: {} };
const agreed: SpendingRules = { automaticModels: { 'acme/large': true } };
const withPaid: SummaryModels = { summary: paid, main: free, transientRetries: 1 };

describe('Spending on summaries in VS Code', () => {
	let messages: CaughtMessages;
	let log: vscode.LogOutputChannel;

	before(() => {
		log = vscode.window.createOutputChannel('Precis test', { log: true });
	});
	after(() => log.dispose());
	beforeEach(() => {
		messages = new CaughtMessages();
	});
	afterEach(() => messages.restore());

	function permission(
		rules: SpendingRules,
		models: SummaryModels = withPaid,
		configuration: object = { now: { models: { spending: rules } } },
	): SummaryPermission {
		return new SummaryPermission({
			configuration,
			log,
			models: {
				summaryModels: async () => models,
				directory: { isPaid: ({ id }: ModelTarget) => id !== free.id },
			},
			notifications: new Notifications(log),
		} as unknown as PermissionServices);
	}

	/** The undecided settings, and what happens when an answer is saved to them. */
	const saving = (save: (value: unknown) => void): object => ({
		now: { models: { spending: undecided } },
		save: async (_name: string, value: unknown) => save(value),
	});

	function ask(
		from: SummaryPermission,
		wanted: Partial<SummaryPlan> = {},
		signal = new AbortController().signal,
	): Promise<SummaryModels> {
		return from.modelsFor({ ...plan, ...wanted }, signal);
	}

	/** As a person who neither answers nor closes the question. */
	function nobodyAnswers(): void {
		const window = vscode.window as unknown as Record<
			string,
			(message: string) => Thenable<unknown>
		>;
		window['showInformationMessage'] = (message) => {
			messages.shown.push({ kind: 'showInformationMessage', message, actions: [] });
			return new Promise(() => undefined);
		};
	}

	it('asks about a paid model with its cost, and writes without it meanwhile', async () => {
		nobodyAnswers();
		const { summary, main, withheld } = await ask(permission(undecided));
		assert.deepEqual([summary, main, Object.keys(withheld ?? {})], [paid, free, ['acme/large']]);
		assert.match(messages.shown[0]?.message ?? '', /May acme\/large write .* about \$0\.15\./);
	});

	it('asks about a model without a known price too', async () => {
		nobodyAnswers();
		const { withheld } = await ask(permission(undecided, { main: unpriced, transientRetries: 1 }));
		assert.deepEqual(Object.keys(withheld ?? {}), ['acme/new']);
		assert.match(messages.shown[0]?.message ?? '', /May acme\/new write .* not know its price/);
	});

	it('asks once in a window, also when the question was closed', async () => {
		const once = permission(undecided);
		for (let count = 0; count < 2; count += 1) {
			assert.notEqual((await ask(once)).withheld, undefined);
		}
		assert.equal(messages.shown.length, 1);
	});

	it('remembers the answer in the settings of the machine', async () => {
		const configuration = new Configuration(log);
		try {
			const asks = permission(undecided, withPaid, configuration);
			const decided = Promise.withResolvers<void>();
			configuration.onDidChange(() => decided.resolve());
			messages.answer(/acme\/large/, 'Use acme/large');
			assert.notEqual((await ask(asks)).withheld, undefined);
			await decided.promise;
			const saved = vscode.workspace.getConfiguration().inspect(setting)?.globalValue;
			assert.deepEqual(saved, { 'acme/large': true });
			assert.deepEqual(await ask(asks), withPaid);
			assert.equal(messages.shown.length, 1);
		} finally {
			configuration.dispose();
			const global = vscode.ConfigurationTarget.Global;
			await vscode.workspace.getConfiguration().update(setting, undefined, global);
		}
	});

	it('remembers that the built-in summariser is to write them', async () => {
		const decided = Promise.withResolvers<unknown>();
		messages.answer(/acme\/large/, 'Built-in Only');
		await ask(
			permission(
				undecided,
				withPaid,
				saving((value) => decided.resolve(value)),
			),
		);
		assert.deepEqual(await decided.promise, { 'acme/large': false });
	});

	it('says when the answer could not be saved', async () => {
		messages.answer(/acme\/large/, 'Use acme/large');
		const full = saving(() => {
			throw new Error('settings.json is read-only');
		});
		await ask(permission(undecided, withPaid, full));
		const { kind } = await messages.next(/settings\.json is read-only/);
		assert.equal(kind, 'showErrorMessage');
	});

	it('asks nothing about what is decided, and leaves out what was declined with the reason', async () => {
		assert.deepEqual(await ask(permission(agreed)), withPaid);
		const { withheld } = await ask(permission({ automaticModels: { 'acme/large': false } }));
		assert.match(withheld?.['acme/large'] ?? '', /automaticModels/);
		assert.deepEqual(messages.shown, []);
	});

	it('asks nothing where the person has asked for the summary', async () => {
		assert.deepEqual(await ask(permission(undecided), { trigger: 'manual' }), withPaid);
		const declined = permission({ automaticModels: { 'acme/large': false } });
		assert.deepEqual(await ask(declined, { trigger: 'manual' }), withPaid);
		assert.deepEqual(messages.shown, []);
	});

	it('keeps automatic summaries within the daily limit, and says so once', async () => {
		const models = { summary: paid, transientRetries: 1 };
		const limited = permission({ ...agreed, dailyLimit: 0.6 }, models);
		for (let count = 0; count < 2; count += 1) {
			assert.match((await ask(limited)).withheld?.['acme/large'] ?? '', /\$0\.60/);
		}
		assert.equal(messages.shown.length, 1);
		assert.match(
			messages.shown[0]?.message ?? '',
			/have cost \$0\.50 today; the limit is \$0\.60\..*built-in summariser/,
		);
		assert.deepEqual(await ask(permission({ ...agreed, dailyLimit: 0.65 }, models)), models);
	});

	it('does not say that the built-in summariser writes while a free model does', async () => {
		await ask(permission({ ...agreed, dailyLimit: 0.6 }));
		assert.deepEqual(messages.shown, []);
	});

	it('keeps summaries that were asked for within it too, and says so each time', async () => {
		const models = { summary: paid, transientRetries: 1 };
		const limited = permission({ ...undecided, dailyLimit: 0.6 }, models);
		for (let count = 0; count < 2; count += 1) {
			assert.notEqual((await ask(limited, { trigger: 'manual' })).withheld, undefined);
		}
		assert.equal(messages.shown.length, 2);
	});
});
