import assert from 'node:assert/strict';
import { renderContext } from '../../../src/compaction/render.ts';
import { isMarked } from '../../../src/messages/marks.ts';
import { textOf, type Message } from '../../../src/messages/message.ts';
import { compact, planOf, tryPlan } from '../../support/compactions.ts';
import { assistant, call, logOf, numberedLines, prose, result, user } from '../../support/logs.ts';

function agentRun(steps: number, lines: number): Message[] {
	return Array.from({ length: steps }, (_, index) => [
		assistant('', call(`c${index}`)),
		result(`c${index}`, numberedLines(lines, `step ${index}, line`)),
	]).flat();
}

describe('a compaction after an overflow', () => {
	it('leaves less tail than any other', () => {
		const log = logOf(user('go'), ...agentRun(40, 60));
		const settings = { tailTokens: 4_000 };
		const usual = planOf(log, { settings }).layout.range.end;
		assert.ok(planOf(log, { settings, trigger: 'overflow' }).layout.range.end > usual);
	});

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

	it('digests no more of the tail than it must', () => {
		const log = logOf(user('go'), ...agentRun(40, 60));
		const { layout } = planOf(log, { settings: { tailTokens: 4_000 }, trigger: 'overflow' });
		assert.ok(layout.edits.every((edit) => edit.message < layout.range.start));
	});

	it('keeps the newest results whole where they fit', () => {
		const log = logOf(
			user('go'),
			...agentRun(12, 60),
			assistant('', call('x')),
			result('x', prose(90_000)),
		);
		const options = {
			settings: { window: 32_000, tailTokens: 100_000 },
			trigger: 'overflow',
		} as const;
		const { messages } = renderContext(log, compact(log, options));
		assert.equal(textOf(messages.at(-1)?.content ?? '').length, 90_000);
		assert.ok(messages.filter((message) => isMarked(textOf(message.content))).length > 1);
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
