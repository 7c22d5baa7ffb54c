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

/** What is special about a file: everything else about it follows the rule below. */
interface Special {
	/** Results that INDEX.tsv counts with something else: their calls, or other results. */
	readonly results: number;
	/** Contents that hold nothing but thoughts. */
	readonly thoughts?: number;
	/** The id of a call that is not in the file, though its result is. */
	readonly orphan?: string;
}

const special: Readonly<Record<string, Special>> = {
	// A session keeps results with their calls.
	'entirecli-cbfeaa512b-tiny.json': { results: 2 },
	'geminicli-trajectory-contents.json': { results: 1, thoughts: 1, orphan: 'nlcjynug' },
};

describeRealFiles('real files of Gemini CLI', () => {
	for (const file of indexed('gemini-cli')) {
		const name = basename(file.path);
		it(`reads ${name}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const { results = 0, thoughts = 0, orphan } = special[name] ?? {};
			assert.equal(transcript.format, 'gemini-cli');
			assert.deepEqual(
				transcript.problems.map(({ message }) => message),
				orphan === undefined
					? []
					: ['This result answers no call that is in the file; it was kept.'],
			);
			// INDEX.tsv counts entries of the list; we count results apart and thoughts not at all.
			assert.equal(messages.length, file.messages + results - thoughts);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(
				messages.filter((message) => message.role !== 'tool' || message.toolCallId !== orphan),
				0,
			);
		});
	}
});
