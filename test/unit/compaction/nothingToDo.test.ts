import assert from 'node:assert/strict';
import { summaryRequest } from '../../../src/compaction/complete.ts';
import type { Log } from '../../../src/messages/message.ts';
import { summariseBuiltIn } from '../../../src/summary/builtIn.ts';
import { compact, planOf, tryPlan, type PlanOptions } from '../../support/compactions.ts';
import { assistant, call, chat, logOf, prose, result, system, user } from '../../support/logs.ts';

function reason(log: Log, options?: PlanOptions): string {
	const outcome = tryPlan(log, options);
	return outcome.kind === 'plan' ? 'plan' : outcome.reason;
}

const chatLog = (length: number): Log => logOf(...chat(length, 900, 4_000));

describe('nothing to do', () => {
	it('for up to protectFirst + 3 + 1 messages', () => {
		for (const length of [0, 1, 6, 7]) {
			assert.equal(reason(chatLog(length)), 'too-short');
		}
		assert.equal(reason(chatLog(8)), 'plan');
		assert.equal(reason(chatLog(4), { settings: { protectFirst: 0 } }), 'too-short');
		assert.equal(reason(chatLog(6), { settings: { protectFirst: 0 } }), 'plan');
	});

	it('for a middle that is empty because one call group reaches from head to end', () => {
		const calls = Array.from({ length: 9 }, (_, index) => call(`c${index}`));
		const log = logOf(
			system('rules'),
			user('go'),
			assistant('', ...calls),
			...calls.map((one) => result(one.id)),
		);
		assert.equal(reason(log), 'empty-middle');
	});

	it('while an automatic one would replace so little that it could tell next to nothing', () => {
		const little = chat(6, 300, 2_500);
		const log = logOf(user('go'), assistant('', call('a')), result('a', prose(40_000)), ...little);
		const settings = { window: 34_000, tailTokens: 1 };
		assert.equal(reason(log, { settings, trigger: 'automatic' }), 'too-little');
		assert.equal(reason(log, { settings, trigger: 'manual' }), 'plan');
		assert.equal(reason(log, { settings, trigger: 'overflow' }), 'plan');
		const more = logOf(...log.map(({ message }) => message), ...chat(20, 900, 4_000));
		assert.equal(reason(more, { settings, trigger: 'automatic' }), 'plan');
	});

	it('is never said to somebody who asks because the usual tail takes nearly all of it', () => {
		const steps = Array.from({ length: 6 }, (_, index) => [
			assistant('', call(`c${index}`)),
			result(`c${index}`, prose(1_500, index)),
		]).flat();
		const log = logOf(
			user('Make the export faster.'),
			...steps,
			assistant('Done.'),
			user('Thanks.'),
		);
		for (const window of [8_000, 10_000, 12_000, 14_000, 16_000, 20_000]) {
			assert.equal(reason(log, { settings: { window } }), 'plan', String(window));
		}
	});

	it('rather than a handoff that somebody asked for and that has no room for their rules', () => {
		const log = logOf(
			user('Hello.'),
			assistant('Hello.'),
			user('Read the notes.'),
			assistant('I have read them.'),
			user('Fix the rounding. Do not add any dependencies and never touch src/tax.js.'),
			assistant(prose(900)),
			user('Go on.'),
			assistant(prose(9_000)),
			user('And now?'),
			assistant(prose(9_000)),
		);
		const settings = { tailTokens: 3_000 };
		assert.equal(reason(log, { settings }), 'too-little');
		assert.equal(reason(log, { settings, trigger: 'overflow' }), 'plan');
		const more = logOf(
			...log.slice(0, 5).map(({ message }) => message),
			assistant(prose(7_000)),
			...log.slice(6).map(({ message }) => message),
		);
		const { handoff } = compact(
			more,
			{ settings },
			summariseBuiltIn(summaryRequest(planOf(more, { settings }))),
		);
		assert.ok(handoff.includes('never touch src/tax.js'));
	});
});
