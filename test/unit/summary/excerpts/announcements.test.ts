import assert from 'node:assert/strict';
import {
	isAnnouncement,
	withoutAnnouncement,
} from '../../../../src/summary/excerpts/announcements.ts';

describe('what the assistant says', () => {
	for (const line of [
		'Let me check the tests.',
		'Now update the callers in main.go:',
		'Now I need to implement the interface for Claude.',
		'I’m comparing this run with the one before.',
		"While they work, I'm reading the parser.",
	]) {
		it(`only announces a step: “${line}”`, () => {
			assert.ok(isAnnouncement(line));
		});
	}

	for (const line of [
		'Now update the callers instead of the interface.',
		'Now the footer follows the navbar in both modes.',
		'Let me keep the alias, because the package shares its name with a variable.',
		'Let me move the check — the lock is already held there.',
		'I’m keeping the alias in the old package.',
		'I’m adding the memo as a separate file so the list stays short.',
	]) {
		it(`says more than a step: “${line}”`, () => {
			assert.ok(!isAnnouncement(line));
		});
	}

	it('is told up to where it announces what comes next', () => {
		for (const [said, told] of [
			[
				'The tracker rejected the claim; I’m setting the status directly.',
				'The tracker rejected the claim',
			],
			['Formatting is clean. I’m running the tests now.', 'Formatting is clean.'],
			['The branch is pushed. Let me check the pull request.', 'The branch is pushed.'],
			['Let me check the pull request.', ''],
		] as const) {
			assert.equal(withoutAnnouncement(said), told);
		}
	});

	it('keeps what is done about a finding, and what that is called', () => {
		for (const said of [
			'It is not exported as a type. Let me fix that by using the inline union.',
			'The queue is empty. Let me read `retryLimit`.',
			'Two checks fail. I’m leaving them, because they fail on main as well.',
		]) {
			assert.equal(withoutAnnouncement(said), said);
		}
	});
});
