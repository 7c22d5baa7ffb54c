import assert from 'node:assert/strict';
import type { JobSummary } from '../../../src/conversations/service/job.ts';
import { FakeHost } from '../../support/fakeHost.ts';
import { EventsForHost } from '../../../src/worker/eventsForHost.ts';
import { at } from '../../support/logs.ts';
import { settled } from '../../support/scriptedClients.ts';
import { until } from '../../support/until.ts';
import { session, workerBench } from '../../support/workerRig.ts';
import { recordOver } from '../conversations/store/samples.ts';

describe('what the host hears of conversations', () => {
	function start() {
		const host = new FakeHost();
		return { told: host.events, events: new EventsForHost(host) };
	}

	const job: JobSummary = { id: 7, state: 'running', trigger: 'automatic', background: true };
	const about = { conversation: 'a' };

	it('is that one changed, once after each step', async () => {
		const { told, events } = start();
		for (let round = 1; round <= 2; round += 1) {
			for (const conversation of ['a', 'b']) {
				events.hear({ type: 'changed', conversation });
				events.hear({ type: 'changed', conversation });
			}
			assert.equal(told.length, 2 * (round - 1));
			await settled();
			assert.deepEqual(told.slice(2 * (round - 1)), [
				{ type: 'changed', conversation: 'a' },
				{ type: 'changed', conversation: 'b' },
			]);
		}
	});

	it('is how a compaction gets on, at once', () => {
		const { told, events } = start();
		events.hear({ type: 'job-changed', job, ...about });
		const progress = {
			rung: 'main-model',
			model: 'acme/large',
			piece: 2,
			of: 3,
			attempt: 2,
		} as const;
		events.hear({ type: 'job-progress', job: 7, progress, ...about });
		events.hear({
			type: 'job-progress',
			job: 7,
			progress: { rung: 'built-in', piece: 1, of: 1, attempt: 1 },
			...about,
		});
		events.hear({ type: 'job-changed', job: { ...job, state: 'committing' }, ...about });
		assert.deepEqual(
			told.map((event) => event.type === 'job' && event.job.progress),
			[
				{ phase: 'planning' },
				{ phase: 'summarising', model: 'acme/large', attempt: 2, piece: { number: 2, of: 3 } },
				{ phase: 'summarising' },
				{ phase: 'committing' },
			],
		);
		assert.deepEqual(told[0], {
			type: 'job',
			conversation: 'a',
			job: { ...job, progress: { phase: 'planning' } },
		});
	});

	it('is nothing of a compaction that has ended', async () => {
		const { told, events } = start();
		events.hear({ type: 'job-changed', job, ...about });
		events.hear({ type: 'job-ended', job, end: { kind: 'cancelled', by: 'service' }, ...about });
		const progress = { rung: 'built-in', piece: 1, of: 1, attempt: 1 } as const;
		events.hear({ type: 'job-progress', job: 7, progress, ...about });
		await settled();
		assert.deepEqual(told.slice(1), [
			{
				type: 'job-ended',
				conversation: 'a',
				trigger: 'automatic',
				result: { kind: 'cancelled' },
			},
			{ type: 'changed', conversation: 'a' },
		]);
	});

	it('is the end of a compaction without its record', () => {
		const record = { id: 1, createdAt: 0, record: recordOver(3) };
		const { attempts } = record.record;
		for (const [end, result] of [
			[
				{ kind: 'committed', record },
				{ kind: 'committed', record: 1, tokens: { before: 100, after: 50 }, attempts },
			],
			[
				{ kind: 'proposed', proposal: { record, reason: 'not-needed' } },
				{ kind: 'proposed', record: 1, reason: 'not-needed', attempts },
			],
			[
				{ kind: 'refused', reason: 'not-smaller', before: 1, after: 2 },
				{ kind: 'refused', reason: 'not-smaller', before: 1, after: 2 },
			],
			[
				{ kind: 'failed', message: 'oops' },
				{ kind: 'failed', message: 'oops' },
			],
		] as const) {
			const { told, events } = start();
			events.hear({ type: 'job-ended', job, end, ...about });
			assert.deepEqual(told, [
				{ type: 'job-ended', conversation: 'a', trigger: 'automatic', result },
			]);
		}
	});

	it('is no change of what is deleted', async () => {
		const { told, events } = start();
		events.hear({ type: 'changed', ...about });
		events.hear({ type: 'deleted', ...about });
		await settled();
		assert.deepEqual(told, [{ type: 'deleted', conversation: 'a' }]);
	});

	it('is a new conversation, which is no change of one', async () => {
		const { told, events } = start();
		events.hear({ type: 'created', ...about });
		await settled();
		assert.deepEqual(told, [{ type: 'created', conversation: 'a' }]);
	});
});

describe('a compaction, as the host hears of it', () => {
	const bench = workerBench();
	const small = { id: 'acme/small', window: 32_000, route: 'acme' };

	it('tells its phases, its model and its end', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.view(id);
		await until(() => rig.of('changed').length > 0);
		rig.events.length = 0;
		rig.host.models = () => Promise.resolve({ main: small, transientRetries: 0 });
		const result = await rig.compact(id);
		await until(() => rig.of('changed').length > 0);
		const [first] = rig.of('job');
		assert.deepEqual([first?.job.trigger, first?.job.background], ['manual', true]);
		assert.deepEqual(
			rig.of('job').map((event) => event.job.progress),
			[
				{ phase: 'planning' },
				{ phase: 'summarising', model: 'acme/small', attempt: 1, piece: { number: 1, of: 1 } },
				{ phase: 'summarising' },
				{ phase: 'committing' },
			],
		);
		assert.deepEqual(rig.of('job-ended'), [
			{ type: 'job-ended', conversation: id, trigger: 'manual', result },
		]);
		const [changed, ...others] = rig.of('changed');
		assert.deepEqual([at(rig.events, -1), others], [changed, []]);
		assert.equal(changed?.view?.compactions, 1);
	});
});
