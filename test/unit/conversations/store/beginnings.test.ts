import assert from 'node:assert/strict';
import { array, assert as assertProperty, constantFrom, property } from 'fast-check';
import { chained, emptyChain } from '../../../../src/conversations/store/chain.ts';
import { user } from '../../../support/logs.ts';
import { describeEveryStore, type Subject } from './everyStore.ts';
import { newConversation } from './samples.ts';

/** Hashes of the beginnings of a history. */
function hashesOf(...texts: readonly string[]): readonly string[] {
	let last = emptyChain;
	return texts.map((text) => {
		last = chained(last, user(text));
		return last;
	});
}

function find(subject: Subject, ...texts: readonly string[]) {
	const { source } = newConversation;
	return subject.store.findBeginning(source, hashesOf(...texts));
}

describeEveryStore('the conversation of a history', (subject) => {
	it('ends where the history does, before one that goes on, and is the newest of its kind', () => {
		const short = subject().started('a', 'b');
		subject().time += 1;
		subject().started('a', 'b', 'c');
		assert.equal(find(subject(), 'a', 'b')?.conversation, short);
		subject().time += 1;
		const newer = subject().started('a', 'b');
		assert.equal(find(subject(), 'a', 'b')?.conversation, newer);
		assert.equal(find(subject(), 'a', 'b', 'x')?.conversation, newer);
	});
	it('comes from where it is looked for, and nowhere else', () => {
		subject().started('a', 'b');
		const found = subject().store.findBeginning('elsewhere', hashesOf('a', 'b'));
		assert.equal(found, undefined);
	});
	it('may share its beginning with another, of which it is a fork', () => {
		const id = subject().started('a', 'b', 'c');
		const fork = subject().store.fork(id, 2, newConversation).id;
		assert.equal(find(subject(), 'a', 'b')?.conversation, fork);
		assert.equal(find(subject(), 'a', 'b', 'c')?.conversation, id);
		subject().store.delete(id);
		assert.deepEqual(find(subject(), 'a', 'b', 'c'), {
			conversation: fork,
			messages: 2,
			length: 2,
		});
	});
	it('is found by the name that its client gave it, the newest of several', () => {
		const { store } = subject();
		const { source } = newConversation;
		const named = (clientName?: string): string => {
			subject().time += 1;
			const id = subject().started('a', 'b');
			const { state } = store.find(id) ?? assert.fail();
			store.saveState(id, clientName === undefined ? state : { ...state, clientName });
			return id;
		};
		named('chat');
		const newest = named('chat');
		named('another');
		named();
		assert.equal(store.findNamed(source, 'chat')?.id, newest);
		assert.equal(store.findNamed('elsewhere', 'chat'), undefined);
		assert.equal(store.findNamed(source, 'nobody’s'), undefined);
	});
	it('has the longest beginning, whatever was said', () => {
		const text = constantFrom('a', 'b');
		const texts = array(text, { minLength: 1, maxLength: 5 });
		assertProperty(
			property(array(texts, { maxLength: 4 }), texts, (stored, wanted) => {
				subject().store.deleteAll();
				stored.forEach((one) => subject().started(...one));
				const shared = (one: readonly string[]): number => {
					const at = wanted.findIndex((said, index) => said !== one[index]);
					return at < 0 ? wanted.length : at;
				};
				const longest = Math.max(0, ...stored.map(shared));
				assert.equal(find(subject(), ...wanted)?.messages ?? 0, longest);
			}),
			{ numRuns: 30 },
		);
	});
});
