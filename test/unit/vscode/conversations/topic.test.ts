import assert from 'node:assert/strict';
import { maxFocusLength } from '../../../../src/protocol/fromPanel.ts';
import { topicOf } from '../../../../src/vscode/conversations/compactions.ts';

describe('what a compaction is asked to preserve', () => {
	it('has no part of a secret that the cut went through', () => {
		const secret = `ghp_${'aB3dE6gH9'.repeat(4)}`;
		const { focus = '' } = topicOf(`${'x'.repeat(maxFocusLength - 20)} ${secret} behind`);
		assert.ok(focus.length <= maxFocusLength);
		assert.doesNotMatch(focus, /ghp_/);
	});

	it('is nothing where nothing visible was typed', () => {
		assert.deepEqual([topicOf(undefined), topicOf(' \n')], [{}, {}]);
	});
});
