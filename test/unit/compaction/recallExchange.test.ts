import assert from 'node:assert/strict';
import { splitReply, type RecallRound } from '../../../src/compaction/recallExchange.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { assistant, call, logOf, result, user } from '../../support/logs.ts';
import { requestViolations } from '../../support/providerRules.ts';

const own = call('own', 'read_file', { path: 'a' });
const other = call('other', 'run', { command: 'b' });
const first = call('r1', 'precis_recall_messages', { query: 'port' });
const second = call('r2', 'precis_recall_messages', { number: 4 });

function round(text: string, of = first, behind = 0): RecallRound {
	return { text, calls: [{ call: of, result: `found by ${of.id}`, clientCallsBefore: behind }] };
}

const found = result('r1', 'found by r1');
const foundNext = result('r2', 'found by r2');

describe('a reply in which something was looked up', () => {
	it('is split where each look-up was', () => {
		const rounds = [round('I look.'), round('Once more.', second)];
		const reply = assistant('I look.\n\nOnce more.\n\nIt is 7.', own);
		assert.deepEqual(splitReply(reply, { rounds, isMixed: false }), [
			assistant('I look.', first),
			found,
			assistant('Once more.', second),
			foundNext,
			assistant('It is 7.', own),
		]);
	});

	it('is split in the same way whatever stands around its texts', () => {
		const rounds = [round('\nI look. ')];
		for (const text of ['I look.It is 7.', '\n\nI look. \n\n It is 7.', 'I look.\n\nIt is 7.']) {
			for (const content of [text, [{ type: 'text' as const, text }]]) {
				assert.deepEqual(splitReply(assistant(content), { rounds, isMixed: false }).slice(0, 2), [
					assistant('I look.', first),
					found,
				]);
			}
		}
	});

	it('follows them as it is where its client has changed what was said', () => {
		const reply = assistant('Seven.');
		assert.deepEqual(splitReply(reply, { rounds: [round('I look.')], isMixed: false }), [
			assistant('', first),
			found,
			reply,
		]);
	});

	it('has look-ups between the calls of its client, in the order they were made', () => {
		const rounds = [round('I look.'), round('Both.', second, 1)];
		const reply = assistant('I look.\n\nBoth.', own, other);
		assert.deepEqual(splitReply(reply, { rounds, isMixed: true }), [
			assistant('I look.', first),
			found,
			assistant('Both.', own, second, other),
			foundNext,
		]);
		for (const [behind, names] of [
			[0, ['r2', 'own']],
			[1, ['own', 'r2']],
			[9, ['own', 'r2']],
		] as const) {
			const [message] = splitReply(assistant('', own), {
				rounds: [round('', second, behind)],
				isMixed: true,
			});
			assert.ok(message?.role === 'assistant');
			assert.deepEqual(
				message.toolCalls?.map(({ id }) => id),
				names,
			);
		}
	});

	it('is valid in a context, whatever the client made of it', () => {
		const replies = [
			[assistant('I look.', own), result('own')],
			[assistant('I look.'), assistant('', own), result('own')],
			[assistant('Otherwise.'), user('Stop')],
			[user('Another one')],
		];
		for (const isMixed of [true, false]) {
			for (const reply of replies) {
				const log = logOf(user('Go'), ...reply, user('And?'));
				const exchange = { after: 1, rounds: [round('I look.')], isMixed };
				const { messages } = renderContext(log, undefined, [exchange]);
				assert.deepEqual(requestViolations(messages), [], JSON.stringify(messages));
			}
		}
	});
});
