import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { renderSummary, sectionTitles } from '../../../src/summary/sections.ts';
import {
	keptItems,
	keptTokens,
	noUserEdits,
	statementOf,
	undecidedItems,
	withUserEdits,
	type UserEdits,
	type KeptItem,
} from '../../../src/summary/userEdits.ts';
import { item, summaryWith } from './requests.ts';

function pinned(section: KeptItem['section'], text: string, ...sources: number[]): KeptItem {
	return { section, item: { ...item(text, ...sources), kept: 'pinned' } };
}

function wishes(kept: readonly KeptItem[], ...removed: readonly string[]): UserEdits {
	return { kept, removed };
}

describe('what a text states', () => {
	it('does not change with numbering, spaces, case, references and marks', () => {
		const plain = statementOf('RUN npm test — ok');
		for (const text of [
			'12. RUN npm test — ok',
			'3) RUN npm test — ok',
			'- RUN npm test — ok',
			'  run  NPM test —\n ok ',
			'RUN npm test — ok (m41)',
			'7. RUN npm test — ok (m41, m43)',
			'9. RUN npm test — ok\n⟪precis: 2 of these numbers not told here: 3, 5⟫',
		]) {
			assert.equal(statementOf(text), plain, text);
		}
	});

	it('changes with every word and value', () => {
		for (const text of ['RUN npm test — failed', 'RUN npm tests — ok', '2 RUN npm test — ok']) {
			assert.notEqual(statementOf(text), statementOf('RUN npm test — ok'), text);
		}
	});
});

describe('a summary with what a person decided', () => {
	it('has kept items in front of their section, in their order, with their bytes and sources', () => {
		const kept = [
			pinned('Key Decisions', 'SQLite,  because of\n\tWAL', 4),
			pinned('Key Decisions', 'No ORM', 9),
		];
		const summary = withUserEdits(
			summaryWith({ 'Key Decisions': [item('Tabs'), item('No ORM', 30)] }),
			wishes(kept),
		);
		assert.deepEqual(summary['Key Decisions'], [...kept.map(({ item }) => item), item('Tabs')]);
		assert.deepEqual(keptItems(summary), kept);
	});

	it('says no kept statement again, whatever the section', () => {
		const summary = withUserEdits(
			summaryWith({ 'Critical Context': [item('the PORT is 8080. (m3)'), item('Port is 80')] }),
			wishes([pinned('Constraints & Preferences', 'The port is 8080.')]),
		);
		assert.deepEqual(summary['Critical Context'], [item('Port is 80')]);
	});

	it('lacks what was removed, and nothing else', () => {
		const before = summaryWith({
			Blocked: [item('No network', 4)],
			Goal: [item('2. no  network')],
		});
		const summary = withUserEdits(before, wishes([], 'No network'));
		assert.deepEqual([summary.Blocked, summary.Goal], [[], []]);
		for (const title of sectionTitles.filter((title) => title !== 'Blocked' && title !== 'Goal')) {
			assert.deepEqual(summary[title], before[title]);
		}
	});

	it('keeps rather than removes where a person wants both', () => {
		const kept = [pinned('Goal', 'A parser')];
		const summary = withUserEdits(summaryWith({ Goal: [] }), wishes(kept, 'A parser'));
		assert.deepEqual(summary.Goal, [kept[0]?.item]);
	});

	it('has the latest request of the log first, whatever is kept or removed', () => {
		const log = [item('Add tests', 9)];
		const other = withUserEdits(
			summaryWith({ 'Active Task': log }),
			wishes([pinned('Active Task', 'Write a parser')], 'Add tests'),
		);
		assert.deepEqual(
			other['Active Task'].map(({ text }) => text),
			['Add tests', 'Write a parser'],
		);
		const goal = withUserEdits(
			summaryWith({ 'Active Task': log }),
			wishes([pinned('Goal', 'Add tests')]),
		);
		assert.deepEqual(goal['Active Task'], log);
		const same = withUserEdits(
			summaryWith({ 'Active Task': log }),
			wishes([pinned('Active Task', 'Add tests')]),
		);
		assert.equal(same['Active Task'].length, 1);
	});

	it('is the same when it is made twice, and without wishes as it was', () => {
		const decided = wishes([pinned('Goal', 'A parser')], 'About blocked.');
		const once = withUserEdits(summaryWith(), decided);
		assert.deepEqual(withUserEdits(once, decided), once);
		assert.deepEqual(withUserEdits(summaryWith(), noUserEdits), summaryWith());
	});

	it('goes on from everything that nobody decided about', () => {
		const decided = wishes([pinned('Goal', 'A parser')], 'About blocked.');
		const open = undecidedItems(withUserEdits(summaryWith(), decided), decided);
		assert.deepEqual(open, summaryWith({ Blocked: [] }));
	});

	it('keeps nothing that is not wished for any more', () => {
		const before = withUserEdits(summaryWith(), wishes([pinned('Goal', 'A parser')]));
		assert.deepEqual(keptItems(withUserEdits(before, noUserEdits)), []);
		assert.equal(withUserEdits(before, noUserEdits).Goal[0]?.text, 'A parser');
	});

	it('takes no more tokens than are counted for it', () => {
		const kept = [pinned('Goal', 'A parser\nin two lines'), pinned('Blocked', '1. No network')];
		const tokens = (decided: UserEdits): number =>
			estimatedTokens.count(renderSummary(withUserEdits(summaryWith(), decided)));
		assert.ok(
			tokens(wishes(kept)) - tokens(noUserEdits) <= keptTokens(wishes(kept), estimatedTokens),
		);
	});
});
