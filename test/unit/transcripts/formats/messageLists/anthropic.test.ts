import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects, describeLineDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: { id } });
const result = (id: string, content: unknown): object => ({
	type: 'tool_result',
	tool_use_id: id,
	content,
});
const text = (words: string): object => ({ type: 'text', text: words });

const messages = [
	{ role: 'user', content: 'go' },
	{ role: 'assistant', content: [text('First.'), call('a'), call('b')] },
	{ role: 'user', content: [result('b', 'B'), result('a', [text('A')]), text('and hurry')] },
	{ role: 'assistant', content: [text('Done.')] },
];

const expected = [
	'user: go',
	'assistant: First. (a, b)',
	'tool a: A',
	'tool b: B',
	'user: and hurry',
	'assistant: Done.',
];

async function open(content: string): Promise<Transcript> {
	const transcript = await openTranscript(memorySource(content));
	assert.equal(transcript.format, 'anthropic');
	return transcript;
}

async function sketched(content: string): Promise<readonly string[]> {
	return only(await open(content)).messages.map((message) => sketch(message));
}

describe('Anthropic messages', () => {
	it('are read from a list, from lines, and from a request', async () => {
		assert.deepEqual(await sketched(JSON.stringify(messages)), expected);
		assert.deepEqual(await sketched(JSON.stringify(messages, null, 2)), expected);
		assert.deepEqual(await sketched(jsonl(...messages)), expected);
		assert.deepEqual(await sketched(JSON.stringify({ model: 'claude', messages })), expected);
		assert.deepEqual(await sketched(jsonl({ model: 'claude', messages })), expected);
	});

	it('have the system prompt of a request before them, wherever it stands', async () => {
		const whole = ['system: Be brief.', ...expected];
		const request = { system: 'Be brief.', messages };
		assert.deepEqual(await sketched(JSON.stringify(request)), whole);
		assert.deepEqual(await sketched(jsonl(request)), whole);
		assert.deepEqual(
			await sketched(JSON.stringify({ messages, system: 'Be brief.' }, null, 1)),
			whole,
		);
	});

	it('have a system prompt of several blocks as one message', async () => {
		const system = [{ ...text('Be'), cache_control: { type: 'ephemeral' } }, text('brief.')];
		const whole = ['system: Be\nbrief.', ...expected];
		assert.deepEqual(await sketched(JSON.stringify({ system, messages }, null, 1)), whole);
		assert.deepEqual(await sketched(jsonl({ messages, system })), whole);
	});

	it('are conversations of their own where several requests stand in a file', async () => {
		const transcript = await open(jsonl({ id: 'one', messages }, { id: 'two', messages }));
		assert.deepEqual(
			transcript.conversations.map(({ title }) => title),
			['one: go', 'two: go'],
		);
	});

	it('keep a result whose call is not there, and say so', async () => {
		const transcript = await open(JSON.stringify([{ role: 'user', content: [result('x', 'X')] }]));
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['tool x: X'],
		);
		assert.deepEqual(transcript.problems, [
			{
				line: 1,
				message: 'Message 1: it answers no call that is in the file; it was kept.',
			},
		]);
	});

	it('that cannot be read are reported and passed over', async () => {
		const transcript = await open(
			JSON.stringify([...messages, 7, { role: 'user' }, { role: 'god', content: 'light' }]),
		);
		assert.equal(only(transcript).messages.length, expected.length);
		assert.deepEqual(
			transcript.problems.map(({ message }) => message),
			[
				'Message 5: it is no message with readable content; it was left out.',
				'Message 6: it is no message with readable content; it was left out.',
				'Message 7: its role "god" is unknown; it was left out.',
			],
		);
	});
});

describe('what is taken for Anthropic messages', () => {
	async function formatOf(value: unknown): Promise<string> {
		return (await openTranscript(memorySource(JSON.stringify(value)))).format;
	}

	it('is told by calls, results, images and reasoning', async () => {
		const image = { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } };
		for (const block of [
			call('a'),
			result('a', 'A'),
			image,
			{ type: 'thinking', thinking: 'hm', signature: 's' },
		]) {
			assert.equal(await formatOf([{ role: 'user', content: [block, text('x')] }]), 'anthropic');
		}
	});

	it('is a request with a system prompt or with tools of its own', async () => {
		const plain = [{ role: 'user', content: 'go' }];
		const tool = { name: 'Bash', input_schema: { type: 'object' } };
		assert.equal(await formatOf({ system: 'Be brief.', messages: plain }), 'anthropic');
		assert.equal(await formatOf({ tools: [tool], messages: plain }), 'anthropic');
		const long = 'x'.repeat(100_000);
		assert.equal(await formatOf({ model: 'c', system: long, messages: plain }), 'anthropic');
	});

	it('is not what is plain text or OpenAI', async () => {
		const plain = [
			{ role: 'user', content: [text('go')] },
			{ role: 'assistant', content: 'Done.' },
		];
		assert.equal(await formatOf(plain), 'openai-chat');
		assert.equal(await formatOf({ model: 'gpt', messages: plain }), 'openai-chat');
		const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
		assert.equal(await formatOf([{ role: 'user', content: [image] }]), 'openai-chat');
	});
});

describeLineDefects('anthropic', messages);
describeDocumentDefects('anthropic', (list) => list, messages);
describeDocumentDefects('anthropic', (list) => ({ system: 'Be brief.', messages: list }), messages);
