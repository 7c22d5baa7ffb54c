import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { callIdsOf, describeRealFiles, indexed, soundFile } from '../../realFiles.ts';

/** INDEX.tsv counts the messages of a session; its system prompt is one more for us. */
describeRealFiles('real files of Hermes', () => {
	for (const file of indexed('hermes')) {
		it(`reads ${basename(file.path)}, message by message`, async () => {
			const { raw, messages } = await soundFile(file, 'hermes');
			const prompts = raw.includes('"system_prompt":') ? 1 : 0;
			assert.equal(messages.length, file.messages + prompts);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls);
			const summaries = messages.filter(
				(message) => message.role === 'user' && message.origin === 'summary',
			);
			assert.equal(summaries.length, raw.split('[CONTEXT COMPACTION').length - 1);
		});
	}
});
