import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
	assertPairs,
	callIdsOf,
	describeRealFiles,
	folder,
	indexed,
	opened,
} from '../../realFiles.ts';

interface RawEvent {
	readonly action?: string;
	readonly observation?: string;
	readonly tool_call_metadata?: object;
	readonly extras?: { readonly microagent_knowledge?: readonly object[] };
}

function eventsOf(path: string): readonly RawEvent[] {
	const text = readFileSync(join(folder, path), 'utf8');
	return path.endsWith('.jsonl')
		? text
				.split('\n')
				.filter(Boolean)
				.flatMap((line) => (JSON.parse(line) as { history: readonly RawEvent[] }).history)
		: (JSON.parse(text) as readonly RawEvent[]);
}

/** Whether an event is a message: a call, what came of it, what was said, or an error told. */
function isMessage(event: RawEvent): boolean {
	return (
		event.tool_call_metadata !== undefined ||
		['system', 'message'].includes(event.action ?? '') ||
		event.observation === 'error' ||
		(event.observation === 'recall' && (event.extras?.microagent_knowledge ?? []).length > 0)
	);
}

/** Conversations, and calls that nothing came of: the last of a run finishes it. */
const expected: Readonly<Record<string, readonly [conversations: number, unanswered: number]>> = {
	'multi-swe-bench-example-output.jsonl': [3, 2],
	'traj-basic-gui-mode.json': [1, 0],
	'traj-basic.json': [1, 1],
};

/** INDEX.tsv counts events; one that only the parts of the program tell each other is no message. */
describeRealFiles('real files of OpenHands', () => {
	for (const file of indexed('openhands')) {
		const name = basename(file.path);
		it(`reads ${name}, event by event`, async () => {
			const events = eventsOf(file.path);
			const [conversations, unanswered] = expected[name] ?? [];
			const transcript = await opened(file);
			assert.equal(transcript.format, 'openhands');
			assert.deepEqual(transcript.problems, []);
			assert.equal(events.length, file.messages);
			assert.equal(transcript.conversations.length, conversations);
			const messages = transcript.conversations.flatMap((conversation) => [
				...conversation.messages,
			]);
			assert.equal(messages.length, events.filter((event) => isMessage(event)).length);
			assert.equal(callIdsOf(messages).length, file.toolCalls);
			assertPairs(messages, unanswered ?? 0);
			for (const conversation of transcript.conversations) {
				const ids = callIdsOf([...conversation.messages]);
				assert.equal(new Set(ids).size, ids.length);
			}
		});
	}
});
