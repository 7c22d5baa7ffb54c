import assert from 'node:assert/strict';
import { basename } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';

/** Entries of the SDK's stream that say nothing: how it began, and how it went. */
const framing = 2;

describeRealFiles('real files of Claude Code that are documents', () => {
	// Every entry with a message holds one, but for summaries, which are told apart: INDEX.tsv counts entries.
	for (const [format, silent] of [
		['claude-code-sdk', framing],
		['claude-code-web', 0],
	] as const) {
		for (const file of indexed(format)) {
			it(`reads ${basename(file.path)}`, async () => {
				const transcript = await opened(file);
				const messages = messagesOf(transcript);
				assert.equal(transcript.format, 'claude-code');
				assert.deepEqual(transcript.problems, []);
				const summaries = transcript.conversations.flatMap(({ earlier = [] }) => earlier);
				assert.equal(messages.length + summaries.length, file.messages - silent);
				assert.equal(callIdsOf(messages).length, file.toolCalls);
				assertPairs(messages, 0);
			});
		}
	}
});
