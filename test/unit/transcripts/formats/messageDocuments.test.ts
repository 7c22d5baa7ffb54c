import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { chatMessages } from '../../../../src/transcripts/formats/messages.ts';
import type { Transcript } from '../../../../src/transcripts/reader.ts';
import { memorySource } from '../memorySource.ts';
import { only, plain } from '../reading.ts';

/** Reads a document as what can be read of a damaged one: something else follows it. */
async function salvaged(text: string): Promise<Transcript> {
	const { problems, ...transcript } = await whole(`${text}\n}`);
	assert.equal(problems.length, 1);
	return { ...transcript, problems: [] };
}

async function whole(text: string | Uint8Array): Promise<Transcript> {
	return plain(await chatMessages.read(memorySource(text)));
}

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
	'a list of almost anything': [messages[0], null, 'text', 1.5, true, [[]], {}, { messages: [7] }],
};

describe('OpenAI chat: documents', () => {
	for (const [name, document] of Object.entries(documents)) {
		it(`that are ${name} read the same where something follows them`, async () => {
			for (const indent of [0, 1]) {
				const text = JSON.stringify(document, null, indent);
				const expected = await whole(text);
				assert.ok(expected.conversations.length > 0);
				const { problems } = expected;
				if (problems.length === 0) {
					assert.deepEqual(await salvaged(text), expected);
				}
			}
		});
	}

	it('may say anything', async () => {
		const mark = fc.constantFrom(
			'"',
			'\\',
			'{',
			'}',
			'[',
			']',
			',',
			':',
			'a',
			' ',
			'\n',
			'é',
			'😀',
		);
		const content = fc.string({ unit: mark, maxLength: 30 });
		const message = fc.record({ role: fc.constant('user'), content, [' "]}']: content });
		const wrap = fc.constantFrom(
			(list: unknown) => list,
			(list: unknown) => ({ a: '"]', messages: list, b: [{ c: '}' }] }),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(message, { minLength: 1 }), wrap, async (list, wrapped) => {
				const text = JSON.stringify(wrapped(list));
				assert.deepEqual(
					only(await salvaged(text)).messages.map(({ content }) => content),
					list.map(({ content }) => content),
				);
			}),
			{ numRuns: 200 },
		);
	});

	it('may be spread over lines, one message on each', async () => {
		const lines = messages.map((message) => JSON.stringify(message)).join(',\n');
		for (const text of [`{"messages":[\n${lines}\n]}`, `[\n${lines}\n]`]) {
			const transcript = await chatMessages.read(memorySource(text));
			assert.equal(only(transcript).messages.length, 4);
			assert.deepEqual(transcript.problems, []);
		}
	});
});
