import assert from 'node:assert/strict';
import type { NotAnswered, TurnEnd } from '../../../../src/conversations/service/queue.ts';
import { ModelError } from '../../../../src/models/modelError.ts';
import { assistant, call, result, system, user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { ServiceRig } from '../../../support/serviceRig.ts';

function causeOf(end: TurnEnd): NotAnswered | undefined {
	return end.kind === 'not-answered' ? end.cause : undefined;
}

describe('a submitted message', () => {
	it('is in the log, durable, before the model is asked', async () => {
		const rig = new ServiceRig();
		const submission = rig.submit('Hello');
		assert.equal(await submission.accepted, 1);
		assert.deepEqual(rig.said, ['user: Hello']);
		await settled();
		assert.deepEqual(rig.lastTurn.context.messages, [user('Hello')]);
	});

	it('waits while another is answered, visible as queued, and is served next', async () => {
		const rig = new ServiceRig();
		const ends = ['one', 'two', 'three'].map((text) => rig.submit(text).ended);
		await settled();
		assert.equal(rig.turns.length, 1);
		const { queued, turn } = rig.service.of(rig.id).status;
		assert.deepEqual(
			queued.map(({ message }) => message.content),
			['two', 'three'],
		);
		assert.ok(turn !== undefined && queued.every(({ submission }) => submission > turn));
		for (let number = 1; number <= 3; number += 1) {
			assert.equal(rig.turns.length, number);
			await rig.lastTurn.answer(`answer ${number}`);
		}
		assert.deepEqual(rig.said, [
			'user: one',
			'assistant: answer 1',
			'user: two',
			'assistant: answer 2',
			'user: three',
			'assistant: answer 3',
		]);
		assert.deepEqual(
			new Set((await Promise.all(ends)).map((end) => end.kind)),
			new Set(['answered']),
		);
	});

	it('is taken back while it is queued, and leaves no trace', async () => {
		const rig = new ServiceRig();
		void rig.submit('one');
		const second = rig.submit('two');
		const third = rig.submit('three');
		second.cancel();
		assert.deepEqual(causeOf(await second.ended), { kind: 'withdrawn' });
		assert.equal(await second.accepted, undefined);
		await settled();
		await rig.lastTurn.answer();
		await rig.lastTurn.answer();
		assert.equal((await third.ended).kind, 'answered');
		assert.ok(!rig.said.includes('user: two'));
	});

	it('is stopped while it is answered: what was said stays, the next one is served', async () => {
		const rig = new ServiceRig();
		const first = rig.submit('one');
		const second = rig.submit('two');
		await settled();
		rig.lastTurn.report.append(assistant('Half a', call('1')));
		first.cancel();
		assert.deepEqual(causeOf(await first.ended), { kind: 'stopped' });
		await settled();
		assert.equal(rig.turns.length, 2);
		rig.assertSound();
		await rig.lastTurn.answer();
		assert.equal((await second.ended).kind, 'answered');
		assert.deepEqual(rig.said.slice(0, 2), ['user: one', 'assistant: Half a']);
	});

	it('is stopped even where nobody listens, and late words do not reach the next turn', async () => {
		const rig = new ServiceRig();
		rig.deaf = true;
		const first = rig.submit('one');
		void rig.submit('two');
		await settled();
		const deaf = rig.lastTurn;
		first.cancel();
		await settled();
		assert.equal(rig.turns.length, 2);
		assert.throws(() => deaf.report.append(assistant('late')));
		await assert.rejects(deaf.report.nextContext());
		await deaf.complete();
		assert.deepEqual(rig.said, ['user: one', 'user: two']);
	});

	it('that gets no word for an answer is not answered', async () => {
		const rig = new ServiceRig();
		const first = rig.submit();
		await settled();
		await rig.lastTurn.complete();
		assert.deepEqual(causeOf(await first.ended), { kind: 'no-reply' });
	});

	it('is not answered where the model fails, with the failure as the cause', async () => {
		const rig = new ServiceRig();
		const failure = { kind: 'credit', message: 'No credit.' } as const;
		const told = rig.submit();
		await settled();
		await rig.lastTurn.fail(failure);
		assert.deepEqual(causeOf(await told.ended), { kind: 'model', failure });
		const thrown = rig.submit();
		await settled();
		await rig.lastTurn.reject(new ModelError(failure));
		assert.deepEqual(causeOf(await thrown.ended), { kind: 'model', failure });
		const mistake = rig.submit();
		await settled();
		await rig.lastTurn.reject(new TypeError('x is undefined'));
		assert.equal(causeOf(await mistake.ended)?.kind, 'unexpected');
		rig.assertSound();
	});

	it('that cannot be stored is not accepted, and the next one is tried', async () => {
		const rig = new ServiceRig();
		rig.faults.failNext('append');
		const first = rig.submit('one');
		assert.equal(causeOf(await first.ended)?.kind, 'store');
		assert.equal(await first.accepted, undefined);
		const second = rig.submit('two');
		await settled();
		await rig.lastTurn.answer();
		assert.equal((await second.ended).kind, 'answered');
		assert.deepEqual(rig.said, ['user: two', 'assistant: Done.']);
	});

	it('whose reply cannot be stored is not answered, whatever the port makes of it', async () => {
		const rig = new ServiceRig();
		const first = rig.submit('one');
		await settled();
		rig.faults.failNext('append');
		assert.throws(() => rig.lastTurn.report.append(assistant('lost')));
		await rig.lastTurn.answer('more');
		assert.equal(causeOf(await first.ended)?.kind, 'store');
	});

	it('is told that the service ended, whether it ran or waited, and is not in the log twice', async () => {
		const rig = new ServiceRig();
		const ends = [rig.submit('one').ended, rig.submit('two').ended];
		await settled();
		await rig.service.dispose();
		assert.throws(() => rig.submit('three'), { kind: 'closed' });
		for (const end of ends) {
			assert.deepEqual(causeOf(await end), { kind: 'shut-down' });
		}
		assert.deepEqual(rig.said, ['user: one']);
	});

	it('submitted from within an event is served like any other', async () => {
		const rig = new ServiceRig();
		let again = true;
		rig.onEvent = (event) => {
			if (event.type === 'turn-ended' && again) {
				again = false;
				void rig.submit('two');
			}
		};
		void rig.submit('one');
		await settled();
		await rig.lastTurn.answer();
		await rig.lastTurn.answer();
		assert.equal(rig.of('turn-ended').length, 2);
		assert.equal(rig.said.length, 4);
	});
});

describe('appending', () => {
	it('waits for the turn, so that nothing gets into the middle of it', async () => {
		const rig = new ServiceRig();
		void rig.submit('one');
		await settled();
		rig.lastTurn.report.append(assistant('', call('1')));
		const appended = rig.service.of(rig.id).append([system('New rules.')]);
		rig.lastTurn.report.append(result('1'));
		await rig.lastTurn.answer();
		assert.equal((await appended).kind, 'appended');
		assert.equal(rig.said.at(-1), 'system: New rules.');
	});

	it('appends all or nothing, and says why not', async () => {
		const rig = new ServiceRig();
		rig.faults.failNext('append');
		const end = await rig.service.of(rig.id).append([user('a'), assistant('b')]);
		assert.equal(end.kind, 'not-appended');
		assert.deepEqual(rig.said, []);
		await rig.service.dispose();
		assert.throws(() => rig.service.of(rig.id), { kind: 'closed' });
	});
});
