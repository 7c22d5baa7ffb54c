import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelTarget } from '../../src/models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../src/protocol/hostRequests.ts';
import { SummaryPermission } from '../../src/vscode/models/summaryPermission.ts';
import type { SpendingRules } from '../../src/vscode/models/summarySpending.ts';
import { CaughtMessages } from './messages.ts';

const paid: ModelTarget = {
	id: 'acme/large',
	window: 200_000,
	route: 'acme',
	prices: { input: 2, output: 10 },
};
const free: ModelTarget = { id: 'ollama/qwen', window: 32_000, route: 'ollama' };

/** 50,000 tokens to read and 5,000 to write: 15 cents. */
const plan: SummaryPlan = {
	conversation: 'c1',
	title: 'Parser',
	trigger: 'automatic',
	tokens: { input: 50_000, output: 5_000 },
	spentToday: 0.5,
};

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

	function ask(
		rules: SpendingRules,
		wanted: Partial<SummaryPlan> = {},
		models: SummaryModels = { summary: paid, main: free, transientRetries: 1 },
	): Promise<SummaryModels> {
		const permission = new SummaryPermission({
			summaryModels: async () => models,
			rules: () => rules,
			isPaid: ({ prices }) => prices !== undefined,
			log,
		});
		return permission.modelsFor({ ...plan, ...wanted }, new AbortController().signal);
	}

	it('asks nobody where nothing is set', async () => {
		assert.equal((await ask({ askFirst: false })).summary, paid);
		assert.deepEqual(messages.shown, []);
	});

	it('asks before a paid model writes an automatic summary, with what it may cost', async () => {
		messages.answer(/acme\/large/, 'Use Model');
		assert.equal((await ask({ askFirst: true })).summary, paid);
		const { message } = await messages.next(/May acme\/large write the summary/);
		assert.match(message, /"Parser"\? About \$0\.15\./);
	});

	it('leaves paid models out, and no others, when the person declines', async () => {
		messages.answer(/acme\/large/, 'Use Built-in Summariser');
		const { summary, main, transientRetries } = await ask({ askFirst: true });
		assert.deepEqual([summary, main, transientRetries], [undefined, free, 1]);
	});

	it('does not ask where the person has asked for the summary', async () => {
		assert.equal((await ask({ askFirst: true }, { trigger: 'manual' })).summary, paid);
		assert.deepEqual(messages.shown, []);
	});

	it('goes on without a model when nobody answers', async () => {
		const permission = new SummaryPermission({
			summaryModels: async () => ({ summary: paid, transientRetries: 1 }),
			rules: () => ({ askFirst: true }),
			isPaid: () => true,
			log,
			patienceMs: 1,
		});
		const window = vscode.window as unknown as Record<string, () => Promise<unknown>>;
		window['showInformationMessage'] = () => new Promise(() => undefined);
		const models = await permission.modelsFor(plan, new AbortController().signal);
		assert.equal(models.summary, undefined);
	});

	it('keeps automatic summaries within the daily limit, and says so once', async () => {
		const rules = { askFirst: false, dailyLimit: 0.6 };
		const permission = new SummaryPermission({
			summaryModels: async () => ({ summary: paid, transientRetries: 1 }),
			rules: () => rules,
			isPaid: () => true,
			log,
		});
		for (let count = 0; count < 2; count += 1) {
			const models = await permission.modelsFor(plan, new AbortController().signal);
			assert.equal(models.summary, undefined);
		}
		assert.equal(messages.shown.length, 1);
		assert.match(
			messages.shown[0]?.message ?? '',
			/have cost \$0\.50 today; the limit is \$0\.60\..*built-in summariser/,
		);
		assert.equal((await ask({ ...rules, dailyLimit: 0.65 })).summary, paid);
	});

	it('asks before a summary that was asked for goes beyond the limit', async () => {
		const rules = { askFirst: false, dailyLimit: 0.6 };
		messages.answer(/daily limit/, 'Use Built-in Summariser');
		assert.equal((await ask(rules, { trigger: 'manual' })).summary, undefined);
		messages.answer(/daily limit/, 'Use Model Anyway');
		assert.equal((await ask(rules, { trigger: 'manual' })).summary, paid);
	});

	it('calls the compaction off when that question is cancelled', async () => {
		const rules = { askFirst: false, dailyLimit: 0.6 };
		await assert.rejects(ask(rules, { trigger: 'manual' }), { name: 'Interrupted', kind: 'job' });
	});

	it('ends the question with the summary', async () => {
		const window = vscode.window as unknown as Record<string, () => Promise<unknown>>;
		window['showInformationMessage'] = () => new Promise(() => undefined);
		const controller = new AbortController();
		const permission = new SummaryPermission({
			summaryModels: async () => ({ summary: paid, transientRetries: 1 }),
			rules: () => ({ askFirst: true }),
			isPaid: () => true,
			log,
		});
		const asked = permission.modelsFor(plan, controller.signal);
		controller.abort(new Error('cancelled'));
		await assert.rejects(asked, /cancelled/);
	});
});
