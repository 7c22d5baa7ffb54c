import assert from 'node:assert/strict';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import { jsonl, memorySource } from '../memorySource.ts';
import { only, sketch } from '../reading.ts';

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

const expected = [
	'user: go',
	'assistant: First. (a)',
	'tool a: A',
	'user (client): Go on.',
	'assistant: Done.',
];

async function sketched(content: string): Promise<readonly string[]> {
	const transcript = await openTranscript(memorySource(content));
	assert.equal(transcript.format, 'claude-code');
	assert.deepEqual(transcript.problems, []);
	return only(transcript).messages.map((message) => sketch(message));
}

describe('Claude Code: what its SDK gives', () => {
	it('is read as a list, on one line or many', async () => {
		assert.deepEqual(await sketched(JSON.stringify(stream)), expected);
		assert.deepEqual(await sketched(JSON.stringify(stream, null, 2)), expected);
	});

	it('is read line by line', async () => {
		assert.deepEqual(await sketched(jsonl(...stream)), expected);
	});

	it('is recognised by its first message, however long the next', async () => {
		const long = streamed('user', 'x'.repeat(100_000));
		const transcript = await openTranscript(memorySource(JSON.stringify([stream[0], long])));
		assert.equal(only(transcript).messages.length, 1);
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
		const messages = ['user: go', 'assistant: (a)', 'tool a: A', 'user (summary): All of it.'];
		assert.deepEqual(await sketched(JSON.stringify({ loglines })), messages);
		assert.deepEqual(await sketched(JSON.stringify({ title: 'x', loglines }, null, 1)), messages);
	});

	it('is read up to where it is cut off', async () => {
		const text = JSON.stringify({ loglines });
		const transcript = await openTranscript(memorySource(text.slice(0, -50)));
		assert.equal(only(transcript).messages.length, 3);
		assert.deepEqual(transcript.problems, [
			{
				line: 1,
				message: 'The document is cut off in the middle; the 3 entries before it were read.',
			},
		]);
	});
});
