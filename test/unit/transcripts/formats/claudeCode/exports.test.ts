import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

/** A message of the SDK's stream. */
function streamed(type: string, content: unknown, fields: object = {}): object {
	return { type, message: { role: type, content }, session_id: 's', ...fields };
}

const call = { type: 'tool_use', id: 'a', name: 'Bash', input: {} };
const result = { type: 'tool_result', tool_use_id: 'a', content: 'A' };

const stream = [
	{ type: 'system', subtype: 'init', session_id: 's', tools: ['Bash'] },
	streamed('user', 'go'),
	streamed('assistant', [{ type: 'text', text: 'First.' }, call], { uuid: '1' }),
	streamed('user', 'sub-agent, do it', { parent_tool_use_id: 'a' }),
	streamed('assistant', [{ type: 'text', text: 'Done by me.' }], { parent_tool_use_id: 'a' }),
	streamed('user', [result], { parent_tool_use_id: null }),
	streamed('user', 'Go on.', { isSynthetic: true }),
	streamed('assistant', [{ type: 'text', text: 'Done.' }]),
	{ type: 'result', subtype: 'success', result: 'Done.', total_cost_usd: 0.1 },
];

const main = [
	'user: go',
	'assistant: First. (a)',
	'tool a: A',
	'user (client): Go on.',
	'assistant: Done.',
];

/** The sub-agent's work is a conversation of its own. */
const expected = [main, ['user (client): sub-agent, do it', 'assistant: Done by me.']];

/** Each conversation of a file, the main one first. */
async function sketched(content: string): Promise<readonly (readonly string[])[]> {
	const transcript = await openTranscript(memorySource(content));
	assert.equal(transcript.format, 'claude-code');
	assert.deepEqual(transcript.problems, []);
	return transcript.conversations.map(({ messages }) =>
		[...messages].map((message) => sketch(message)),
	);
}

describe('Claude Code: what its SDK gives', () => {
	it('is read as a list, on one line or many', async () => {
		assert.deepEqual(await sketched(JSON.stringify(stream)), expected);
		assert.deepEqual(await sketched(JSON.stringify(stream, null, 2)), expected);
	});

	it('is read line by line', async () => {
		assert.deepEqual(await sketched(jsonl(...stream)), expected);
	});

	it('is recognised by how it begins, however long that is', async () => {
		const begin = { ...stream[0], tools: ['x'.repeat(100_000)] };
		for (const content of [JSON.stringify([begin, stream[1]]), jsonl(begin, stream[1])]) {
			const transcript = await openTranscript(memorySource(content));
			assert.equal(only(transcript).messages.length, 1);
		}
	});
});

describe('Claude Code: what the web version exports', () => {
	const loglines = [
		streamed('user', 'go'),
		streamed('assistant', [call]),
		streamed('user', [result]),
		streamed('user', 'All of it.', { isCompactSummary: true }),
	];

	it('is a document with the lines of a session', async () => {
		const messages = ['user: go', 'assistant: (a)', 'tool a: A'];
		assert.deepEqual(await sketched(JSON.stringify({ loglines })), [messages]);
		const titled = JSON.stringify({ title: 'x', loglines }, null, 1);
		assert.deepEqual(await sketched(titled), [messages]);
		const { conversations } = await openTranscript(memorySource(titled));
		assert.deepEqual(
			conversations[0]?.earlier?.map(({ range, summary }) => [range.end, summary]),
			[[3, 'All of it.']],
		);
	});
});

describeDocumentDefects('claude-code', (list) => list, stream.slice(0, -1));
describeDocumentDefects('claude-code', (list) => ({ loglines: list }), stream.slice(0, -1));
