import assert from 'node:assert/strict';
import type { ToolCall } from '../../../src/messages/message.ts';
import { PairedMessages } from '../../../src/transcripts/pairedMessages.ts';
import { sketch } from './reading.ts';

function call(id: string): ToolCall {
	return { id, name: 'f', arguments: '{}' };
}

/** What was appended, and what was reported. */
function written(write: (paired: PairedMessages, report: (message: string) => void) => void): {
	readonly messages: readonly string[];
	readonly reports: readonly string[];
} {
	const paired = new PairedMessages();
	const reports: string[] = [];
	write(paired, (message) => reports.push(message));
	paired.close();
	return { messages: [...paired.messages].map((message) => sketch(message)), reports };
}

const orphan = 'it is the result of a call that is not there; it is shown as a message';

describe('messages whose calls and results belong together', () => {
	it('have the results in the order of the calls, however they came', () => {
		const { messages, reports } = written((paired, report) => {
			paired.assistant('two', [call('a'), call('b')]);
			paired.result({ callId: 'b', content: 'B' }, report);
			paired.result({ callId: 'a', content: 'A' }, report);
		});
		assert.deepEqual(messages, ['assistant: two (a, b)', 'tool a: A', 'tool b: B']);
		assert.deepEqual(reports, []);
	});

	it('have what was said in between after the results', () => {
		const { messages } = written((paired, report) => {
			paired.assistant('one', [call('a')]);
			paired.add({ role: 'user', content: 'wait' });
			paired.result({ callId: 'a', content: 'A' }, report);
			paired.add({ role: 'user', content: 'go on' });
		});
		assert.deepEqual(messages, ['assistant: one (a)', 'tool a: A', 'user: wait', 'user: go on']);
	});

	it('keep calls without a result', () => {
		const { messages } = written((paired, report) => {
			paired.assistant('two', [call('a'), call('b')]);
			paired.result({ callId: 'b', content: 'B' }, report);
			paired.add({ role: 'user', content: 'stop' });
			paired.assistant('Stopped.');
		});
		assert.deepEqual(messages, [
			'assistant: two (a, b)',
			'tool b: B',
			'user: stop',
			'assistant: Stopped.',
		]);
	});

	it('have unique ids where the file uses one several times', () => {
		const { messages, reports } = written((paired, report) => {
			paired.assistant('', [call('a#2'), call('a'), call('a')]);
			paired.result({ callId: 'a', content: 'first' }, report);
			paired.result({ callId: 'a', content: 'second' }, report);
			paired.assistant('', [call('a')]);
			paired.result({ callId: 'a', content: 'third' }, report);
		});
		assert.deepEqual(messages, [
			'assistant: (a#2, a, a#3)',
			'tool a: first',
			'tool a#3: second',
			'assistant: (a#4)',
			'tool a#4: third',
		]);
		assert.deepEqual(reports, []);
	});

	it('tell of results that answer no call, and show them', () => {
		const { messages, reports } = written((paired, report) => {
			paired.result({ callId: 'x', content: 'early' }, report);
			paired.assistant('one', [call('a')]);
			paired.result({ callId: 'a', content: 'A', isError: true }, report);
			paired.result({ callId: 'a', content: 'again' }, report);
			paired.assistant('', [call('b')]);
			paired.assistant('moved on');
			paired.result({ callId: 'b', content: 'late' }, report);
		});
		assert.deepEqual(messages, [
			'user (client): early',
			'assistant: one (a)',
			'tool a: A',
			'user (client): again',
			'assistant: (b)',
			'assistant: moved on',
			'user (client): late',
		]);
		assert.deepEqual(reports, [orphan, orphan, orphan]);
	});

	it('give results without an id to the oldest call', () => {
		const { messages } = written((paired, report) => {
			paired.assistant('', [call('a'), call('b')]);
			paired.result({ callId: undefined, content: 'A' }, report);
			paired.result({ callId: undefined, content: 'B' }, report);
		});
		assert.deepEqual(messages, ['assistant: (a, b)', 'tool a: A', 'tool b: B']);
	});
});
