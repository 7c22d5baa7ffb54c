import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { textOf } from '../../../../../src/messages/message.ts';
import { describeRealFiles, folder, indexed, messagesOf, opened } from '../../realFiles.ts';

/**
 * INDEX.tsv counts the lines with `####`. For us they are one message as long as they follow on each
 * other, and none where they are an answer to a question of aider.
 */
describeRealFiles('real files of aider', () => {
	for (const file of indexed('aider')) {
		it(`reads ${basename(file.path)}, session by session`, async () => {
			const text = readFileSync(join(folder, file.path), 'utf8');
			const lines = text.split('\n');
			const isSaid = (line: string | undefined): boolean =>
				line?.startsWith('####') === true && !line.includes('(Y)es/(N)o');
			assert.equal(lines.filter((line) => line.startsWith('####')).length, file.messages);
			const said = lines.filter((line, index) => isSaid(line) && !isSaid(lines[index - 1]));
			const sessions = text.split(/^# aider chat started at /m).slice(1);
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			assert.equal(transcript.format, 'aider');
			assert.deepEqual(transcript.problems, []);
			assert.equal(
				transcript.conversations.length,
				sessions.filter((session) => session.includes('\n####')).length,
			);
			const ofPerson = messages.filter(
				(message) =>
					message.role === 'user' &&
					(message.origin === 'person' || /^(?:\/[a-z]+(?!\S)|!)/.test(textOf(message.content))),
			);
			assert.equal(ofPerson.length, said.length);
			const everything = messages.map(({ content }) => textOf(content)).join('\n');
			for (const edit of text.matchAll(/Applied edit to \S+/g)) {
				assert.ok(everything.includes(edit[0]));
			}
		});
	}
});
