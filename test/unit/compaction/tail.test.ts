import assert from 'node:assert/strict';
import type { CompactionSettings } from '../../../src/compaction/budgets.ts';
import { smallestTail, tailCeiling } from '../../../src/compaction/boundaries.ts';
import type { Log, Message } from '../../../src/messages/message.ts';
import { planOf } from '../../support/compactions.ts';
import { assistant, call, logOf, prose, result, sizedLog, user } from '../../support/logs.ts';

/** How many messages the tail has. */
function tailOf(log: Log, settings: Partial<CompactionSettings>): number {
	return log.length - planOf(log, { settings }).layout.range.end;
}

/** A chat whose messages cost these tokens, behind ten of two hundred. */
function chatOf(...sizes: readonly number[]): Log {
	return sizedLog(
		...[...Array.from({ length: 10 }, () => 200), ...sizes].map(
			(tokens, index): [Message, number] => [index % 2 === 0 ? user('u') : assistant('a'), tokens],
		),
	);
}

/** The start of a chat that is worth compacting. */
const told = Array.from({ length: 10 }, (_, index) =>
	index % 2 === 0 ? user('u') : assistant(prose(3_000)),
);

describe('the tail', () => {
	it('is walked back from the end to its budget', () => {
		const sizes = [100, 100, 100, 100, 100, 100, 100, 100];
		assert.equal(tailOf(chatOf(...sizes), { tailTokens: 600 }), 6);
		assert.equal(tailOf(chatOf(...sizes), { tailTokens: 400 }), 4);
	});

	it('takes one more message while that stays below 1.5 times the budget', () => {
		assert.equal(tailCeiling, 1.5);
		const replies = (size: number): Log =>
			sizedLog(
				...[100, 100, 100, 500, 500, size, 100, 100, 100, 90].map((tokens): [Message, number] => [
					assistant('a'),
					tokens,
				]),
			);
		assert.equal(tailOf(replies(200), { tailTokens: 400 }), 5);
		assert.equal(tailOf(replies(211), { tailTokens: 400 }), 4);
	});

	it('has at least three messages, whatever they cost', () => {
		assert.equal(smallestTail, 3);
		assert.equal(tailOf(chatOf(100, 5_000, 5_000, 5_000), { tailTokens: 1 }), 4);
		assert.equal(tailOf(chatOf(5_000, 5_000, 5_000, 5_000, 5_000), { tailTokens: 1 }), 3);
	});
});

describe('the cut in front of the tail', () => {
	it('moves back before the message that made the calls', () => {
		const calls = ['a', 'b', 'c', 'd', 'e'].map((id) => call(id));
		const log = logOf(
			...told,
			user('go on'),
			assistant('ok'),
			assistant('', ...calls),
			...calls.map((one) => result(one.id, prose(400))),
		);
		const { range } = planOf(log, { settings: { tailTokens: 1 } }).layout;
		assert.equal(log[range.end]?.message, log.at(-6)?.message);
	});
});

describe('a tail that exceeds its budget all by itself', () => {
	const huge = prose(60_000);
	const calls = ['a', 'b', 'c', 'd'].map((id) => call(id));
	const answered = [assistant('', ...calls), ...calls.map((one) => result(one.id, huge))];
	const head = [user('go'), assistant('', call('x')), result('x')];
	const step = (id: string) => [assistant('', call(id)), result(id, huge)];

	for (const [what, messages, range] of [
		['stays where something stands before it', [...told, user('read'), ...step('a')], [3, 10]],
		[
			'is cut behind the head where nothing does',
			[...head, ...step('a'), ...step('b'), assistant('done')],
			[3, 5],
		],
		['is compacted whole, never split, where it is one group', [...head, ...answered], [3, 8]],
		[
			'stays while results of it are awaited',
			[...told, user('read'), ...answered.slice(0, -1)],
			[3, 10],
		],
	] as const) {
		it(what, () => {
			const { start, end } = planOf(logOf(...messages), { settings: { tailTokens: 500 } }).layout
				.range;
			assert.deepEqual([start, end], range);
		});
	}
});
