import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';

/** Replies that were stopped or failed before they said or called anything: INDEX.tsv counts them. */
function emptyReplies(path: string): number {
	return readFileSync(join(folder, path), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as { message?: { role: string; content?: readonly object[] } })
		.filter(({ message }) => message?.role === 'assistant')
		.filter(({ message }) =>
			(message?.content ?? []).every(
				(block) =>
					('type' in block && block.type === 'thinking') ||
					('text' in block && String(block.text).trim() === ''),
			),
		).length;
}

describeRealFiles('real files of Pi', () => {
	for (const file of indexed('pi')) {
		it(`reads ${file.path}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'pi');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages - emptyReplies(file.path));
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls);
			const results = messages.filter(({ role }) => role === 'tool').length;
			assertPairs(messages, file.toolCalls - results);
			const [conversation] = transcript.conversations;
			assert.match(conversation?.title ?? '', /^alright, read @packages/);
			assert.deepEqual(
				conversation?.earlier?.map(({ range, at, tokensBefore, summary }) => [
					range.start < range.end && range.end < at,
					tokensBefore,
					summary.slice(0, 20),
				]),
				[
					[true, 175_004, '# Context Checkpoint'],
					[true, 185_014, '# Context Checkpoint'],
				],
			);
		});
	}

	for (const file of indexed('openclaw')) {
		it(`reads ${file.path}, where a message lies beside the path`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'openclaw');
			assert.equal(transcript.version, '3');
			assert.deepEqual(
				transcript.problems.map(({ line, message }) => `${line}: ${message}`),
				[
					'5: 1 message of an abandoned branch left out: the person went back and took another way.',
				],
			);
			assert.equal(messages.length, file.messages);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(messages, 0);
		});
	}
});
