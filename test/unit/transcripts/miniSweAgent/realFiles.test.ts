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

/**
 * INDEX.tsv counts messages, and each of the assistant's as a call. For us those are none that the
 * agent refused because they held several commands.
 */
describeRealFiles('real files of mini-SWE-agent', () => {
	for (const file of indexed('mini-swe-agent')) {
		it(`reads ${basename(file.path)}, message by message`, async () => {
			const raw = readFileSync(join(folder, file.path), 'utf8');
			const refused = raw.split('"content": "Please always provide EXACTLY ONE action').length - 1;
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'mini-swe-agent');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls - refused);
			assertPairs(messages, 0);
		});
	}
});
