import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Message } from '../../../src/messages/message.ts';
import { plainMessages } from '../../../src/models/plainMessages.ts';
import { conversations } from '../../support/conversations.ts';
import { assistant, call, result, system, user, withImage } from '../../support/logs.ts';

describe('a context without tools', () => {
	it('is the texts, role by role, and a word for each image', () => {
		assert.deepEqual(
			plainMessages([system('Be brief.'), user('Hello'), assistant('Hi'), user(withImage('Look'))]),
			[
				{ role: 'system', content: 'Be brief.' },
				{ role: 'user', content: 'Hello' },
				{ role: 'assistant', content: 'Hi' },
				{ role: 'user', content: 'Look\n[image]' },
			],
		);
	});

	it('has calls and results as text', () => {
		const context = [
			user('Read it'),
			assistant('Reading.', call('c1', 'read_file', { path: 'a.ts' }), call('c2', 'ls', {})),
			result('c1', 'export {}'),
			result('c2', 'a.ts'),
			assistant('It is empty.'),
		];
		assert.deepEqual(plainMessages(context), [
			{ role: 'user', content: 'Read it' },
			{
				role: 'assistant',
				content: 'Reading.\n[Tool call c1: read_file {"path":"a.ts"}]\n[Tool call c2: ls {}]',
			},
			{
				role: 'user',
				content: '[Result of the tool call c1]\nexport {}\n\n[Result of the tool call c2]\na.ts',
			},
			{ role: 'assistant', content: 'It is empty.' },
		]);
	});

	it('has nothing of a blank message', () => {
		assert.deepEqual(plainMessages([user('Hello'), user(' ')]), [
			{ role: 'user', content: 'Hello' },
		]);
	});

	it('has no half characters', () => {
		assert.deepEqual(plainMessages([user('cut \ud83d')]), [
			{ role: 'user', content: 'cut \ufffd' },
		]);
	});

	it('alternates between roles and loses no word, whatever the conversation', () => {
		fc.assert(
			fc.property(conversations(1, 20), ({ messages }) => {
				const plain = plainMessages(messages);
				plain.forEach(({ role, content }, index) => {
					assert.notEqual(role, plain[index + 1]?.role);
					assert.notEqual(content.trim(), '');
				});
				const whole = plain.map(({ content }) => content).join('\n');
				for (const text of messages.flatMap(wordsOf)) {
					assert.ok(whole.includes(text));
				}
			}),
		);
	});
});

function wordsOf({ content }: Message): readonly string[] {
	const texts =
		typeof content === 'string'
			? [content]
			: content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
	return texts.filter((text) => text.trim() !== '');
}
