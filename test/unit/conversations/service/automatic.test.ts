import assert from 'node:assert/strict';
import { assistant, call, result } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { hard, rigWith, type ServiceRig, soft } from '../../../support/serviceRig.ts';

/** Compacts by hand and gives the record's id. */
async function compacted(rig: ServiceRig, text?: string): Promise<number> {
	const { ended } = rig.actor.compact();
	await settled();
	await rig.lastSummary.write(text);
	const end = await ended;
	assert.ok(end.kind === 'committed', JSON.stringify(end));
	return end.record;
}

describe('the size of a context', () => {
	it('is pending after a compaction, and nothing triggers until the next report', async () => {
		const rig = await rigWith(4_000);
		await compacted(rig);
		assert.equal(rig.actor.usage.size.kind, 'pending');
		await rig.load(hard);
		rig.submit();
		await settled();
		assert.equal(rig.turns.length, 1);
		assert.equal(rig.summaries.length, 1);
		rig.reports(hard + 1);
		await rig.lastTurn.answer();
		rig.submit();
		await settled();
		assert.equal(rig.summaries.length, 2);
	});

	it('is not taken from a report on the context before', async () => {
		const rig = await rigWith(4_000);
		rig.submit();
		await settled();
		await compacted(rig);
		rig.reports(50_000);
		assert.equal(rig.actor.usage.size.kind, 'pending');
		assert.ok(rig.tokens < 4_000);
	});
});

describe('automatic compaction', () => {
	it('tries three times in a turn at most, whatever its requests, and afresh in the next', async () => {
		const rig = await rigWith(hard + 100);
		rig.submit();
		await settled();
		await rig.lastSummary.fail();
		const turn = rig.lastTurn;
		for (let request = 2; request <= 4; request += 1) {
			turn.append(assistant('', call(`${request}`)), result(`${request}`));
			const next = turn.ask();
			await settled();
			if (request < 4) {
				assert.equal(rig.summaries.length, request);
				await rig.lastSummary.fail();
			}
			await next;
		}
		assert.equal(rig.summaries.length, 3);
		assert.deepEqual(rig.notices, ['failed', 'attempts-used']);
		await rig.lastTurn.answer();
		rig.submit();
		await settled();
		assert.equal(rig.summaries.length, 4);
	});

	it('stops after two compactions that saved too little, says so once, and survives a reload', async () => {
		const rig = await rigWith(hard + 100);
		for (let turn = 1; turn <= 2; turn += 1) {
			rig.submit();
			await settled();
			assert.equal(rig.summaries.length, turn);
			await rig.lastSummary.write('word '.repeat(20_000));
			await rig.lastTurn.answer();
		}
		const { guard } = rig.store.find(rig.id)?.state ?? assert.fail();
		assert.equal(guard.unhelpful, 2);
		assert.ok((guard.restsUntil ?? 0) > rig.tokens);
		await rig.turn();
		await rig.turn();
		assert.equal(rig.summaries.length, 2);
		assert.deepEqual(
			rig.notices.filter((notice) => notice === 'not-helping'),
			['not-helping'],
		);
		const next = rig.newService();
		rig.submit('After the reload', next);
		await settled();
		assert.equal(rig.summaries.length, 2);
	});

	it('says once what takes the window, where that leaves hardly any room', async () => {
		const overhead = { instructions: 1_000, tools: 5_000, offered: 42 };
		const rig = await rigWith(4_000, { settings: { overhead } });
		for (let turn = 0; turn < 3; turn += 1) {
			rig.submit();
			await settled();
			await rig.lastSummary.write();
			await rig.lastTurn.answer();
		}
		const told = rig.events.flatMap((event) =>
			event.type === 'notice' && event.notice.kind === 'no-room' ? [event.notice] : [],
		);
		assert.deepEqual(told, [{ kind: 'no-room', overhead, window: 8_000 }]);
	});

	it('rests where it is paused, here or for all, and says so', async () => {
		for (const pause of [
			(rig: ServiceRig) => rig.actor.pause(true),
			(rig: ServiceRig) => {
				rig.automatic = false;
			},
		]) {
			const rig = await rigWith(hard + 100);
			pause(rig);
			await rig.turn();
			assert.equal(rig.summaries.length, 0);
			assert.deepEqual(rig.notices, ['paused']);
			rig.actor.pause(false);
			rig.automatic = true;
			rig.submit();
			await settled();
			assert.equal(rig.summaries.length, 1);
		}
	});
});

describe('in a window of a million tokens', () => {
	it('the first compaction comes by 256,000', async () => {
		const rig = await rigWith(8_000, { settings: { window: 1_000_000 } });
		while (rig.summaries.length === 0) {
			assert.ok(rig.tokens < 256_000, `${rig.tokens}`);
			await rig.turn(20_000);
		}
		assert.ok(rig.tokens > 150_000, `${rig.tokens}`);
	});
});

describe('after an undo', () => {
	it('automatic compaction rests until the context has grown by a tenth of the window', async () => {
		const rig = await rigWith(soft - 200, { settings: { window: 8_000, reservedReply: 100 } });
		await compacted(rig);
		rig.actor.undo();
		const until = rig.actor.state.now.restsUntil ?? 0;
		assert.equal(until, rig.tokens + 800);
		await rig.turn(300);
		await rig.turn(100);
		assert.ok(rig.tokens > soft && rig.tokens < until);
		assert.equal(rig.summaries.length, 1);
		assert.deepEqual(rig.notices, ['resting']);
		await rig.turn(600);
		assert.ok(rig.tokens >= until, `${rig.tokens}`);
		rig.submit();
		await settled();
		assert.equal(rig.summaries.length, 2);
		assert.deepEqual(rig.notices, ['resting']);
	});

	it('the window forces it, with a notice', async () => {
		const rig = await rigWith(7_450, { settings: { window: 8_000, reservedReply: 100 } });
		await compacted(rig);
		rig.actor.restore(undefined);
		rig.submit();
		await settled();
		assert.equal(rig.turns.length, 1);
		await rig.lastTurn.answer('word '.repeat(550));
		rig.submit();
		await settled();
		assert.equal(rig.turns.length, 1);
		assert.ok(rig.notices.includes('window-forces'));
		await rig.lastSummary.write();
		assert.equal(rig.turns.length, 2);
		assert.equal(rig.actor.state.now.restsUntil, undefined);
	});
});
