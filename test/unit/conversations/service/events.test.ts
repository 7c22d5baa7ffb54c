import assert from 'node:assert/strict';
import { at } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';

describe('the stream of events', () => {
	it('tells a turn from its queue to its end, in order', async () => {
		const rig = new ServiceRig();
		void rig.submit('one');
		await settled();
		rig.reports(12);
		await rig.lastTurn.answer();
		const types = rig.events.map(({ type }) => type);
		assert.deepEqual([...new Set(types)], ['created', 'changed', 'turn-ended']);
		assert.equal(types.at(-1), 'turn-ended');
	});

	it('survives a listener that throws', async () => {
		const rig = new ServiceRig();
		const mistake = new Error('listener');
		rig.service.on(() => {
			throw mistake;
		});
		const submission = rig.submit('one');
		await settled();
		await rig.lastTurn.answer();
		assert.equal((await submission.ended).kind, 'answered');
		assert.ok(rig.unexpected.every((error) => error === mistake));
	});

	it('tells of names', () => {
		const rig = new ServiceRig();
		rig.service.archive.rename(rig.id, 'Better');
		assert.ok(rig.of('changed').length > 0);
		assert.equal(at(rig.store.list(), 0).title, 'Better');
	});
});
