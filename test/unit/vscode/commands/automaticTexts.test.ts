import assert from 'node:assert/strict';
import { automaticHereText } from '../../../../src/vscode/commands/automaticTexts.ts';

describe('what is said after toggling automatic compaction of a conversation', () => {
	const textOf = (automatic: boolean, paused: boolean): string =>
		automaticHereText({ automatic, paused }, { t: (text) => text });

	it('is what holds now', () => {
		assert.match(textOf(true, true), /paused for this conversation/);
		assert.match(textOf(false, true), /paused for this conversation/);
		assert.match(textOf(true, false), /on again for this conversation/);
	});

	it('does not promise a compaction where the settings turn it off', () => {
		assert.match(textOf(false, false), /off for all conversations/);
	});
});
