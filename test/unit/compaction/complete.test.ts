import assert from 'node:assert/strict';
import { completeCompaction, summaryRequest } from '../../../src/compaction/complete.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { builtIn } from '../../../src/summary/builtIn.ts';
import { compact, draftOf, planOf } from '../../support/compactions.ts';
import { written } from '../../support/written.ts';
import {
	assistant,
	call,
	logOf,
	numberedLines,
	prose,
	result,
	system,
	user,
} from '../../support/logs.ts';

const log = logOf(
	system('rules'),
	user('Write a parser'),
	assistant('', call('r', 'Read', { file_path: 'a.ts' })),
	result('r', numberedLines(300)),
	...Array.from({ length: 20 }, (_, index) =>
		index % 2 === 0 ? assistant(prose(1_500, index)) : user(prose(1_500, index)),
	),
);
const settings = { tailTokens: 500 };

describe('a compaction that would not shrink the context', () => {
	it('is refused with the sizes, before and after', () => {
		const plan = planOf(log, { settings });
		const outcome = completeCompaction(plan, written(draftOf(prose(60_000))), 5);
		assert.ok(outcome.kind === 'refused');
		assert.equal(outcome.reason, 'not-smaller');
		assert.equal(outcome.before, renderContext(log).tokens);
		assert.ok(outcome.after >= outcome.before);
	});

	it('is refused after an overflow, too, and where it would be exactly as large', () => {
		const forced = planOf(log, { settings, trigger: 'overflow' });
		const plan = planOf(log, { settings });
		const { after } = compact(log, { settings }).tokens;
		const same = { ...plan, tokensBefore: after };
		for (const [one, draft] of [
			[forced, draftOf(prose(60_000))],
			[same, draftOf()],
		] as const) {
			assert.equal(completeCompaction(one, written(draft), 5).kind, 'refused');
		}
	});
});

describe('the record of a compaction', () => {
	it('says who summarised what, why, how long it took and what it saved', () => {
		const record = compact(log, { settings, trigger: 'automatic', focus: redact('the parser') });
		assert.equal(record.kind, 'compaction');
		assert.equal(record.trigger, 'automatic');
		assert.equal(record.focus, 'the parser');
		assert.equal(record.durationMs, 12);
		assert.deepEqual(record.summariser, builtIn);
		assert.equal(record.tokens.before, renderContext(log).tokens);
		assert.equal(record.tokens.after, renderContext(log, record).tokens);
		assert.ok(record.tokens.summary < record.tokens.after);
	});
});

describe('what a summariser is asked for', () => {
	it('is the previous summary and only what that does not cover', () => {
		const previous = compact(log, { settings });
		const grown = [
			...log,
			...logOf(user('And tests'), ...log.slice(4).map((entry) => entry.message)),
		];
		const request = summaryRequest(planOf(grown, { previous, settings }));
		assert.deepEqual(request.previous, previous.summary);
		assert.deepEqual(request.fresh, [
			{ start: 1, end: previous.layout.range.start },
			{ start: previous.layout.range.end, end: request.range.end },
		]);
	});
});
