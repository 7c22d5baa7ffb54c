import assert from 'node:assert/strict';
import { missingResult } from '../../../src/compaction/contextRows.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { toolCallsOf, type Message } from '../../../src/messages/message.ts';
import { assistant, at, call, logOf, result, user } from '../../support/logs.ts';
import { violations } from '../../support/providerRules.ts';

/** The messages as rendered without any compaction, checked for validity. */
function rendered(...messages: readonly Message[]): readonly Message[] {
	const context = renderContext(logOf(...messages));
	assert.deepEqual(violations(context.messages), []);
	return context.messages;
}

/** Role and content of each message. */
function rows(messages: readonly Message[]): unknown[] {
	return messages.map(({ role, content }) => [role, content]);
}

describe('messages of one role in a row', () => {
	it('are merged, text joined by a blank line', () => {
		assert.deepEqual(
			rows(rendered(user('one'), user('two'), assistant('a'), assistant('b'), assistant('c'))),
			[
				['user', 'one\n\ntwo'],
				['assistant', 'a\n\nb\n\nc'],
			],
		);
	});

	it('keep their calls, for an assistant message split over several', () => {
		const [merged] = rendered(
			assistant('Looking.', call('a')),
			assistant('', call('b')),
			result('a'),
			result('b'),
		);
		assert.equal(merged?.content, 'Looking.');
		assert.deepEqual(merged === undefined ? [] : toolCallsOf(merged).map((one) => one.id), [
			'a',
			'b',
		]);
	});
});

describe('tool results whose call is gone', () => {
	it('are removed', () => {
		assert.deepEqual(rows(rendered(result('x'), user('hi'), result('y'), assistant('yes'))), [
			['user', 'hi'],
			['assistant', 'yes'],
		]);
	});
});

describe('calls whose result is gone', () => {
	it('get a stub result', () => {
		assert.deepEqual(
			rows(rendered(assistant('', call('a'), call('b')), result('b', 'real'), user('next'))),
			[
				['assistant', ''],
				['tool', 'real'],
				['tool', missingResult],
				['user', 'next'],
			],
		);
		assert.equal(missingResult, '⟪precis: this call has no result in the log⟫');
	});
});

describe('a late result', () => {
	it('is told as text where it came, with the call it belongs to', () => {
		const note = '⟪precis: result of the earlier call a, which arrived late⟫';
		assert.deepEqual(
			rows(rendered(assistant('', call('a')), user('wait'), result('a', 'here'), assistant('ok'))),
			[
				['assistant', ''],
				['tool', missingResult],
				['user', `wait\n\n${note}\n\nhere`],
				['assistant', 'ok'],
			],
		);
	});
});

describe('an id used twice', () => {
	it('is made unique within the group, results following their calls', () => {
		const messages = rendered(
			assistant('', call('a', 'ls'), call('a', 'cat'), call('a-2', 'pwd')),
			result('a', 'files'),
			result('a', 'text'),
			result('a-2', 'dir'),
		);
		const calls = toolCallsOf(at(messages, 0));
		const answers = messages
			.slice(1)
			.map((message) => (message.role === 'tool' ? [message.toolCallId, message.content] : []));
		assert.deepEqual(
			calls.map((one) => one.name),
			['ls', 'cat', 'pwd'],
		);
		assert.deepEqual(answers, [
			[calls[0]?.id, 'files'],
			[calls[1]?.id, 'text'],
			[calls[2]?.id, 'dir'],
		]);
		assert.equal(calls[0]?.id, 'a');
	});
});
