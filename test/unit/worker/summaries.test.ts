import assert from 'node:assert/strict';
import type { SummaryJob } from '../../../src/conversations/service/ports.ts';
import { memoryStore } from '../../../src/conversations/store/openStore.ts';
import type { SqliteStore } from '../../../src/conversations/store/sqliteStore.ts';
import type { ModelAnswer, TokenUsage } from '../../../src/models/client.ts';
import { cooldownKey, type Cooldowns } from '../../../src/models/cooldown.ts';
import type { ModelTarget } from '../../../src/models/modelCalls.ts';
import type { WrittenSummary } from '../../../src/summary/writtenSummary.ts';
import { ladderOf } from '../../../src/worker/summaries.ts';
import { summaryRequest } from '../../../src/compaction/complete.ts';
import { planOf } from '../../support/compactions.ts';
import { FakeHost } from '../../support/fakeHost.ts';
import { FaultyStore } from '../../support/faultyStore.ts';
import { summaryReply } from '../../support/fakeProvider/summaryReply.ts';
import { at, logOf } from '../../support/logs.ts';
import { smallWindow } from '../../support/serviceRig.ts';
import { session } from '../../support/workerRig.ts';

const target: ModelTarget = { id: 'acme/small', window: 128_000, route: 'acme' };
const priced: ModelTarget = { ...target, prices: { input: 2, cachedInput: 0.2, output: 10 } };

/** The last evening of January, where the person is. */
const evening = new Date(2026, 0, 31, 23, 59).getTime();

const request = summaryRequest(planOf(logOf(...session), { settings: smallWindow }));

/** Summaries of one conversation, with a host and a day. */
class Desk {
	readonly host = new FakeHost();
	readonly faults = new FaultyStore(memoryStore(() => 0));
	readonly unexpected: unknown[] = [];
	now = evening;
	readonly id: string;

	constructor(models: { readonly summary?: ModelTarget; readonly main?: ModelTarget } = {}) {
		this.id = this.store.create({ title: 'The parser', source: 'test' }).id;
		this.host.models = () => Promise.resolve({ ...models, transientRetries: 0 });
	}

	get store(): SqliteStore {
		return this.faults.store;
	}

	/** The model answers with these, one after the other; without any it fails. */
	answers(...usages: readonly (TokenUsage | undefined)[]): void {
		const rest = [...usages];
		this.host.reply = async (): Promise<ModelAnswer> => {
			const usage = rest.shift();
			return { content: summaryReply(), finishReason: 'stop', ...(usage && { usage }) };
		};
	}

	summarise(job: Partial<SummaryJob> = {}): Promise<WrittenSummary> {
		let cooldowns: Cooldowns = {};
		const sources = {
			host: this.host,
			store: this.store,
			learntWindows: new Map<string, number>(),
			now: () => this.now,
			unexpected: (error: unknown) => this.unexpected.push(error),
		};
		const whole: SummaryJob = {
			conversation: this.id,
			trigger: 'automatic',
			cooldowns: { get: () => cooldowns, set: (next) => void (cooldowns = next) },
			onProgress: () => undefined,
			...job,
		};
		return ladderOf(sources, whole).summarise(request, new AbortController().signal);
	}
}

const usage: TokenUsage = { inputTokens: 1_000_000, outputTokens: 100_000 };

describe('a summary', () => {
	it('asks the host for its models, with what it is about and what it needs', async () => {
		const desk = new Desk();
		desk.store.addSpent('2026-01-31', 0.5);
		desk.store.addSpent('2026-01-30', 7);
		await desk.summarise({ trigger: 'overflow' });
		const [plan, ...more] = desk.host.plans;
		assert.deepEqual(more, []);
		const { start, end } = at(request.fresh, 0);
		const input = request.log.slice(start, end).reduce((sum, { tokens }) => sum + tokens, 0);
		assert.ok(input > 1_000);
		assert.deepEqual(plan, {
			conversation: desk.id,
			trigger: 'overflow',
			tokens: { input, output: request.budget },
			spentToday: 0.5,
		});
	});

	it('is asked of a model in a cooldown by a person alone', async () => {
		const asked = async (job: Pick<SummaryJob, 'trigger' | 'askedBy'>): Promise<number> => {
			const desk = new Desk({ summary: target });
			desk.answers();
			const cooldown = {
				untilMs: Date.now() + 600_000,
				ladderStep: 0,
				reason: 'credit',
				reported: [],
			} as const;
			const cooldowns = { [cooldownKey(target)]: cooldown };
			await desk.summarise({
				...job,
				cooldowns: { get: () => cooldowns, set: () => undefined },
			});
			return desk.host.calls.length;
		};
		assert.ok((await asked({ trigger: 'manual' })) > 0);
		assert.equal(await asked({ trigger: 'automatic' }), 0);
		assert.equal(await asked({ trigger: 'overflow' }), 0);
		assert.equal(await asked({ trigger: 'manual', askedBy: 'extension' }), 0);
	});

	it('is not written where the host fails to say which models there are', async () => {
		const desk = new Desk();
		desk.host.models = () => Promise.reject(new Error('no host'));
		await assert.rejects(desk.summarise(), /no host/);
	});
});

describe('what a summary costs', () => {
	const spentBy = async (model: ModelTarget, ...usages: readonly TokenUsage[]) => {
		const desk = new Desk({ summary: model });
		desk.answers(...usages);
		await desk.summarise();
		return desk.store.spent('2026-01-31');
	};

	it('is reckoned from the prices where the provider says nothing', async () => {
		assert.equal(await spentBy(priced, usage), 3);
	});

	it('adds up over the day, also of replies that were no use', async () => {
		const desk = new Desk({ summary: target });
		const answers = ['I cannot do that.', summaryReply()];
		desk.host.reply = () =>
			Promise.resolve({
				content: answers.shift(),
				finishReason: 'stop',
				usage: { ...usage, cost: 0.25 },
			});
		const { identity } = await desk.summarise();
		assert.equal(identity.kind, 'model');
		assert.equal(desk.host.calls.length, 2);
		assert.equal(desk.store.spent('2026-01-31'), 0.5);
		desk.answers({ ...usage, cost: 1 });
		await desk.summarise();
		assert.equal(at(desk.host.plans, -1).spentToday, 0.5);
		assert.equal(desk.store.spent('2026-01-31'), 1.5);
	});

	it('counts for the day on which the answer came', async () => {
		const desk = new Desk({ summary: target });
		desk.host.reply = () => {
			desk.now = evening + 2 * 60_000;
			return Promise.resolve({
				content: summaryReply(),
				finishReason: 'stop',
				usage: { ...usage, cost: 0.25 },
			});
		};
		await desk.summarise();
		assert.deepEqual([desk.store.spent('2026-01-31'), desk.store.spent('2026-02-01')], [0, 0.25]);
	});

	it('costs no summary where it cannot be noted', async () => {
		const desk = new Desk({ summary: target });
		desk.answers({ ...usage, cost: 0.25 });
		desk.faults.failNext('addSpent');
		const { identity } = await desk.summarise();
		assert.equal(identity.kind, 'model');
		assert.match(String(at(desk.unexpected, 0)), /disk is full/);
	});
});
