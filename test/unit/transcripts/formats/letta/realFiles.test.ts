import assert from 'node:assert/strict';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';

describeRealFiles('real files of Letta', () => {
	for (const file of indexed('letta')) {
		it(`reads ${file.path}, with reminders apart from what the person wrote with them`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const mixed = 1;
			assert.equal(transcript.format, 'letta');
			assert.deepEqual(transcript.problems, []);
			assert.deepEqual(
				transcript.conversations.map(({ title }) => title),
				['lettabot-builder', 'Nameless Agent-sleeptime'],
			);
			assert.equal(messages.length, file.messages + mixed);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls);
			assertPairs(messages, 0);
			const summaries = messages.filter(
				(message) => message.role === 'user' && message.origin === 'summary',
			);
			assert.equal(summaries.length, 1);
		});
	}
});
