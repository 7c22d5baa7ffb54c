import assert from 'node:assert/strict';
import { Exchanges, type FoundCall } from '../../../../src/transcripts/building/exchanges.ts';
import { ProblemList } from '../../../../src/transcripts/problems.ts';
import { sketch } from '../reading.ts';

function call(id: string | undefined, name = 'read'): FoundCall {
	return { id, name, arguments: '{}' };
}

describe('exchanges: calls and results', () => {
	let problems = new ProblemList();
	let exchanges = new Exchanges(problems);

	beforeEach(() => {
		problems = new ProblemList();
		exchanges = new Exchanges(problems);
	});

	function sketches(): readonly string[] {
		return [...exchanges.settled()].map((message) => sketch(message));
	}

	it('come in the order of the calls, before what was said meanwhile', () => {
		exchanges.assistant('Both.', [call('a'), call('b')]);
		exchanges.result({ callId: 'b', content: 'B' }, 1);
		exchanges.add({ role: 'user', content: 'wait' });
		exchanges.result({ callId: 'a', content: 'A' }, 1);
		exchanges.add({ role: 'user', content: 'go on' });
		assert.deepEqual(sketches(), [
			'assistant: Both. (a, b)',
			'tool a: A',
			'tool b: B',
			'user: wait',
			'user: go on',
		]);
	});

	it('may lack a result', () => {
		exchanges.assistant('', [call('a')]);
		exchanges.add({ role: 'user', content: 'stop' });
		exchanges.assistant('Stopped.');
		assert.deepEqual(sketches(), ['assistant: (a)', 'user: stop', 'assistant: Stopped.']);
	});

	it('get ids of their own where a file uses one again', () => {
		for (const id of ['a_2', 'a', 'a', 'a']) {
			exchanges.assistant('', [call(id)]);
			exchanges.result({ callId: id, content: id }, 1);
		}
		assert.deepEqual(sketches(), [
			'assistant: (a_2)',
			'tool a_2: a_2',
			'assistant: (a)',
			'tool a: a',
			'assistant: (a_3)',
			'tool a_3: a',
			'assistant: (a_4)',
			'tool a_4: a',
		]);
	});

	it('are matched by name, then by order, where there are no ids', () => {
		exchanges.assistant('', [call(undefined, 'read'), call(undefined, 'write')]);
		exchanges.result({ name: 'write', content: 'W' }, 1);
		exchanges.result({ content: 'R' }, 1);
		assert.deepEqual(sketches(), ['assistant: (call, call_2)', 'tool call: R', 'tool call_2: W']);
	});

	it('are reported where a result has no call, and the rest goes on', () => {
		exchanges.assistant('', [call('a')]);
		exchanges.result({ callId: 'x', content: 'X' }, 7);
		exchanges.result({ callId: 'a', content: 'A' }, 8);
		exchanges.result({ callId: 'a', content: 'again' }, 9);
		assert.deepEqual(sketches(), ['assistant: (a)', 'tool a: A', 'tool x: X', 'tool a: again']);
		assert.deepEqual(
			problems.toArray().map(({ line }) => line),
			[7, 9],
		);
	});

	it('take no longer the more there are in one message', () => {
		const ids = Array.from({ length: 50_000 }, (_, index) => `c${index}`);
		exchanges.assistant(
			'',
			ids.map((id) => call(id)),
		);
		const start = process.hrtime.bigint();
		for (const id of ids.toReversed()) {
			exchanges.result({ callId: id, content: id }, 1);
		}
		assert.equal(exchanges.settled().length, ids.length + 1);
		assert.ok(Number(process.hrtime.bigint() - start) < 2e9);
	});

	it('leave messages out that neither say nor call anything', () => {
		exchanges.assistant(' \n');
		exchanges.assistant('', []);
		assert.deepEqual(sketches(), []);
	});
});
