import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Message, Part, ToolCall } from '../../../../src/messages/message.ts';
import { toOpenAi } from '../../../../src/models/openai/chatMessage.ts';
import { chatMessages } from '../../../../src/transcripts/formats/messages.ts';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../src/transcripts/reader.ts';
import { describeDocumentDefects, describeLineDefects } from '../defects.ts';
import { jsonl, memorySource } from '../memorySource.ts';
import { only, plain, sketch } from '../reading.ts';

function readJson(document: unknown, indent?: number): Promise<Transcript> {
	return chatMessages.read(memorySource(JSON.stringify(document, null, indent))).then(plain);
}

async function messagesOf(...saved: readonly unknown[]): Promise<readonly Message[]> {
	return only(await readJson(saved)).messages;
}

const hello = [
	{ role: 'user', content: 'Hello' },
	{ role: 'assistant', content: 'Hi.' },
];

describe('chat messages: several documents in one file', () => {
	it('are refused with what to do about it', async () => {
		const lines = jsonl({ messages: hello }, { messages: hello });
		await assert.rejects(openTranscript(memorySource(lines)), { code: 'unknown-format' });
		const list = JSON.stringify([{ messages: hello }, { messages: hello }]);
		await assert.rejects(openTranscript(memorySource(list)), { code: 'unknown-format' });
	});
});

describe('chat messages: one document', () => {
	it('may be spread over lines, one message on each', async () => {
		const lines = hello.map((message) => JSON.stringify(message)).join(',\n');
		for (const text of [`{"messages":[\n${lines}\n]}`, `[\n${lines}\n]`]) {
			const transcript = await chatMessages.read(memorySource(text));
			assert.equal(only(transcript).messages.length, 2);
			assert.deepEqual(transcript.problems, []);
		}
	});
});

describe('chat messages: messages', () => {
	it('may have no content, or a refusal instead', async () => {
		const messages = await messagesOf(
			{ role: 'assistant', content: null },
			{ role: 'assistant' },
			{ role: 'assistant', content: null, refusal: 'I cannot.' },
		);
		assert.deepEqual(
			messages.map(({ content }) => content),
			['', '', 'I cannot.'],
		);
	});

	it('have the system role when they are the developer’s', async () => {
		assert.deepEqual(await messagesOf({ role: 'developer', content: 'Be brief.' }), [
			{ role: 'system', content: 'Be brief.' },
		]);
	});

	it('may have blocks as content, which stay apart', async () => {
		const [message] = await messagesOf({
			role: 'user',
			content: [
				{ type: 'text', text: 'one' },
				{ type: 'input_text', text: 'two' },
				{ type: 'output_text', text: 'three' },
				{ type: 'refusal', refusal: 'no' },
				{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO', detail: 'low' } },
				{ type: 'image_url', image_url: 'https://example.org/a.png' },
			],
		});
		assert.deepEqual(message?.content, [
			{ type: 'text', text: 'one' },
			{ type: 'text', text: 'two' },
			{ type: 'text', text: 'three' },
			{ type: 'text', text: 'no' },
			{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,iVBO' },
			{ type: 'image', mediaType: '', url: 'https://example.org/a.png' },
		]);
	});

	it('of unknown roles are reported with their place, and the rest is read', async () => {
		const odd = { role: 'narrator', content: 'Meanwhile…' };
		const document = await readJson([hello[0], odd, 7, hello[1]]);
		assert.equal(only(document).messages.length, 2);
		assert.deepEqual(document.problems, [
			{ line: 1, message: 'Message 2: its role "narrator" is unknown; it was left out.' },
			{
				line: 1,
				message: 'Record 3 is not a record of OpenAI or Anthropic messages; it was left out.',
			},
		]);
		const lines = await chatMessages.read(memorySource(jsonl(hello[0], odd, hello[1])));
		assert.deepEqual(lines.problems, [
			{ line: 2, message: 'Message 2: its role "narrator" is unknown; it was left out.' },
		]);
	});
});

describe('chat messages: tools', () => {
	it('are called with JSON text', async () => {
		const saved = (value: unknown): unknown => ({
			role: 'assistant',
			content: null,
			tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: value } }],
		});
		const messages = await messagesOf(
			saved('{"x":1}'),
			saved({ x: 1 }),
			saved(''),
			saved(undefined),
			saved('{broken'),
		);
		const texts = messages.flatMap((message) =>
			message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.arguments) : [],
		);
		assert.deepEqual(texts, ['{"x":1}', '{"x":1}', '{}', '{}', '{broken']);
	});

	it('without ids get some that are the same each time', async () => {
		const calls = ['f', 'g'].map((name) => ({ function: { name, arguments: '{}' } }));
		const saved = [
			{ role: 'user', content: 'go' },
			{ role: 'assistant', content: '', tool_calls: calls },
			{ role: 'tool', name: 'g', content: 'G' },
			{ role: 'tool', content: 'F' },
			{ role: 'tool', content: 'nobody asked' },
		];
		const first = await messagesOf(...saved);
		assert.deepEqual(
			first.map((message) => sketch(message)),
			[
				'user: go',
				'assistant: (call_2_1, call_2_2)',
				'tool call_2_2: G',
				'tool call_2_1: F',
				'tool call_5: nobody asked',
			],
		);
		assert.deepEqual(await messagesOf(...saved), first);
	});
});

describe('chat messages: what we write', () => {
	const text = fc.string({ unit: 'grapheme' });
	const part: fc.Arbitrary<Part> = fc.oneof(
		text.map((value) => ({ type: 'text' as const, text: value })),
		fc.constantFrom<Part>(
			{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,iVBO' },
			{ type: 'image', mediaType: '', url: 'https://example.org/a.png' },
		),
	);
	const content = fc.oneof(text, fc.array(part));
	const name = fc.string({ minLength: 1 });
	const call: fc.Arbitrary<ToolCall> = fc
		.tuple(name, name, fc.oneof(fc.json(), name))
		.map(([id, called, json]) => ({ id, name: called, arguments: json }));
	const message = fc.oneof(
		content.map((value): Message => ({ role: 'system', content: value })),
		content.map((value): Message => ({ role: 'user', content: value })),
		content.map((value): Message => ({ role: 'assistant', content: value })),
		fc
			.tuple(content, fc.array(call, { minLength: 1 }))
			.map(([value, toolCalls]): Message => ({ role: 'assistant', content: value, toolCalls })),
		fc
			.tuple(name, content)
			.map(([toolCallId, value]): Message => ({ role: 'tool', toolCallId, content: value })),
	);

	it('reads back to the same messages, as lines and as a document', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(message, { minLength: 1 }), async (messages) => {
				const saved = messages.map((item) => toOpenAi(item));
				const lines = await chatMessages.read(memorySource(jsonl(...saved)));
				assert.deepEqual(only(lines).messages, messages);
				assert.deepEqual(only(await readJson(saved)).messages, messages);
			}),
		);
	});
});

const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: { id } });
const result = (id: string, content: unknown, more = {}): object => ({
	type: 'tool_result',
	tool_use_id: id,
	content,
	...more,
});
const text = (words: string): object => ({ type: 'text', text: words });

const withBlocks = [
	{ role: 'user', content: 'go' },
	{
		role: 'assistant',
		content: [{ type: 'thinking', thinking: 'hm' }, text('First.'), call('a'), call('b')],
	},
	{ role: 'user', content: [result('a', [text('A')]), result('b', 'B'), text('and hurry')] },
	{ role: 'assistant', content: [text('Done.')] },
];

const sketchesOfBlocks = [
	'user: go',
	'assistant: First. (a, b)',
	'tool a: A',
	'tool b: B',
	'user: and hurry',
	'assistant: Done.',
];

describe('Anthropic messages', () => {
	async function sketched(content: string): Promise<readonly string[]> {
		const transcript = await openTranscript(memorySource(content));
		return only(transcript).messages.map((message) => sketch(message));
	}

	it('are read from a list, from lines, and from a request', async () => {
		const long = 'x'.repeat(100_000);
		for (const content of [
			JSON.stringify(withBlocks, null, 2),
			jsonl(...withBlocks),
			JSON.stringify({ model: 'claude', messages: withBlocks }),
			jsonl({ model: 'claude', messages: withBlocks }),
			JSON.stringify({ model: 'claude', metadata: long, messages: withBlocks }),
			JSON.stringify({ tools: [{ description: long }], messages: withBlocks }),
		]) {
			assert.deepEqual(await sketched(content), sketchesOfBlocks);
		}
	});

	it('have the system prompt of a request before them, a text or blocks, wherever it stands', async () => {
		const whole = ['system: Be\nbrief.', ...sketchesOfBlocks];
		for (const system of ['Be\nbrief.', [text('Be'), text('brief.')]]) {
			for (const request of [
				{ system, messages: withBlocks },
				{ messages: withBlocks, system },
			]) {
				assert.deepEqual(await sketched(JSON.stringify(request, null, 1)), whole);
				assert.deepEqual(await sketched(jsonl(request)), whole);
			}
		}
	});

	it('have images, files and failures, and marks for what cannot be shown', async () => {
		const pdf = { type: 'document', source: { type: 'base64', data: 'AAAA' } };
		const transcript = await openTranscript(
			memorySource(
				jsonl(
					{ role: 'assistant', content: [call('a')] },
					{ role: 'user', content: [result('a', [pdf, { no: 'type' }], { is_error: true })] },
					{
						role: 'user',
						content: [
							{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
							{ type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
							{ type: 'document', source: { type: 'text', data: 'chapter one' } },
						],
					},
				),
			),
		);
		assert.deepEqual(only(transcript).messages.slice(1), [
			{ role: 'tool', toolCallId: 'a', content: '[document]\n[nameless]', isError: true },
			{
				role: 'user',
				content: [
					{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
					{ type: 'image', mediaType: '', url: 'https://example.org/a.png' },
					{ type: 'text', text: 'chapter one', origin: 'file' },
				],
			},
		]);
		assert.deepEqual(
			transcript.problems.map(({ line, message }) => [line, message.slice(0, 37)]),
			[
				[2, 'Message 2: a block of type "document"'.slice(0, 37)],
				[2, 'Message 2: a block of type "nameless"'.slice(0, 37)],
			],
		);
	});
});

describeLineDefects('messages', withBlocks);
describeDocumentDefects(
	'messages',
	(list) => ({ system: 'Be brief.', messages: list }),
	withBlocks,
);
