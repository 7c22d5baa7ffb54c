import assert from 'node:assert/strict';
import type { Message, Part } from '../../../../src/messages/message.ts';
import { assistant, call, result, system, user, withImage } from '../../../support/logs.ts';
import { describeEveryStore, isNotFound } from './everyStore.ts';
import { entry, newConversation, recordOver } from './samples.ts';

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
});
