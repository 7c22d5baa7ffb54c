import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openAiChat, openAiChatReader } from '../../../../src/transcripts/openAiChat/openAiChat.ts';
import type { Transcript } from '../../../../src/transcripts/reader.ts';
import { memorySource } from '../memorySource.ts';
import { only } from '../reading.ts';

/** Streams every document, however small. */
const streaming = openAiChatReader({ wholeBytes: 0 });

const messages = [
	{ role: 'system', content: 'Be "brief" \\ \u{1F600}' },
	{
		role: 'user',
		content: [
			{ type: 'text', text: 'Hello' },
			{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
		],
	},
	{
		role: 'assistant',
		content: null,
		tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
	},
	{ role: 'tool', tool_call_id: 'a', content: `häuser → ${'long '.repeat(300)}` },
];

const documents: Readonly<Record<string, unknown>> = {
	'a list of messages': messages,
	'a request': {
		model: 'gpt',
		tools: [{ a: [[1], { messages: [2] }] }],
		messages,
		usage: { messages: 3 },
	},
	'a list of runs': [
		{ id: 1, traj: messages },
		{ id: 2, messages: [messages[0]] },
	],
	'a list of almost anything': [messages[0], null, 'text', 1.5, true, [[]], {}, { messages: [7] }],
};

describe('OpenAI chat: large documents', () => {
	for (const [name, document] of Object.entries(documents)) {
		it(`that are ${name} read the same as small ones`, async () => {
			for (const indent of [0, 1]) {
				const text = JSON.stringify(document, null, indent);
				const whole = await openAiChat.read(memorySource(text));
				assert.ok(whole.conversations.length > 0);
				assert.deepEqual(await streaming.read(memorySource(text)), whole);
			}
		});
	}

	it('do not depend on where the bytes were cut into chunks', async () => {
		const text = JSON.stringify({ tools: [], messages }, null, 1);
		const whole = await openAiChat.read(memorySource(`\uFEFF${text}`));
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 50 }), async (chunkBytes) => {
				const source = memorySource(`\uFEFF${text}`, { chunkBytes });
				assert.deepEqual(await streaming.read(source), whole);
				assert.deepEqual(await openAiChat.read(source), whole);
			}),
			{ numRuns: 30 },
		);
	});

	it('may be spread over lines, one message on each', async () => {
		const lines = messages.map((message) => JSON.stringify(message)).join(',\n');
		for (const text of [`{"messages":[\n${lines}\n]}`, `[\n${lines}\n]`]) {
			const transcript = await openAiChat.read(memorySource(text));
			assert.equal(only(transcript).messages.length, 4);
			assert.deepEqual(transcript.problems, []);
		}
	});

	it('may stand one after the other in a file', async () => {
		const text = JSON.stringify({ messages }, null, 1).repeat(2);
		const { conversations, problems } = await openAiChat.read(memorySource(text));
		assert.deepEqual(
			conversations.map((conversation) => conversation.messages.length),
			[4, 4],
		);
		assert.deepEqual(problems, []);
	});
});

describe('OpenAI chat: damaged documents', () => {
	async function readText(text: string | Uint8Array): Promise<Transcript> {
		const transcript = await openAiChat.read(memorySource(text));
		assert.deepEqual(await streaming.read(memorySource(text)), transcript);
		return transcript;
	}

	it('that are cut off give what stands before the cut', async () => {
		for (const document of [messages, { messages }]) {
			const transcript = await readText(JSON.stringify(document).slice(0, -200));
			assert.equal(only(transcript).messages.length, 3);
			assert.deepEqual(transcript.problems, [
				{
					line: 1,
					message: 'The document is cut off in the middle; the 3 entries before it were read.',
				},
			]);
		}
	});

	it('that are broken give what stands before the break', async () => {
		const many = Array.from({ length: 20 }, () => ({ role: 'user', content: 'x'.repeat(1_000) }));
		const text = JSON.stringify(many);
		const broken = `${text.slice(0, 15_300)}\u0000${text.slice(15_300)}`;
		const transcript = await readText(broken);
		const found = only(transcript).messages.length;
		assert.ok(found >= 13 && found <= 15, String(found));
		assert.match(
			transcript.problems[0]?.message ?? '',
			/^The document is not valid JSON from some point on; the 1\d entries before it were read\.$/,
		);
	});

	it('that hold bytes which are not UTF-8 are read with a note', async () => {
		const bytes = Buffer.from(JSON.stringify([{ role: 'user', content: 'caf#' }]));
		bytes[bytes.indexOf('#')] = 0xe9;
		const transcript = await readText(bytes);
		assert.equal(only(transcript).messages[0]?.content, 'caf\uFFFD');
		assert.deepEqual(transcript.problems, [
			{ line: 1, message: 'The file holds bytes that are not UTF-8; each was replaced by \uFFFD.' },
		]);
	});

	it('that hold no message say why nothing can be shown', async () => {
		await assert.rejects(readText('[{"role":"user","content":"Hel'), {
			code: 'unreadable',
			message:
				'"session.jsonl" was recognised as OpenAI chat messages, but no message in it could be read. ' +
				'Line 1: The document is cut off in the middle; nothing before it could be read.',
		});
		await assert.rejects(readText('{"model":"gpt","messages":[]}'), { code: 'empty' });
	});
});

describe('OpenAI chat: damaged lines', () => {
	it('are counted with their numbers, and the rest is read', async () => {
		const message = '{"role":"user","content":"x"}';
		const text = `{"role":"user","con\n${message}\n${message}${message}\nrubbish\n${message}\n{"role":"us`;
		const transcript = await openAiChat.read(memorySource(text));
		assert.equal(only(transcript).messages.length, 4);
		assert.deepEqual(
			transcript.problems.map(({ line }) => line),
			[1, 3, 4, 6],
		);
	});
});
