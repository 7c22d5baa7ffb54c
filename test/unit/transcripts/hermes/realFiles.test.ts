import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
} from '../realFiles.ts';

/** INDEX.tsv counts the messages of a session; its system prompt is one more for us. */
describeRealFiles('real files of Hermes', () => {
	for (const file of indexed('hermes')) {
		it(`reads ${basename(file.path)}, message by message`, async () => {
			const raw = readFileSync(join(folder, file.path), 'utf8');
			const prompts = raw.includes('"system_prompt":') ? 1 : 0;
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'hermes');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages + prompts);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls);
			assertPairs(messages, 0);
			const summaries = messages.filter(
				(message) => message.role === 'user' && message.origin === 'summary',
			);
			assert.equal(summaries.length, raw.split('[CONTEXT COMPACTION').length - 1);
		});
	}
});
