import assert from 'node:assert/strict';
import { compacted, rigWithRecords } from '../../../support/changedSummaries.ts';
import { assistant, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';
import { redact } from '../../../../src/redaction/redact.ts';

function activeOf(rig: ServiceRig): number | undefined {
	return rig.store.find(rig.id)?.active;
}

describe('undo, redo and restore', () => {
	it('walk to the parent and back, and change nothing but what is active', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const log = rig.store.log(rig.id);
		const contexts = [rig.service.of(rig.id).conversation.context];
		for (const expected of [ids[0], undefined]) {
			assert.equal(rig.service.of(rig.id).undo().kind, 'activated');
			assert.equal(activeOf(rig), expected);
			contexts.push(rig.service.of(rig.id).conversation.context);
			rig.assertSound();
		}
		assert.deepEqual(rig.service.of(rig.id).undo(), {
			kind: 'refused',
			reason: 'nothing-to-undo',
		});
		for (const expected of ids) {
			rig.service.of(rig.id).redo();
			assert.equal(activeOf(rig), expected);
		}
		assert.deepEqual(rig.service.of(rig.id).redo(), {
			kind: 'refused',
			reason: 'nothing-to-redo',
		});
		assert.deepEqual(rig.service.of(rig.id).conversation.context, contexts[0]);
		assert.deepEqual(rig.store.log(rig.id), log);
		assert.equal(rig.store.records(rig.id).length, 2);
	});
});

describe('a rebuild from the originals', () => {
	it('summarises the log afresh, and an undo goes back to what was there before', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const { ended } = rig.service
			.of(rig.id)
			.compact({ focus: redact('the parser'), source: 'originals' });
		await settled();
		const { request } = rig.lastSummary;
		assert.equal(request.previous, undefined);
		assert.deepEqual(request.fresh, [request.range]);
		assert.equal(request.focus, 'the parser');
		await rig.lastSummary.write('Afresh');
		const end = await ended;
		assert.ok(end.kind === 'committed');
		assert.equal(rig.store.record(rig.id, end.record)?.record.fromOriginals, true);
		rig.assertSound();
		rig.service.of(rig.id).undo();
		assert.equal(activeOf(rig), ids[1]);
		rig.service.of(rig.id).redo();
		assert.equal(activeOf(rig), end.record);
	});

	it('is made from the originals again when its summary is written again', async () => {
		const { rig, ids } = await rigWithRecords(1);
		await rig.load(2_000);
		await compacted(rig, { source: 'originals' });
		await compacted(rig, { source: 'same' });
		const [, rebuilt, again] = rig.store.records(rig.id);
		assert.equal(rig.lastSummary.request.previous, undefined);
		assert.deepEqual([rebuilt?.parent, again?.parent], [ids[0], ids[0]]);
	});
});

describe('a summary that is written again', () => {
	it('takes the place of the one before, to which an undo goes back', async () => {
		const { rig, ids } = await rigWithRecords(2);
		const again = await compacted(rig, { source: 'same' });
		rig.service.of(rig.id).undo();
		assert.equal(activeOf(rig), ids[1]);
		rig.service.of(rig.id).redo();
		assert.equal(activeOf(rig), again);
		rig.service.of(rig.id).undo();
		rig.service.of(rig.id).undo();
		assert.equal(activeOf(rig), ids[0]);
	});
});

describe('a preview', () => {
	it('says what stays and what is summarised, and asks no model', async () => {
		const rig = new ServiceRig();
		await rig.load(4_000);
		const end = rig.service.of(rig.id).previews.show();
		assert.ok(end.kind === 'preview');
		const { head, summarised, tail, before, after } = end.preview;
		assert.equal(head.end, summarised.start);
		assert.equal(summarised.end, tail.start);
		assert.equal(tail.end, rig.store.log(rig.id).length);
		assert.equal(before, rig.tokens);
		assert.ok(after < before);
		assert.equal(rig.summaries.length, 0);
		assert.equal(rig.store.find(rig.id)?.active, undefined);
	});

	it('is carried out as it was shown, also when something was said meanwhile', async () => {
		const rig = new ServiceRig();
		await rig.load(4_000);
		const end = rig.service.of(rig.id).previews.show({ focus: redact('the parser') });
		assert.ok(end.kind === 'preview');
		rig.service.of(rig.id).clientTurns.follow([user('Meanwhile'), assistant('Yes')]);
		const ticket = rig.service.of(rig.id).previews.apply(end.preview.id);
		await settled();
		assert.deepEqual(rig.lastSummary.request.range, end.preview.summarised);
		assert.equal(rig.lastSummary.request.focus, 'the parser');
		await rig.lastSummary.write();
		assert.equal((await ticket?.ended)?.kind, 'committed');
		rig.assertSound();
	});
});
