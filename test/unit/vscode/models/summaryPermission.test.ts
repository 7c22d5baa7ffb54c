import assert from 'node:assert/strict';
import type { ModelTarget } from '../../../../src/models/modelCalls.ts';
import type { SummaryModels, SummaryPlan } from '../../../../src/protocol/hostRequests.ts';
import {
	SummaryPermission,
	type PermissionServices,
} from '../../../../src/vscode/models/summaryPermission.ts';
import type { SpendingRules } from '../../../../src/vscode/settings/settings.ts';
import { until } from '../../../support/until.ts';

const paid: ModelTarget = {
	id: 'acme/large',
	window: 200_000,
	route: 'acme',
	prices: { input: 2, cachedInput: 0.2, output: 10 },
};
const unpriced: ModelTarget = { id: 'acme/new', window: 200_000, route: 'acme' };
const ofVsCode: ModelTarget = { id: 'vscode/copilot/mini', window: 128_000, route: 'vscode' };
const free: ModelTarget = { id: 'ollama/qwen', window: 32_000, route: 'ollama' };

/** 50,000 tokens to read and 5,000 to write: 15 cents. */
const plan: SummaryPlan = {
	conversation: 'c1',
	trigger: 'automatic',
	tokens: { input: 50_000, output: 5_000 },
	spentToday: 0.5,
};
const manual = { trigger: 'manual' } as const;
const agreed = { automaticModels: { 'acme/large': true, 'acme/new': true } };
const declined = { automaticModels: { 'acme/large': false } };

interface World {
	readonly rules?: Partial<SpendingRules>;
	readonly models?: Omit<SummaryModels, 'transientRetries'>;
	/** What the person answers; absent: they neither answer nor close the question. */
	readonly answer?: Promise<string | undefined>;
	readonly save?: (value: unknown) => void;
}

function start({
	rules = {},
	models = { summary: paid, main: free },
	answer = new Promise(() => undefined),
	save = () => undefined,
}: World = {}) {
	const asked: string[] = [];
	const told: string[] = [];
	const permission = new SummaryPermission({
		configuration: {
			now: { models: { spending: { automaticModels: {}, ...rules } } },
			save: async (_name: string, value: unknown) => save(value),
		},
		log: { error: (error: unknown) => assert.fail(String(error)) },
		models: {
			summaryModels: async () => ({ ...models, transientRetries: 1 }),
			directory: { isPaid: ({ id }: ModelTarget) => id !== free.id },
		},
		notifications: {
			ask: (message: string) => {
				asked.push(message);
				return answer;
			},
			inform: (message: string) => told.push(message),
			failed: (error: unknown, sentence: (cause: string) => string) =>
				told.push(sentence(String(error))),
		},
	} as unknown as PermissionServices);
	/** What is withheld, with the reasons. */
	const withheld = async (changes: Partial<SummaryPlan> = {}) =>
		(await permission.modelsFor({ ...plan, ...changes }, new AbortController().signal)).withheld ??
		{};
	return { asked, told, withheld };
}

/** Which of these models may not write. */
async function withheldOf(
	target: ModelTarget,
	rules: Partial<SpendingRules> = {},
	changes: Partial<SummaryPlan> = {},
): Promise<boolean> {
	const { withheld } = start({ rules, models: { summary: target } });
	return target.id in (await withheld(changes));
}

describe('spending on summaries', () => {
	it('waits for the person’s word about each model that costs, but not where they ask themselves', async () => {
		for (const [target, rules, changes, expected] of [
			[paid, {}, {}, true],
			[unpriced, {}, {}, true],
			[paid, {}, { trigger: 'overflow' }, true],
			[paid, { automaticModels: { 'acme/new': true } }, {}, true],
			[paid, agreed, {}, false],
			[paid, declined, {}, true],
			[paid, {}, manual, false],
			[paid, declined, manual, false],
			// VS Code asks itself.
			[ofVsCode, {}, {}, false],
			[free, {}, {}, false],
		] as const) {
			const about = JSON.stringify([target.id, rules, changes]);
			assert.equal(await withheldOf(target, rules, changes), expected, about);
		}
	});

	it('goes up to the daily limit and not beyond, whoever asks', async () => {
		for (const [target, dailyLimit, changes, expected] of [
			[paid, 0.65, {}, false],
			[paid, 0.64, {}, true],
			[paid, 0.64, manual, true],
			// Of unknown price, before that much was spent.
			[unpriced, 0.5, {}, false],
			[unpriced, 0.49, {}, true],
			[paid, 0, { spentToday: 0 }, true],
			[unpriced, 0, { spentToday: 0 }, true],
			[ofVsCode, 0, { spentToday: 0 }, true],
			[free, 0, {}, false],
		] as const) {
			const about = JSON.stringify([target.id, dailyLimit, changes]);
			assert.equal(await withheldOf(target, { ...agreed, dailyLimit }, changes), expected, about);
		}
	});

	it('is asked about once in a window, with the cost, and nothing waits for the answer', async () => {
		for (const answer of [undefined, Promise.resolve(undefined)]) {
			const { asked, withheld } = start(answer === undefined ? {} : { answer });
			assert.deepEqual(Object.keys(await withheld()), ['acme/large']);
			await withheld();
			assert.equal(asked.length, 1);
			assert.match(asked[0] ?? '', /acme\/large.*\$0\.15/);
		}
		const { asked, withheld } = start({ models: { main: unpriced } });
		await withheld();
		assert.match(asked[0] ?? '', /acme\/new/);
	});

	it('is asked about neither where it is decided nor where the limit forbids it', async () => {
		for (const rules of [agreed, declined, { dailyLimit: 0.1 }]) {
			const { asked, withheld } = start({ rules });
			await withheld();
			assert.deepEqual(asked, [], JSON.stringify(rules));
		}
		const { withheld } = start({ rules: declined });
		assert.match((await withheld())['acme/large'] ?? '', /automaticModels/);
	});

	it('keeps each answer in the settings, with those before', async () => {
		for (const [answer, isAllowed] of [
			['Use acme/large', true],
			['Built-in Only', false],
		] as const) {
			const saved: unknown[] = [];
			const { withheld } = start({
				rules: { automaticModels: { 'acme/new': true } },
				answer: Promise.resolve(answer),
				save: (value) => saved.push(value),
			});
			await withheld();
			await until(() => saved.length > 0);
			assert.deepEqual(saved, [{ 'acme/new': true, 'acme/large': isAllowed }]);
		}
	});

	it('says when an answer could not be saved', async () => {
		const { told, withheld } = start({
			answer: Promise.resolve('Use acme/large'),
			save: () => {
				throw new Error('settings.json is read-only');
			},
		});
		await withheld();
		await until(() => told.length > 0);
		assert.match(told[0] ?? '', /settings\.json is read-only/);
	});

	it('says that the limit is reached: once of its own, each time where the person asks', async () => {
		for (const [changes, times] of [
			[{}, 1],
			[manual, 2],
		] as const) {
			const rules = { ...agreed, dailyLimit: 0.6 };
			const { told, withheld } = start({ rules, models: { summary: paid } });
			assert.match((await withheld(changes))['acme/large'] ?? '', /\$0\.60/);
			await withheld(changes);
			assert.equal(told.length, times);
			assert.match(told[0] ?? '', /\$0\.50.*\$0\.60/);
		}
	});

	it('does not say so while a free model writes', async () => {
		const { told, withheld } = start({ rules: { ...agreed, dailyLimit: 0.6 } });
		await withheld();
		assert.deepEqual(told, []);
	});
});
