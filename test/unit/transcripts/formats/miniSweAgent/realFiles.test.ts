import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { callIdsOf, describeRealFiles, indexed, soundFile } from '../../realFiles.ts';

/**
 * INDEX.tsv counts messages, and each of the assistant's as a call. For us those are none that the
 * agent refused because they held several commands.
 */
describeRealFiles('real files of mini-SWE-agent', () => {
	for (const file of indexed('mini-swe-agent')) {
		it(`reads ${basename(file.path)}, message by message`, async () => {
			const { raw, messages } = await soundFile(file, 'mini-swe-agent');
			const refused = raw.split('"content": "Please always provide EXACTLY ONE action').length - 1;
			assert.equal(messages.length, file.messages);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls - refused);
		});
	}
});
