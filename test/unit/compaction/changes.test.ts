import assert from 'node:assert/strict';
import { keptBounds } from '../../../src/compaction/budgets.ts';
import {
	changeItem,
	userEditsOf,
	withLaterEdits,
	type ChangeOutcome,
	type ItemChange,
	type PlacedItem,
} from '../../../src/compaction/changes.ts';
import type { CompactionRecord } from '../../../src/compaction/record.ts';
import { renderContext } from '../../../src/compaction/render.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { handoffEnd } from '../../../src/messages/envelopes.ts';
import { handoffBody } from '../../../src/summary/handoff.ts';
import { parseSummary } from '../../../src/summary/parse.ts';
import { compact, settingsWith } from '../../support/compactions.ts';
import { deepFreeze } from '../../support/compactionRun.ts';
import { chat, logOf, prose, system } from '../../support/logs.ts';
import { item, secret, summaryWith } from '../summary/requests.ts';

const log = deepFreeze(logOf(system('rules'), ...chat(30, 1_500)));

const draft = {
	summary: summaryWith({
		'Key Decisions': [item('Tabs', 3), item('SQLite, because of WAL', 5, 7), item('No ORM')],
	}),
	quotes: [item('Write a parser', 2)],
};

const compaction = deepFreeze(
	compact(log, { recallHandle: 'c7f3', settings: { tailTokens: 500 } }, draft),
);

function placeOf(section: PlacedItem['section'], index: number, of = compaction): PlacedItem {
	return { section, index, text: of.summary[section][index]?.text ?? '' };
}

const middle = placeOf('Key Decisions', 1);

function changing(
	change: ItemChange,
	place = middle,
	record: CompactionRecord = compaction,
	window = 200_000,
): ChangeOutcome {
	const settings = settingsWith({ window });
	return changeItem({ log, record, settings, counter: estimatedTokens }, place, change);
}

function changed(change: ItemChange, place = middle, record = compaction): CompactionRecord {
	const outcome = changing(change, place, record);
	assert.ok(outcome.kind === 'changed', JSON.stringify(outcome));
	return deepFreeze(outcome.record);
}

describe('a person’s change to an item', () => {
	it('pins it where it stands, with its sources', () => {
		const record = changed({ kind: 'pin' });
		assert.equal(record.kind, 'pin');
		assert.deepEqual(record.change, { section: 'Key Decisions', after: 'SQLite, because of WAL' });
		assert.deepEqual(record.summary, {
			...compaction.summary,
			'Key Decisions': draft.summary['Key Decisions'].with(1, {
				...item('SQLite, because of WAL', 5, 7),
				kept: 'pinned',
			}),
		});
		assert.equal(record.handoff, compaction.handoff);
	});

	it('says it in the person’s words, keeps its sources, and lets the old words not come back', () => {
		const record = changed({ kind: 'edit', text: '  SQLite with\r\nWAL \n' });
		assert.equal(record.kind, 'edit');
		assert.deepEqual(record.change, {
			section: 'Key Decisions',
			before: 'SQLite, because of WAL',
			after: 'SQLite with\nWAL',
		});
		assert.deepEqual(record.summary['Key Decisions'][1], {
			...item('SQLite with\nWAL', 5, 7),
			kept: 'edited',
		});
		assert.deepEqual(record.removed, ['SQLite, because of WAL']);
		assert.ok(record.handoff.includes('- [#5] SQLite with\n  WAL\n- No ORM'));
	});

	it('leaves all around the summary as it was decided, and counts the context again', () => {
		const record = changed({ kind: 'remove' });
		const context = renderContext(log, record);
		const before = renderContext(log, compaction);
		assert.deepEqual(record.layout, compaction.layout);
		assert.ok(!record.handoff.includes('SQLite'));
		assert.deepEqual([record.tokens.before, record.tokens.after], [before.tokens, context.tokens]);
		const isOther = context.messages.map(
			(message, index) => JSON.stringify(message) !== JSON.stringify(before.messages[index]),
		);
		assert.equal(isOther.filter(Boolean).length, 1);
	});

	it('leaves numbers that do not continue the removed one as they are', () => {
		const items = [item('7. One', 3), item('1. Two', 5), item('2026. Three', 7)];
		const numbered = deepFreeze(
			compact(
				log,
				{ settings: { tailTokens: 500 } },
				{ ...draft, summary: summaryWith({ 'Completed Actions': items }) },
			),
		);
		const place = placeOf('Completed Actions', 0, numbered);
		const { summary } = changed({ kind: 'remove' }, place, numbered);
		const texts = summary['Completed Actions'].map(({ text }) => text);
		assert.deepEqual(texts, ['1. Two', '2026. Three']);
	});

	it('leaves no gap among numbers', () => {
		const numbered = deepFreeze(
			compact(
				log,
				{ settings: { tailTokens: 500 } },
				{
					...draft,
					summary: summaryWith({
						'Completed Actions': [item('7. One', 3), item('8. Two', 5), item('9. Three', 7)],
					}),
				},
			),
		);
		const place = placeOf('Completed Actions', 1, numbered);
		const { summary, handoff } = changed({ kind: 'remove' }, place, numbered);
		const texts = summary['Completed Actions'].map(({ text }) => text);
		assert.deepEqual(texts, ['7. One', '8. Three']);
		assert.match(handoff, /7\. One\n8\. Three/);
	});

	it('brings back what a person removed before and writes again', () => {
		const removed = changed({ kind: 'remove' });
		const again = changed(
			{ kind: 'edit', text: '2. sqlite, because of WAL' },
			placeOf('Key Decisions', 0, removed),
			removed,
		);
		assert.deepEqual(again.removed, ['Tabs']);
	});

	it('keeps the doubt about an item that it pins, and drops it from one that it rewrites', () => {
		const doubted = deepFreeze<CompactionRecord>({
			...compaction,
			summary: {
				...compaction.summary,
				'Key Decisions': [{ ...item('Redis', 3), doubt: 'unfound' }],
			},
		});
		const place = placeOf('Key Decisions', 0, doubted);
		const [before] = doubted.summary['Key Decisions'];
		const pinned = changed({ kind: 'pin' }, place, doubted);
		assert.deepEqual(pinned.summary['Key Decisions'], [{ ...before, kept: 'pinned' }]);
		const unpinned = changed({ kind: 'unpin' }, place, pinned);
		assert.deepEqual(unpinned.summary, doubted.summary);
		const edited = changed({ kind: 'edit', text: 'SQLite' }, place, pinned);
		assert.deepEqual(edited.summary['Key Decisions'], [{ ...item('SQLite', 3), kept: 'edited' }]);
	});

	it('to the Active Task does not speak for the log', () => {
		const place = placeOf('Active Task', 0);
		assert.equal(changed({ kind: 'remove' }, place).removed, undefined);
		const edited = changed({ kind: 'edit', text: 'Write the docs' }, place);
		assert.equal(edited.removed, undefined);
		assert.equal(edited.summary['Active Task'][0]?.kept, 'edited');
	});
});

describe('a change that cannot be made', () => {
	it('is refused where the item is another one', () => {
		for (const place of [
			{ ...middle, index: 0 },
			{ ...middle, index: 7 },
			{ ...middle, section: 'Goal' as const },
			{ ...middle, text: 'SQLite' },
		]) {
			assert.deepEqual(changing({ kind: 'pin' }, place), { kind: 'refused', reason: 'stale' });
		}
	});

	it('is refused where an edit leaves nothing', () => {
		for (const text of ['', ' \n\t ']) {
			assert.deepEqual(changing({ kind: 'edit', text }), { kind: 'refused', reason: 'blank' });
		}
	});

	it('changes nothing where it is so already', () => {
		const pinned = changed({ kind: 'pin' });
		assert.equal(changing({ kind: 'pin' }, middle, pinned).kind, 'unchanged');
		assert.equal(changing({ kind: 'unpin' }).kind, 'unchanged');
		assert.equal(changing({ kind: 'edit', text: ` ${middle.text}\n` }).kind, 'unchanged');
	});
});

describe('how much a person may keep', () => {
	it('is a tenth of the window; beyond a sensible share one is warned', () => {
		const { sensible, max } = keptBounds(settingsWith());
		assert.deepEqual([sensible, max], [5_000, 20_000]);
		const worded = (tokens: number): ItemChange => ({
			kind: 'edit',
			text: prose(Math.floor((tokens / estimatedTokens.count(prose(1_000))) * 1_000)),
		});
		const few = changing(worded(4_000));
		assert.ok(few.kind === 'changed' && few.overBudget === undefined);
		const many = changing(worded(6_000));
		assert.ok(many.kind === 'changed');
		assert.equal(many.overBudget?.sensible, sensible);
		assert.ok((many.overBudget?.pinned ?? 0) > sensible);
		const tooMany = changing(worded(21_000));
		assert.deepEqual(tooMany, { kind: 'refused', reason: 'no-room' });
	});
});

describe('what a person writes', () => {
	it('holds no secret, also over several lines', () => {
		const record = changed({ kind: 'edit', text: `Use ${secret}\nand no other` });
		assert.equal(record.summary['Key Decisions'][1]?.text, 'Use [REDACTED]\nand no other');
		assert.ok(!JSON.stringify({ ...record, removed: [] }).includes(secret));
	});

	it('ends neither the handoff nor the summary', () => {
		const record = changed({ kind: 'edit', text: `One\n${handoffEnd}\n## Goal\n- Two` });
		const lines = record.handoff.split('\n');
		assert.equal(lines.indexOf(handoffEnd), lines.length - 1);
		assert.deepEqual(parseSummary(handoffBody(record.handoff)).Goal, compaction.summary.Goal);
	});
});

describe('an earlier record with a person’s decisions since', () => {
	const input = { log, record: compaction, counter: estimatedTokens };

	it('has what is kept and lacks what was removed', () => {
		const later = changed(
			{ kind: 'edit', text: 'Written later' },
			placeOf('Blocked', 0),
			changed({ kind: 'remove' }),
		);
		const record = withLaterEdits(input, userEditsOf(later));
		assert.ok(record !== undefined);
		assert.deepEqual([record.kind, record.change], ['pin', undefined]);
		assert.deepEqual(userEditsOf(record), userEditsOf(later));
		assert.ok(record.handoff.includes('- Written later'));
		assert.ok(!record.handoff.includes('SQLite'));
		assert.equal(record.tokens.after, renderContext(log, record).tokens);
	});

	it('is the record itself where nothing was decided since', () => {
		assert.equal(withLaterEdits(input, userEditsOf(compaction)), undefined);
		const pinned = changed({ kind: 'pin' });
		assert.equal(withLaterEdits({ ...input, record: pinned }, userEditsOf(pinned)), undefined);
	});
});
