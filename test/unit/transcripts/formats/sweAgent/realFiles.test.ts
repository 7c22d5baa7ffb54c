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

/** Older runs end with the command that submits; its output is in their last step alone. */
const submitsLast: readonly string[] = [
	'ctf-web-i-got-id.traj',
	'marshmallow-1867-xml-window100.traj',
];

/** INDEX.tsv counts the entries of the history, and commands in their text as calls: so do we. */
describeRealFiles('real files of SWE-agent', () => {
	for (const file of indexed('swe-agent')) {
		const name = basename(file.path);
		it(`reads ${name}, message by message`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'swe-agent');
			assert.deepEqual(transcript.problems, []);
			assert.equal(messages.length, file.messages + (submitsLast.includes(name) ? 1 : 0));
			assert.equal(new Set(callIdsOf(messages)).size, file.toolCalls);
			assertPairs(messages, 0);
		});
	}
});
