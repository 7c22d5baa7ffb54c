import assert from 'node:assert/strict';
import { settled } from '../../../support/scriptedClients.ts';
import { rigInBackground, rigWith, smallWindow } from '../../../support/serviceRig.ts';
import { redact } from '../../../../src/redaction/redact.ts';

describe('a compaction that ends with Precis', () => {
	it('is offered again where a person asked for it, and starts again with its focus', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.service.of(rig.id).compact({ focus: redact('tests') });
		await settled();
		await rig.service.dispose();
		assert.deepEqual(await ended, { kind: 'cancelled' });
		const next = rig.newService();
		assert.deepEqual(next.of(rig.id).status.interrupted, { trigger: 'manual', focus: 'tests' });
		assert.deepEqual(rig.notices, ['interrupted-compaction']);
		assert.equal(rig.store.find(rig.id)?.active, undefined);
		const again = next.of(rig.id).recovery.resume();
		await settled();
		assert.equal(rig.lastSummary.request.focus, 'tests');
		await rig.lastSummary.write();
		assert.equal((await again?.ended)?.kind, 'committed');
		assert.equal(next.of(rig.id).status.interrupted, undefined);
		assert.equal(next.of(rig.id).recovery.resume(), undefined);
	});

	it('is noted while it runs, and only then', async () => {
		const rig = await rigWith(4_000);
		const { ended } = rig.service.of(rig.id).compact({ focus: redact('tests') });
		await settled();
		assert.deepEqual(rig.store.find(rig.id)?.state.interruptedJob, {
			trigger: 'manual',
			focus: 'tests',
		});
		await rig.lastSummary.write();
		await ended;
		assert.equal(rig.store.find(rig.id)?.state.interruptedJob, undefined);
	});

	it('is offered no more once another compaction has ended', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact({ focus: redact('tests') });
		await settled();
		await rig.service.dispose();
		const next = rig.newService();
		next.of(rig.id);
		const { ended } = next.of(rig.id).compact();
		await settled();
		await rig.lastSummary.write();
		assert.equal((await ended).kind, 'committed');
		assert.equal(next.of(rig.id).status.interrupted, undefined);
		assert.equal(next.of(rig.id).recovery.resume(), undefined);
	});

	it('cannot be dismissed in place of a later one that runs', async () => {
		const rig = await rigWith(4_000);
		void rig.service.of(rig.id).compact();
		await settled();
		await rig.service.dispose();
		const next = rig.newService();
		const { recovery } = next.of(rig.id);
		void next.of(rig.id).compact({ focus: redact('tests') });
		await settled();
		assert.equal(recovery.offered, undefined);
		recovery.dismiss();
		await next.dispose();
		const { interrupted } = rig.newService().of(rig.id).status;
		assert.deepEqual(interrupted, { trigger: 'manual', focus: 'tests' });
	});

	it('starts again by itself where it was automatic and is still needed', async () => {
		const rig = await rigInBackground();
		await rig.service.dispose();
		assert.equal(rig.store.find(rig.id)?.state.interruptedJob?.trigger, 'automatic');
		rig.newService().of(rig.id);
		await settled();
		assert.equal(rig.summaries.length, 2);
		await rig.lastSummary.write();
		assert.notEqual(rig.store.find(rig.id)?.active, undefined);
	});

	it('does not start where it is not needed any more, and none in another window that still runs', async () => {
		const rig = await rigInBackground();
		rig.newService().of(rig.id);
		await settled();
		assert.equal(rig.summaries.length, 1);
		await rig.service.dispose();
		rig.settings = { ...rig.settings, ...smallWindow, window: 200_000 };
		rig.newService().of(rig.id);
		await settled();
		assert.equal(rig.summaries.length, 1);
		assert.equal(rig.store.find(rig.id)?.state.interruptedJob, undefined);
	});
});
