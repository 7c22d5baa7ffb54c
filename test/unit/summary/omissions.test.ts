import assert from 'node:assert/strict';
import { recallHint } from '../../../src/messages/marks.ts';
import { omissionLine, omittedIn } from '../../../src/summary/omissions.ts';
import { summaryOf } from '../../../src/summary/sections.ts';

describe('what a summary had no room for', () => {
	const context = (...texts: readonly string[]) =>
		summaryOf((title) =>
			title === 'Critical Context' ? texts.map((text) => ({ text, sources: [] })) : [],
		);

	it('is counted as its line says', () => {
		const counts = new Map([
			['Completed Actions', 1_204],
			['messages from the person', 7],
		]);
		assert.equal(omittedIn(context('2 files', omissionLine(counts, ''))), 1_211);
		assert.equal(omittedIn(context(omissionLine(counts, recallHint(4)))), 1_211);
		assert.equal(omittedIn(context(omissionLine(new Map([['Key Decisions', 3]]), ''))), 3);
	});

	it('is counted where an older handoff says it without parentheses', () => {
		const older = '⟪precis: no room here for: Completed Actions 19, Key Decisions 1,204⟫';
		assert.equal(omittedIn(context(older)), 1_223);
	});

	it('is nothing where it says nothing of that', () => {
		assert.equal(omittedIn(context('There is no room here for: 12, 13')), 0);
		assert.equal(omittedIn(context()), 0);
	});
});
