import assert from 'node:assert/strict';
import { renderContext } from '../../../src/compaction/render.ts';
import { textOf, type Log } from '../../../src/messages/message.ts';
import { compact, planOf, type PlanOptions } from '../../support/compactions.ts';
import {
	assistant,
	call,
	chat,
	logOf,
	prose,
	result,
	system,
	user,
	withImage,
} from '../../support/logs.ts';

/** Where the first compaction's range starts. */
function headEnds(log: Log, options: PlanOptions = {}): number {
	const settings = { tailTokens: 600, ...options.settings };
	return planOf(log, { ...options, settings }).layout.range.start;
}

describe('the head', () => {
	it('is the system prompt and the first three messages', () => {
		assert.equal(headEnds(logOf(system('rules'), ...chat(20))), 4);
		assert.equal(headEnds(logOf(...chat(20))), 3);
	});

	it('counts none of several system messages at the start', () => {
		const log = logOf(system('one'), system('two'), system('three'), ...chat(20));
		assert.equal(headEnds(log), 6);
		assert.equal(planOf(log, { settings: { tailTokens: 600 } }).layout.headStart, 3);
	});

	it('protects nothing in a log that begins with an earlier summary', () => {
		const log = logOf(system('rules'), user('x', 'summary'), assistant('ok'), ...chat(20));
		assert.equal(headEnds(log), 1);
		const later = logOf(...chat(12), user('x', 'summary'), ...chat(20).slice(1));
		assert.equal(headEnds(later), 3);
	});

	it('is pushed past the whole group where a step is split over several messages', () => {
		const log = logOf(
			user('go'),
			assistant('', call('a')),
			assistant('', call('b')),
			result('a'),
			result('b'),
			...chat(20),
		);
		assert.equal(headEnds(log), 5);
	});

	it('leaves a latest request that is too large to be told twice to stand behind the summary', () => {
		const steps = Array.from({ length: 12 }, (_, index) => [
			assistant('', call(`c${index}`)),
			result(`c${index}`, prose(900, index)),
		]).flat();
		const small = logOf(user('Fix the parser'), ...steps);
		assert.equal(headEnds(small), 3);
		const large = logOf(user(prose(9_000)), ...steps);
		assert.equal(headEnds(large), 0);
		assert.equal(planOf(large, { settings: { tailTokens: 600 } }).layout.latestUser, 0);
		const picture = logOf(user(withImage('as here')), ...steps);
		assert.equal(headEnds(picture), 0);
	});
});

describe('protectFirst', () => {
	it('applies to the first compaction; a later one starts right after the system prompt', () => {
		const messages = [system('rules'), ...chat(40)];
		const first = compact(logOf(...messages.slice(0, 25)), { settings: { tailTokens: 600 } });
		assert.deepEqual(first.layout.range.start, 4);
		const log = logOf(...messages);
		const plan = planOf(log, { previous: first, settings: { tailTokens: 600 } });
		assert.equal(plan.layout.range.start, 1);
		assert.equal(plan.layout.headStart, 1);
		// The old head and the new turns are fresh; what the summary covers already is not.
		assert.deepEqual(plan.fresh, [
			{ start: 1, end: 4 },
			{ start: first.layout.range.end, end: plan.layout.range.end },
		]);
	});
});

describe('what a client sends once at the start', () => {
	const environment = user(
		"<environment_info>\nThe user's current OS is: Linux\n</environment_info>\n<userMemory>\nReleases go out on Thursdays only.\n</userMemory>",
		'client',
	);
	const settings = { tailTokens: 600, protectFirst: 0 };

	it('stays at the start of every context, whatever is compacted', () => {
		const messages = [system('rules'), environment, ...chat(40)];
		let previous = compact(logOf(...messages.slice(0, 20)), { settings });
		for (const end of [28, 34, 42]) {
			const log = logOf(...messages.slice(0, end));
			assert.equal(previous.layout.range.start, 2);
			const [, first] = renderContext(log, previous).messages;
			assert.ok(textOf(first?.content ?? '').includes('Releases go out on Thursdays only.'));
			previous = compact(log, { previous, settings });
		}
	});

	it('is summarised where it takes more than a tenth of the window, or comes later', () => {
		const protectFirst = 0;
		const large = logOf(user(prose(40_000, 0), 'client'), ...chat(20));
		assert.equal(headEnds(large, { settings: { protectFirst, window: 400_000 } }), 1);
		assert.equal(headEnds(large, { settings: { protectFirst, window: 60_000 } }), 0);
		const later = logOf(...chat(2), environment, ...chat(20));
		assert.equal(headEnds(later, { settings: { protectFirst } }), 0);
	});
});
