import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { KnownHistories } from '../../../../src/vscode/provider/knownHistories.ts';
import { assistant, call, image, result, user } from '../../../support/logs.ts';

/** As VS Code hands it over: in objects of its own. */
const anew = (...messages: readonly Message[]): Message[] => structuredClone([...messages]);

const long = 'x'.repeat(10_000);

describe('histories that were handed over before', () => {
	it('are found by the longest beginning', () => {
		const known = new KnownHistories();
		known.remember('a', anew(user('1'), assistant('2'), user('3')));
		known.remember('b', anew(user('1'), assistant('two')));
		assert.deepEqual(known.find(anew(user('1'), assistant('2'), user('3'), user('4'))), {
			conversation: 'a',
			messages: 3,
			length: 3,
		});
		assert.deepEqual(known.find(anew(user('1'), assistant('2'), user('other'))), {
			conversation: 'a',
			messages: 2,
			length: 3,
		});
		assert.equal(known.find(anew(user('0'))), undefined);
	});

	it('are those of the chat that names itself, where two begin with the same words', () => {
		const known = new KnownHistories();
		const history = anew(user('1'), assistant('2'), user('3'));
		known.remember('a', history, 'chat a');
		assert.equal(known.find(anew(...history), 'chat b'), undefined);
		assert.equal(known.find(anew(...history), 'chat a')?.conversation, 'a');
		assert.equal(known.find(anew(...history))?.conversation, 'a');
	});

	it('are the same whatever the ids of their calls', () => {
		const known = new KnownHistories();
		const withId = (id: string): Message[] =>
			anew(user('1'), assistant('', call(id, 'read', { path: 'a' })), result(id, long));
		known.remember('a', withId('one'));
		assert.equal(known.find(withId('two'))?.messages, 3);
	});

	it('differ by role, text, image, and what was called with what', () => {
		const first: Message = user([{ type: 'text', text: 'look' }, image]);
		const known = new KnownHistories();
		known.remember('a', anew(first, assistant('', call('1', 'read', { path: 'a' }))));
		for (const [messages, shared] of [
			[[user([{ type: 'text', text: 'look' }])], undefined],
			[
				[
					user([
						{ type: 'text', text: 'look' },
						{ ...image, url: 'data:,' },
					]),
				],
				undefined,
			],
			[[assistant([{ type: 'text', text: 'look' }, image])], undefined],
			[[first, assistant('', call('1', 'read', { path: 'b' }))], 1],
			[[first, assistant('', call('1', 'write', { path: 'a' }))], 1],
			[[first, assistant('')], 1],
			[[first, assistant('', call('1', 'read', { path: 'a' }))], 2],
		] as const) {
			assert.equal(known.find(anew(...messages))?.messages, shared);
		}
	});

	it('are as long as they were last, and gone when they are forgotten', () => {
		const known = new KnownHistories();
		known.remember('a', anew(user('1')));
		known.remember('a', anew(user('1'), assistant('2')));
		assert.equal(known.find(anew(user('1'), assistant('2')))?.messages, 2);
		known.forget('a');
		assert.equal(known.find(anew(user('1'))), undefined);
	});

	it('are remembered of a dozen conversations', () => {
		const known = new KnownHistories();
		for (let number = 0; number < 13; number += 1) {
			known.remember(String(number), anew(user(`hello ${number}`)));
		}
		assert.equal(known.find(anew(user('hello 0'))), undefined);
		assert.equal(known.find(anew(user('hello 1')))?.conversation, '1');
		assert.equal(known.find(anew(user('hello 12')))?.conversation, '12');
	});
});
