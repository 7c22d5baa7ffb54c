import assert from 'node:assert/strict';
import { describeEveryStore, isNotFound } from './everyStore.ts';
import { newConversation, numbered, recordOver } from './samples.ts';

describeEveryStore('conversations', (subject) => {
	it('does not let a conversation become older when the clock is set back', () => {
		subject().time = 5_000;
		const id = subject().started('one');
		subject().time = 10;
		subject().store.append(id, numbered(1));
		subject().store.commit(id, recordOver(1), undefined, undefined);
		assert.equal(subject().store.find(id)?.updatedAt, 5_000);
		assert.deepEqual(subject().texts(id), ['one', 'message 1']);
	});
	it('appends behind a given number of messages, or nothing', () => {
		const id = subject().started('one');
		subject().store.append(id, numbered(1), 1);
		assert.throws(() => subject().store.append(id, numbered(1), 1), { kind: 'in-use' });
		assert.deepEqual(subject().texts(id), ['one', 'message 1']);
	});
	it('takes the id it is given, once', () => {
		const made = subject().store.create({ ...newConversation, id: 'mine' });
		assert.equal(made.id, 'mine');
		assert.equal(subject().store.find('mine')?.title, newConversation.title);
		subject().store.append('mine', numbered(3));
		const again = subject().store.create({ ...newConversation, id: 'mine' });
		assert.deepEqual(again, subject().store.find('mine'));
		const fork = subject().store.fork('mine', 2, { ...newConversation, id: 'fork' });
		assert.deepEqual([fork.id, fork.messages], ['fork', 2]);
		const others = [newConversation, newConversation].map((one) => subject().store.create(one).id);
		assert.equal(new Set(['mine', 'fork', ...others]).size, 4);
	});
	it('says that an unknown one is not there', () => {
		assert.equal(subject().store.find('nobody'), undefined);
		for (const work of [
			() => subject().store.log('nobody'),
			() => subject().store.append('nobody', numbered(1)),
			() => subject().store.append('nobody', []),
			() => subject().store.records('nobody'),
			() => subject().store.commit('nobody', recordOver(1), undefined, undefined),
			() => subject().store.propose('nobody', recordOver(1), undefined),
			() => subject().store.activate('nobody', undefined),
			() => subject().store.rename('nobody', 'x'),
			() => subject().store.fork('nobody', 0, newConversation),
			() => subject().store.delete('nobody'),
			() => subject().store.claim('unknown'),
			() => subject().store.search({ text: 'a', conversation: 'nobody', limit: 1 }),
		]) {
			assert.throws(work, isNotFound);
		}
	});
});

describeEveryStore('claims', (subject) => {
	it('are had by one at a time, per conversation', () => {
		const [a, b] = [subject().started(), subject().started()];
		const claim = subject().store.claim(a);
		assert.ok(claim !== undefined);
		assert.equal(subject().store.claim(a), undefined);
		assert.ok(subject().store.claim(b) !== undefined);
		claim.release();
		const next = subject().store.claim(a);
		assert.ok(next !== undefined);
		claim.release();
		assert.equal(subject().store.claim(a), undefined);
	});
});

describeEveryStore('what summaries cost', (subject) => {
	it('adds up by the day', () => {
		const { store } = subject();
		assert.equal(store.spent('2026-01-31'), 0);
		store.addSpent('2026-01-31', 0.25);
		store.addSpent('2026-02-01', 4);
		store.addSpent('2026-01-31', 0.5);
		assert.deepEqual([store.spent('2026-01-31'), store.spent('2026-02-01')], [0.75, 4]);
	});
});

describeEveryStore('deleting', (subject) => {
	it('forgets messages, records and words', () => {
		const stays = subject().started('common');
		const id = subject().started('unique common');
		subject().store.commit(id, recordOver(1), undefined, undefined);
		subject().store.delete(id);
		assert.equal(subject().store.find(id), undefined);
		assert.deepEqual(
			subject()
				.store.list()
				.map((conversation) => conversation.id),
			[stays],
		);
		assert.deepEqual(subject().found('unique'), []);
		assert.equal(subject().found('common', { limit: 1 })[0]?.conversation, stays);
	});
	it('of what was not changed for too long', () => {
		const old = subject().started('old');
		subject().time = 10_000;
		const fresh = subject().started('fresh');
		assert.deepEqual(subject().store.prune({ maxAgeMs: 9_000 }, 10_000), []);
		assert.deepEqual(subject().store.prune({ maxAgeMs: 8_999, keep: [old] }, 10_000), []);
		assert.deepEqual(subject().store.prune({ maxAgeMs: 8_999 }, 10_000), [old]);
		assert.deepEqual(
			subject()
				.store.list()
				.map(({ id }) => id),
			[fresh],
		);
	});
	it('of the longest unchanged until the rest fits', () => {
		const ids = ['a', 'b', 'c', 'd'].map((name) => {
			subject().time += 1;
			return subject().started(
				...Array.from({ length: 200 }, (_, n) => `${name.repeat(500)} ${n}`),
			);
		});
		assert.deepEqual(
			subject().store.prune({ maxBytes: subject().store.size() }, subject().time),
			[],
		);
		assert.deepEqual(
			subject().store.prune({ maxBytes: subject().store.size() * 0.6 }, subject().time),
			ids.slice(0, 2),
		);
	});
});
