import assert from 'node:assert/strict';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	indexed,
	messagesOf,
	opened,
} from '../../realFiles.ts';

describeRealFiles('real files of Droid', () => {
	for (const file of indexed('droid')) {
		it(`reads ${file.path}, a message for each of its own`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'droid');
			assert.equal(transcript.version, '0.81.0');
			assert.equal(transcript.conversations[0]?.title, 'Stage0 Droid Large');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(messages, 0);
		});
	}
});
