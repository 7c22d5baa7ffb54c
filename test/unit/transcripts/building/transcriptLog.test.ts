import assert from 'node:assert/strict';
import type { FoundCall } from '../../../../src/transcripts/building/openMessage.ts';
import { TranscriptLog } from '../../../../src/transcripts/building/transcriptLog.ts';
import { assertLinear } from '../../../support/growth.ts';
import { sketch } from '../reading.ts';

function call(id: string | undefined, name = 'read'): FoundCall {
	return { id, name, arguments: '{}' };
}

describe('transcript log: calls and results', () => {
	let log = new TranscriptLog();

	beforeEach(() => {
		log = new TranscriptLog();
	});

	function sketches(): readonly string[] {
		return [...log.messages].map((message) => sketch(message));
	}

	it('come in the order of the calls, before what was said meanwhile', () => {
		log.assistant('Both.', [call('a'), call('b')]);
		log.result({ toolCallId: 'b', content: 'B' }, 1);
		log.user('wait');
		log.result({ toolCallId: 'a', content: 'A' }, 1);
		log.user('go on');
		assert.deepEqual(sketches(), [
			'assistant: Both. (a, b)',
			'tool a: A',
			'tool b: B',
			'user: wait',
			'user: go on',
		]);
	});

	it('may lack a result', () => {
		log.assistant('', [call('a')]);
		log.user('stop');
		log.assistant('Stopped.');
		assert.deepEqual(sketches(), ['assistant: (a)', 'user: stop', 'assistant: Stopped.']);
	});

	it('are matched by name, then by order, where there are no ids', () => {
		log.assistant('', [call(undefined, 'read'), call(undefined, 'write')]);
		log.result({ name: 'write', content: 'W' }, 1);
		log.result({ content: 'R' }, 1);
		assert.deepEqual(sketches(), [
			'assistant: (call_1, call_2)',
			'tool call_1: R',
			'tool call_2: W',
		]);
	});

	it('are reported where a result has no call, and the rest goes on', () => {
		log.assistant('', [call('a')]);
		log.result({ toolCallId: 'x', content: 'X' }, 7);
		log.result({ toolCallId: 'a', content: 'A' }, 8);
		log.result({ toolCallId: 'a', content: 'again' }, 9);
		assert.deepEqual(sketches(), ['assistant: (a)', 'tool a: A', 'tool x: X', 'tool a: again']);
		assert.deepEqual(
			log.problems.toArray().map(({ line }) => line),
			[7],
		);
	});

	it('are found also when another message came first, and then stand where they came', () => {
		log.assistant('', [call('a')]);
		log.assistant('Next.');
		log.result({ toolCallId: 'a', content: 'late' }, 4);
		assert.deepEqual(sketches(), ['assistant: (a)', 'assistant: Next.', 'tool a: late']);
		assert.deepEqual(log.problems.toArray(), []);
	});

	it('keep nothing waiting where the provider ran a tool itself', () => {
		log.assistant('Searching.');
		log.call(call('w', 'web_search'), false);
		assert.equal(log.awaitsResult, false);
		log.user('and?');
		assert.deepEqual(sketches(), ['assistant: Searching. (w)', 'user: and?']);
	});

	it('belong to one message until all of its results are there', () => {
		log.assistant('Both.');
		log.call(call('a'));
		log.call(call('b'));
		log.result({ toolCallId: 'a', content: 'A' }, 1);
		log.result({ toolCallId: 'b', content: 'B' }, 1);
		log.call(call('c'));
		assert.equal(log.settled.length, 3);
		assert.deepEqual(sketches().at(0), 'assistant: Both. (a, b)');
		assert.deepEqual(sketches().at(-1), 'assistant: (c)');
	});

	it('take no longer the more there are in one message', () => {
		assertLinear(4_000, (length) => {
			const ids = Array.from({ length }, (_, index) => `c${index}`);
			return () => {
				const long = new TranscriptLog();
				long.assistant(
					'',
					ids.map((id) => call(id)),
				);
				for (const id of ids.toReversed()) {
					long.result({ toolCallId: id, content: id }, 1);
				}
				assert.equal(long.messages.length, ids.length + 1);
			};
		});
	});

	it('leave messages out that neither say nor call anything', () => {
		log.assistant(' \n');
		log.assistant('', []);
		assert.deepEqual(sketches(), []);
	});
});
