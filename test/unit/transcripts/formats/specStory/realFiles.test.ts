import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { callIdsOf, describeRealFiles, indexed, soundFile } from '../../realFiles.ts';

/**
 * INDEX.tsv counts headings as messages, and everything folded away as a call. For us thoughts are
 * neither, and a tool's result is a message of its own.
 */
describeRealFiles('real files of SpecStory', () => {
	for (const file of indexed('specstory')) {
		it(`reads ${basename(file.path)}, heading by heading`, async () => {
			const { raw: text, messages } = await soundFile(file, 'specstory');
			const thoughts = text.match(/^<think>/gm)?.length ?? 0;
			const calls = file.toolCalls - thoughts;
			assert.equal(messages.length, file.messages - thoughts + calls);
			assert.equal(new Set(callIdsOf(messages)).size, calls);
		});
	}
});
