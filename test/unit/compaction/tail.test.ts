import assert from 'node:assert/strict';
import type { CompactionSettings } from '../../../src/compaction/budgets.ts';
import { smallestTail, tailCeiling } from '../../../src/compaction/boundaries.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import type { Log, Message } from '../../../src/messages/message.ts';
import { imageTokens } from '../../../src/messages/tokens.ts';
import { compact, planOf } from '../../support/compactions.ts';
import {
	assistant,
	call,
	logOf,
	prose,
	result,
	sizedLog,
	user,
	withImage,
} from '../../support/logs.ts';

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

	it('is never larger than 1.5 times the budget but for its smallest size', () => {
		for (const size of [10, 70, 130, 300]) {
			const sizes = Array.from({ length: 20 }, (_, index) => size + ((index * 37) % 50));
			const log = chatOf(...sizes);
			const tail = log.slice(-tailOf(log, { tailTokens: 500 }));
			const tokens = tail.reduce((sum, entry) => sum + entry.tokens, 0);
			assert.ok(tokens <= 750 || tail.length <= smallestTail + 1);
		}
	});

	it('has at least three messages, whatever they cost', () => {
		assert.equal(smallestTail, 3);
		assert.equal(tailOf(chatOf(100, 5_000, 5_000, 5_000), { tailTokens: 1 }), 4);
		assert.equal(tailOf(chatOf(5_000, 5_000, 5_000, 5_000, 5_000), { tailTokens: 1 }), 3);
	});

	it('does not count commands to the client behind what was said last', () => {
		const rows = sizedLog(
			...['/run', 'done', '/exit'].map((text): [Message, number] => [user(text, 'client'), 5]),
		);
		const log = [...chatOf(100, 5_000, 5_000, 5_000, 5_000), ...rows];
		assert.equal(tailOf(log, { tailTokens: 1 }), 3 + rows.length);
	});

	it('does not let them take the tail far beyond its budget', () => {
		const rows = sizedLog(
			...Array.from({ length: 40 }, (): [Message, number] => [user('/run', 'client'), 1_000]),
		);
		const log = [...chatOf(100, 5_000, 5_000, 5_000, 5_000), ...rows];
		assert.ok(tailOf(log, { tailTokens: 5_000 }) <= 12);
	});

	it('leaves room for a middle where everything would fit', () => {
		const { range } = planOf(chatOf()).layout;
		assert.deepEqual(range, { start: 3, end: 6 });
	});

	it('counts images at a flat cost', () => {
		const log = logOf(
			...Array.from({ length: 12 }, (_, index) =>
				index % 2 === 0 ? user(withImage('x')) : assistant('ok'),
			),
		);
		assert.equal(tailOf(log, { tailTokens: imageTokens * 3 }), 6);
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

	it('keeps a request and the reply to it together', () => {
		const log = chatOf(100, 100, 100, 100);
		// Three messages would begin with a reply.
		const { range } = planOf(log, { settings: { tailTokens: 1 } }).layout;
		assert.equal(log.length - range.end, 4);
		assert.equal(log[range.end]?.message.role, 'user');
	});

	it('may part an agent run between two groups', () => {
		const steps = Array.from({ length: 10 }, (_, index) => [
			assistant('', call(`c${index}`)),
			result(`c${index}`, prose(600, index)),
		]).flat();
		const { range } = planOf(logOf(user('go'), ...steps), { settings: { tailTokens: 300 } }).layout;
		assert.equal(range.end % 2, 1);
		assert.ok(range.end > 10);
	});
});

describe('a tail that exceeds its budget all by itself', () => {
	const huge = prose(60_000);

	it('newest tool result alone exceeds the budget: the rest is compacted, the group stays', () => {
		const log = logOf(
			...Array.from({ length: 10 }, (_, index) =>
				index % 2 === 0 ? user(prose(900, index)) : assistant(prose(900, index)),
			),
			user('read it'),
			assistant('', call('a')),
			result('a', huge),
		);
		const record = compact(log, { settings: { tailTokens: 500 } });
		assert.equal(log.length - record.layout.range.end, 3);
		const { messages } = renderContext(log, record);
		assert.equal(messages.at(-1)?.content, huge);
	});

	it('is cut right after the head where nothing else is left to compact', () => {
		const log = logOf(
			user('go'),
			assistant('', call('a')),
			result('a'),
			assistant('', call('b')),
			result('b', huge),
			assistant('', call('c')),
			result('c', huge),
			assistant('done'),
		);
		const { range } = planOf(log, { settings: { tailTokens: 500 } }).layout;
		assert.deepEqual(range, { start: 3, end: 5 });
	});

	it('is compacted whole, but never split, when it is one single group', () => {
		const calls = ['a', 'b', 'c', 'd'].map((id) => call(id));
		const log = logOf(
			user('go'),
			assistant('', call('x')),
			result('x'),
			assistant('', ...calls),
			...calls.map((one) => result(one.id, huge)),
		);
		const { range } = planOf(log, { settings: { tailTokens: 500 } }).layout;
		assert.deepEqual(range, { start: 3, end: 8 });
	});

	it('is left alone while results of that group are still awaited', () => {
		const log = logOf(
			...told,
			user('read both'),
			assistant('', call('a'), call('b')),
			result('a', huge),
		);
		const { range } = planOf(log, { settings: { tailTokens: 1 } }).layout;
		assert.ok(range.end <= log.length - 3);
	});
});
