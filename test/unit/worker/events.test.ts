import assert from 'node:assert/strict';
import { FakeHost } from '../../support/fakeHost.ts';
import { EventsForHost } from '../../../src/worker/eventsForHost.ts';
import { at } from '../../support/logs.ts';
import { settled } from '../../support/scriptedClients.ts';
import { until } from '../../support/until.ts';
import { session, workerBench } from '../../support/workerRig.ts';

describe('what the host hears of conversations', () => {
	function start() {
		const host = new FakeHost();
		return { told: host.events, events: new EventsForHost(host, () => undefined) };
	}

	const about = { conversation: 'a' };

	it('is that one changed, once after each step', async () => {
		const { told, events } = start();
		for (let round = 1; round <= 2; round += 1) {
			for (const conversation of ['a', 'b']) {
				events.handle({ type: 'changed', conversation });
				events.handle({ type: 'changed', conversation });
			}
			assert.equal(told.length, 2 * (round - 1));
			await settled();
			assert.deepEqual(told.slice(2 * (round - 1)), [
				{ type: 'changed', conversation: 'a' },
				{ type: 'changed', conversation: 'b' },
			]);
		}
	});

	it('is no change of what is deleted', async () => {
		const { told, events } = start();
		events.handle({ type: 'changed', ...about });
		events.handle({ type: 'deleted', ...about });
		await settled();
		assert.deepEqual(told, [{ type: 'deleted', conversation: 'a' }]);
	});
});

describe('a compaction, as the host hears of it', () => {
	const bench = workerBench();
	const small = { id: 'acme/small', window: 32_000, route: 'acme' };

	it('tells its phases, its model and its end', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		await rig.show(id);
		await until(() => rig.of('changed').length > 0);
		rig.events.length = 0;
		rig.host.models = () => Promise.resolve({ main: small, transientRetries: 0 });
		const result = await rig.compact(id);
		assert.deepEqual(
			rig.of('job').map(({ progress }) => progress),
			[
				{ phase: 'planning' },
				{ phase: 'summarising', model: 'acme/small', attempt: 1, piece: { number: 1, of: 1 } },
				{ phase: 'summarising' },
				{ phase: 'committing' },
			],
		);
		assert.deepEqual(
			rig
				.of('job-ended')
				.map(({ conversation, trigger, result: end }) => [conversation, trigger, end]),
			[[id, 'manual', result]],
		);
		const [changed, ...others] = rig.of('changed');
		assert.deepEqual([at(rig.events, -2), others], [changed, []]);
		assert.equal(changed?.view?.compactions, 1);
	});

	it('comes with a new view of what is on screen, whatever else was looked at since', async () => {
		const rig = bench.start();
		const shown = await rig.opened(bench.session(session));
		const other = await rig.opened(bench.session(session.slice(2), 'other.json'));
		await rig.show(shown);
		await rig.view(other);
		await rig.compacted(shown);
		await rig.compacted(other);
		const viewed = rig.of('changed').filter(({ view }) => view?.compactions === 1);
		assert.deepEqual(
			viewed.map(({ conversation }) => conversation),
			[shown],
		);
	});
});
