import assert from 'node:assert/strict';
import { renderContext } from '../../../src/compaction/render.ts';
import { type Message } from '../../../src/messages/message.ts';
import { compact, planOf, tryPlan } from '../../support/compactions.ts';
import { assistant, call, logOf, numberedLines, prose, result, user } from '../../support/logs.ts';

function agentRun(steps: number, lines: number): Message[] {
	return Array.from({ length: steps }, (_, index) => [
		assistant('', call(`c${index}`)),
		result(`c${index}`, numberedLines(lines, `step ${index}, line`)),
	]).flat();
}

describe('a compaction after an overflow', () => {
	it('digests results of the tail too, oldest first, until half the threshold is free', () => {
		const log = logOf(user('go'), ...agentRun(40, 60));
		const settings = { window: 8_000, tailTokens: 16_000 };
		const { layout } = planOf(log, { settings, trigger: 'overflow' });
		const edited = layout.edits.map((edit) => edit.message).filter((at) => at >= layout.range.end);
		assert.ok(edited.length > 0);
		const results = log.flatMap((entry, index) =>
			index >= layout.range.end && entry.message.role === 'tool' ? [index] : [],
		);
		assert.deepEqual(edited, results.slice(0, edited.length));
	});

	it('keeps the newest results whole where they fit', () => {
		const newest = prose(90_000);
		const log = logOf(
			user('go'),
			...agentRun(12, 60),
			assistant('', call('x')),
			result('x', newest),
		);
		const settings = { window: 32_000, tailTokens: 100_000 };
		const { messages } = renderContext(log, compact(log, { settings, trigger: 'overflow' }));
		assert.equal(messages.at(-1)?.content, newest);
	});

	it('goes on where any other would leave the smallest tail alone', () => {
		const log = logOf(user('go'), ...agentRun(12, 60));
		const settings = { tailTokens: 1 };
		const previous = compact(log, { settings });
		assert.equal(tryPlan(log, { previous, settings: { tailTokens: 9_000 } }).kind, 'nothing-to-do');
		const plan = planOf(log, { previous, settings: { tailTokens: 90_000 }, trigger: 'overflow' });
		assert.ok(plan.layout.range.end > previous.layout.range.end);
	});
});
