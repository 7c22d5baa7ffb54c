import assert from 'node:assert/strict';
import type { ConversationService } from '../../../../src/conversations/service/service.ts';
import { textOf } from '../../../../src/messages/message.ts';
import { user } from '../../../support/logs.ts';
import { settled } from '../../../support/scriptedClients.ts';
import { rigWith, type ServiceRig } from '../../../support/serviceRig.ts';

describe('messages that wait', () => {
	/** A rig that answers one message while two others wait. */
	async function waiting(): Promise<ServiceRig> {
		const rig = await rigWith(300);
		void rig.submit('First');
		await settled();
		void rig.submit('Second');
		void rig.submit('Third');
		await settled();
		return rig;
	}

	const kept = (rig: ServiceRig): readonly string[] =>
		(rig.store.find(rig.id)?.state.unsent ?? []).map(({ message }) => textOf(message.content));

	const offered = (rig: ServiceRig, service: ConversationService): readonly string[] =>
		service.of(rig.id).status.unsent.map(({ content }) => textOf(content));

	it('are kept until they are in the log', async () => {
		const rig = await waiting();
		assert.deepEqual(kept(rig), ['Second', 'Third']);
		await rig.lastTurn.answer();
		await settled();
		assert.deepEqual(kept(rig), ['Third']);
		await rig.lastTurn.answer();
		await rig.lastTurn.answer();
		await settled();
		assert.deepEqual(kept(rig), []);
	});

	it('cost nothing where none has to wait', async () => {
		const rig = await rigWith(300);
		let writes = 0;
		rig.faults.fails = (method) => {
			writes += method === 'saveState' ? 1 : 0;
			return false;
		};
		await rig.turn();
		await settled();
		assert.equal(writes, 0);
	});

	it('are not kept when they are taken back', async () => {
		const rig = await rigWith(300);
		void rig.submit('First');
		await settled();
		const second = rig.submit('Second');
		await settled();
		second.cancel();
		await settled();
		assert.deepEqual(kept(rig), []);
	});

	it('are offered after a shutdown, told once, and sent in their order', async () => {
		const rig = await waiting();
		await rig.service.dispose();
		const next = rig.newService();
		assert.deepEqual(offered(rig, next), ['Second', 'Third']);
		assert.deepEqual(rig.notices, ['unsent-messages']);
		const [second, third] = next.of(rig.id).sendUnsent();
		await settled();
		await rig.lastTurn.answer();
		await settled();
		await rig.lastTurn.answer();
		assert.equal((await second?.ended)?.kind, 'answered');
		assert.equal((await third?.ended)?.kind, 'answered');
		assert.deepEqual(rig.said.filter((text) => text.startsWith('user: ')).slice(-3), [
			'user: First',
			'user: Second',
			'user: Third',
		]);
		assert.deepEqual(offered(rig, next), []);
		assert.deepEqual(kept(rig), []);
	});

	it('are forgotten when they are not wanted any more', async () => {
		const rig = await waiting();
		await rig.service.dispose();
		const next = rig.newService();
		next.of(rig.id);
		next.of(rig.id).unsent.take();
		await settled();
		assert.deepEqual(kept(rig), []);
	});

	it('stay offered while others are sent', async () => {
		const rig = await waiting();
		await rig.service.dispose();
		const next = rig.newService();
		next.of(rig.id);
		void next.of(rig.id).submit(user('Fourth'));
		await settled();
		await rig.lastTurn.answer();
		await settled();
		assert.deepEqual(kept(rig), ['Second', 'Third']);
	});

	it('are not sent twice when a crash came behind their way into the log', async () => {
		const rig = await waiting();
		const { state } = rig.store.find(rig.id) ?? {};
		assert.ok(state !== undefined);
		await rig.lastTurn.answer();
		await settled();
		assert.equal(rig.said.at(-1), 'user: Second');
		await rig.service.dispose();
		// As the crash would have left it: 'Second' is in the log and in the list.
		rig.store.saveState(rig.id, state);
		assert.deepEqual(offered(rig, rig.newService()), ['Third']);
	});

	it('are not offered while another window is about to send them', async () => {
		const rig = await waiting();
		assert.deepEqual(offered(rig, rig.newService()), []);
	});

	it('of one window are left alone by another one', async () => {
		const rig = await waiting();
		const other = rig.newService();
		const fourth = other.of(rig.id).submit(user('Fourth'));
		await settled();
		assert.deepEqual(kept(rig), ['Second', 'Third', 'Fourth']);
		fourth.cancel();
		await fourth.ended;
		await settled();
		assert.deepEqual(kept(rig), ['Second', 'Third']);
	});

	it('are sent by one window only, although both offer them', async () => {
		const rig = await waiting();
		await rig.service.dispose();
		const one = rig.newService();
		const two = rig.newService();
		assert.deepEqual(offered(rig, one), offered(rig, two));
		assert.equal(one.of(rig.id).sendUnsent().length, 2);
		assert.equal(two.of(rig.id).sendUnsent().length, 0);
	});

	it('are found without being opened', async () => {
		const rig = await waiting();
		await rig.service.dispose();
		rig.newService().recover(() => true);
		assert.deepEqual(rig.notices, ['unsent-messages']);
	});
});
