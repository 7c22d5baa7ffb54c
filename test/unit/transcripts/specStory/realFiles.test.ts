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
 * INDEX.tsv counts headings as messages, and everything folded away as a call. For us thoughts are
 * neither, and a tool's result is a message of its own.
 */
describeRealFiles('real files of SpecStory', () => {
	for (const file of indexed('specstory')) {
		it(`reads ${basename(file.path)}, heading by heading`, async () => {
			const text = readFileSync(join(folder, file.path), 'utf8');
			const thoughts = text.match(/^<think>/gm)?.length ?? 0;
			const calls = file.toolCalls - thoughts;
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'specstory');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages - thoughts + calls);
			assert.equal(new Set(callIdsOf(messages)).size, calls);
			assertPairs(messages, 0);
		});
	}
});
