import assert from 'node:assert/strict';
import { firstWords } from '../../../../src/transcripts/building/titles.ts';
import { user } from '../../../support/logs.ts';

describe('the title of a session without one', () => {
	it('is the first words of the person, without marks of headings', () => {
		const plan = 'Do this:\n# Plan: Tree view\n## Context\nIssue #12';
		assert.equal(firstWords([user(plan)]), 'Do this: Plan: Tree view Context Issue #12');
	});
});
