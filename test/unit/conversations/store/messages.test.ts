import assert from 'node:assert/strict';
import type { Message, Part } from '../../../../src/messages/message.ts';
import { assistant, call, result, system, user, withImage } from '../../../support/logs.ts';
import { describeEveryStore, isNotFound } from './everyStore.ts';
import { entries, entry, newConversation, numbered, recordOver } from './samples.ts';

describeEveryStore('messages', (subject) => {
	it('come back in order, whatever they hold', () => {
		const messages = [
			system('be brief'),
			user(withImage('look \ud800 \0 \u2028')),
			user('reminder', 'client'),
			assistant('', call('1', 'read', '{"broken'), call('2')),
			result('1', 'no such file', true),
			result('2', [{ type: 'text', text: 'x'.repeat(70_000) }]),
			user([
				{ type: 'text', text: 'Today is Friday.', origin: 'client' },
				{ type: 'text', text: 'Go on.' },
			]),
			{ ...result('3', 'boom'), exitCode: 3 },
		];
		const { id } = subject().store.create(newConversation);
		const first = subject().store.append(id, messages.slice(0, 2).map(entry));
		const second = subject().store.append(id, messages.slice(2).map(entry));
		assert.deepEqual(subject().store.log(id), [...first, ...second]);
		assert.deepEqual(
			subject()
				.store.log(id)
				.map(({ message, tokens, counter }) => ({ message, tokens, counter })),
			messages.map(entry),
		);
	});
	it('are counted with their tokens', () => {
		const { id } = subject().store.create(newConversation);
		subject().store.append(id, numbered(3));
		const { messages, tokens } = subject().store.find(id) ?? assert.fail();
		assert.deepEqual([messages, tokens], [3, numbered(3).reduce((s, e) => s + e.tokens, 0)]);
	});
	it('can be read in part', () => {
		const id = subject().started('a', 'b', 'c', 'd');
		const whole = subject().store.log(id);
		assert.deepEqual(subject().store.log(id, { start: 1, end: 3 }), whole.slice(1, 3));
		assert.deepEqual(subject().store.log(id, { start: 3, end: 99 }), whole.slice(3));
		assert.deepEqual(subject().store.log(id, { start: 4, end: 9 }), []);
	});
	it('have the same hash after the same history, and another after another', () => {
		const a = subject().store.log(subject().started('one', 'two'));
		const b = subject().store.log(subject().started('one', 'two'));
		const c = subject().store.log(subject().started('uno', 'two'));
		assert.deepEqual(
			a.map((n) => n.hash),
			b.map((n) => n.hash),
		);
		assert.notEqual(a[1]?.hash, c[1]?.hash);
	});
	it('have the same hash whoever is found to have written a part, and however it ended', () => {
		const hashOf = (...messages: readonly Message[]): string | undefined => {
			const { id } = subject().store.create(newConversation);
			return subject().store.append(id, messages.map(entry)).at(-1)?.hash;
		};
		const said = hashOf(user('Today. Go on.'), assistant('', call('1')), result('1', 'boom'));
		const parts: readonly Part[] = [
			{ type: 'text', text: 'Today.', origin: 'client' },
			{ type: 'text', text: ' Go on.', origin: 'person' },
		];
		const ended = { ...result('1', 'boom'), exitCode: 3 };
		assert.equal(hashOf(user(parts), assistant('', call('1')), ended), said);
		const other = [...parts, { type: 'text' as const, text: '!' }];
		assert.notEqual(hashOf(user(other), assistant('', call('1')), ended), said);
	});
});

describeEveryStore('records', (subject) => {
	it('become active with their commit', () => {
		const id = subject().started('a', 'b');
		const done = subject().store.commit(id, recordOver(1), undefined, undefined);
		assert.ok(done.kind === 'committed');
		assert.deepEqual(done.record, {
			id: done.record.id,
			createdAt: 1_000,
			record: recordOver(1),
		});
		assert.equal(subject().store.find(id)?.active, done.record.id);
		const next = subject().store.commit(id, recordOver(2), done.record.id, done.record.id);
		assert.ok(next.kind === 'committed');
		assert.deepEqual(subject().store.records(id), [done.record, next.record]);
		assert.equal(next.record.parent, done.record.id);
	});
	it('are not written when another became active meanwhile', () => {
		const id = subject().started('a', 'b');
		subject().store.commit(id, recordOver(1), undefined, undefined);
		const before = [subject().store.find(id), subject().store.records(id)];
		assert.deepEqual(subject().store.commit(id, recordOver(2), undefined, undefined), {
			kind: 'conflict',
		});
		assert.deepEqual([subject().store.find(id), subject().store.records(id)], before);
	});
	it('can be proposed, and chosen later', () => {
		const id = subject().started('a', 'b');
		const proposed = subject().store.propose(id, recordOver(1), undefined);
		assert.equal(subject().store.find(id)?.active, undefined);
		subject().store.activate(id, proposed.id);
		assert.equal(subject().store.find(id)?.active, proposed.id);
		subject().store.activate(id, undefined);
		assert.equal(subject().store.find(id)?.active, undefined);
		assert.deepEqual(subject().store.records(id), [proposed]);
	});
	it('of one conversation mean nothing to another', () => {
		const [a, b] = [subject().started('a'), subject().started('b')];
		const { id: foreign } = subject().store.propose(a, recordOver(1), undefined);
		assert.throws(() => subject().store.activate(b, foreign), isNotFound);
		assert.throws(() => subject().store.propose(b, recordOver(1), foreign), isNotFound);
		assert.throws(() => subject().store.commit(b, recordOver(1), foreign, undefined), isNotFound);
		assert.deepEqual(subject().store.records(b), []);
		assert.equal(subject().store.find(b)?.active, undefined);
	});
});

describeEveryStore('forks', (subject) => {
	it('share the first messages and go their own way', () => {
		const id = subject().started('a', 'b', 'c');
		const fork = subject().store.fork(id, 2, { title: 'Other way', source: 'test' });
		assert.deepEqual(subject().store.log(fork.id), subject().store.log(id).slice(0, 2));
		assert.equal(
			fork.tokens,
			subject()
				.store.log(fork.id)
				.reduce((sum, { tokens }) => sum + tokens, 0),
		);
		subject().store.append(fork.id, entries('C'));
		subject().store.append(id, entries('d'));
		assert.deepEqual(
			[subject().texts(id), subject().texts(fork.id)],
			[
				['a', 'b', 'c', 'd'],
				['a', 'b', 'C'],
			],
		);
		const again = subject().store.fork(fork.id, 3, newConversation);
		subject().store.append(again.id, entries('e'));
		assert.deepEqual(subject().texts(again.id), ['a', 'b', 'C', 'e']);
		assert.deepEqual(
			subject().store.log(again.id, { start: 1, end: 3 }),
			subject().store.log(fork.id).slice(1),
		);
	});
	it('continue the chain of hashes', () => {
		const id = subject().started('a', 'b');
		const fork = subject().store.fork(id, 1, newConversation);
		subject().store.append(fork.id, entries('b'));
		assert.equal(subject().store.log(fork.id)[1]?.hash, subject().store.log(id)[1]?.hash);
	});
	it('inherit the records that speak only of shared messages', () => {
		const id = subject().started('a', 'b', 'c', 'd');
		const commit = (end: number, parent?: number): number => {
			const done = subject().store.commit(
				id,
				recordOver(end),
				parent,
				subject().store.find(id)?.active,
			);
			return done.kind === 'committed' ? done.record.id : assert.fail();
		};
		const first = commit(2);
		const second = commit(4, first);
		const third = commit(4, second);
		commit(3, third);
		const fork = subject().store.fork(id, 3, newConversation);
		const records = subject().store.records(fork.id);
		assert.deepEqual(
			records.map(({ record }) => record.layout.range.end),
			[2, 3],
		);
		assert.equal(records[0]?.parent, undefined);
		assert.equal(records[1]?.parent, records[0]?.id);
		assert.equal(fork.active, records[1]?.id);
		assert.equal(subject().store.fork(id, 1, newConversation).active, undefined);
		assert.equal(subject().store.records(id).length, 4);
	});
	it('inherit no record that changes a message they do not share', () => {
		const id = subject().started('a', 'b', 'c');
		const record = recordOver(1);
		const edits = [{ message: 2, content: 'digest', tokens: 1 }];
		const layout = { ...record.layout, edits };
		subject().store.commit(id, { ...record, layout }, undefined, undefined);
		assert.equal(
			subject().store.records(subject().store.fork(id, 3, newConversation).id).length,
			1,
		);
		const fork = subject().store.fork(id, 2, newConversation);
		assert.deepEqual([fork.active, subject().store.records(fork.id)], [undefined, []]);
	});
	it('can begin anywhere up to the end, not beyond', () => {
		const id = subject().started('a');
		assert.deepEqual(subject().texts(subject().store.fork(id, 0, newConversation).id), []);
		for (const messages of [2, -1, 0.5]) {
			assert.throws(() => subject().store.fork(id, messages, newConversation), RangeError);
		}
		assert.equal(subject().store.list().length, 2);
	});
	it('keep what they share when the origin is deleted', () => {
		const id = subject().started('a', 'only here');
		const fork = subject().store.fork(id, 1, newConversation).id;
		subject().store.append(fork, entries('c'));
		const next = subject().store.fork(fork, 2, newConversation).id;
		subject().store.delete(id);
		subject().store.delete(fork);
		assert.deepEqual(subject().texts(next), ['a', 'c']);
		assert.equal(subject().found('only').length, 0);
		assert.deepEqual(
			subject()
				.found('a')
				.map(({ conversation }) => conversation),
			[next],
		);
	});
});
