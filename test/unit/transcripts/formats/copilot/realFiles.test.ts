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
} from '../../realFiles.ts';

/** An event, as far as the counting below looks. */
interface RawEvent {
	readonly type: string;
	readonly data: {
		readonly content?: string;
		readonly transformedContent?: string;
		readonly toolRequests?: readonly unknown[];
	};
}

/** What a file should come to, counted from its lines without looking at their order. */
function counted(path: string): { indexed: number; messages: number } {
	const events = readFileSync(join(folder, path), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as RawEvent);
	const of = (type: string): readonly RawEvent['data'][] =>
		events.filter((event) => event.type === type).map(({ data }) => data);
	const assistants = of('assistant.message');
	const systems = of('system.message');
	const users = of('user.message');
	const results = of('tool.execution_complete').length;
	const spoken = assistants.filter(
		({ content = '', toolRequests = [] }) => content !== '' || toolRequests.length > 0,
	);
	const typed = users.filter(
		({ content = '', transformedContent }) => content !== '' && transformedContent !== undefined,
	);
	return {
		indexed: assistants.length + systems.length + users.length + results,
		messages:
			spoken.length +
			new Set(systems.map(({ content }) => content)).size +
			users.length +
			2 * typed.length +
			results,
	};
}

/**
 * INDEX.tsv counts events: of the assistant, the system, the user, and of tools that ended. We leave
 * out assistant's events without a word or a call, and system prompts that repeat; what a person
 * typed stands between two messages of the client, a date and a reminder.
 */
describeRealFiles('real files of GitHub Copilot', () => {
	for (const file of indexed('copilot-cli')) {
		it(`are read: ${basename(file.path)}`, async () => {
			const transcript = await opened(file);
			const messages = messagesOf(transcript);
			const raw = counted(file.path);
			assert.equal(transcript.format, 'copilot');
			assert.match(transcript.version ?? '', /^1\.0\.\d+/);
			assert.deepEqual(transcript.problems, []);
			assert.equal(raw.indexed, file.messages);
			assert.equal(messages.length, raw.messages);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(messages, 0);
			assert.doesNotMatch(transcript.conversations[0]?.title ?? '', /^$|current_datetime/);
		});
	}
});
