import assert from 'node:assert/strict';
import type { Message } from '../../../../src/messages/message.ts';
import { assistant, call, result, system, user } from '../../../support/logs.ts';
import { requestViolations } from '../../../support/providerRules.ts';

/** What the strictest server of these tests refuses, and takes. */

const go = user('Go');
const calls = assistant('', call('a'), call('b'));

const refused: Readonly<Record<string, readonly [violation: string, ...messages: Message[]]>> = {
	'a system message behind another': ['system message at 1', system('x'), system('y'), go],
	'a system message in between': ['system message at 1', go, system('x'), go],
	'two messages of the user': ['two user messages in a row at 1', go, go],
	'two messages of the assistant': [
		'two assistant messages in a row at 2',
		go,
		assistant('x'),
		assistant('y'),
		go,
	],
	'a call without its result': [
		'calls without result in front of 3: b',
		go,
		calls,
		result('a'),
		go,
	],
	'a result that is not directly behind its call': [
		'calls without result in front of 2: a',
		go,
		assistant('', call('a')),
		go,
		result('a'),
	],
	'a result without a call': ['result at 1 answers no call in front of it', go, result('a')],
	'two results of one call': [
		'result at 3 answers no call in front of it',
		go,
		assistant('', call('a')),
		result('a'),
		result('a'),
	],
	'one id for two calls': [
		'an id twice among the calls at 1',
		go,
		assistant('', call('a'), call('a')),
		result('a'),
	],
	'arguments that are no object': [
		'call a at 1 has no JSON object as arguments',
		go,
		assistant('', call('a', 'ls', '[]')),
		result('a'),
	],
	'an empty message': ['empty user message at 0', user(' ')],
	'a message of no part': ['empty user message at 0', user([])],
	'an empty result': ['empty result at 2', go, assistant('', call('a')), result('a', '')],
	'the assistant’s last word': ['the last message is of assistant', go, assistant('x')],
	'no message': ['the last message is of nobody'],
};

describe('the strictest server', () => {
	for (const [what, [violation, ...messages]] of Object.entries(refused)) {
		it(`refuses ${what}`, () => {
			assert.ok(
				requestViolations(messages).includes(violation),
				requestViolations(messages).join('; '),
			);
		});
	}

	it('takes groups of calls, and a step that follows the step before', () => {
		const steps = [calls, result('b'), result('a'), assistant('On.', call('c')), result('c')];
		assert.deepEqual(requestViolations([system('x'), go, ...steps]), []);
		assert.deepEqual(requestViolations([go, ...steps, assistant('Done.'), go]), []);
	});
});
