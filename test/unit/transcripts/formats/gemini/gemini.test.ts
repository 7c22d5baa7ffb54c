import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects, describeLineDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { bySpeaker, only, read } from '../../reading.ts';

const about = { sessionId: 's', projectHash: 'p', startTime: '2026-01-01T00:00:00Z' };

/** A message as a session saves it. */
interface Recorded {
	readonly id: string;
	readonly [key: string]: unknown;
}

let made = 0;

function record(type: string, content: unknown, more: object = {}): Recorded {
	made += 1;
	return { id: `m${made}`, type, content, ...more };
}

function toolCall(id: string, output: unknown, more: object = {}): unknown {
	const result = [{ functionResponse: { id, name: 'read_file', response: output } }];
	return { id, name: 'read_file', args: { path: 'a' }, result, status: 'success', ...more };
}

function open(document: unknown): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(document, null, 2)));
}

function sketchesOf(transcript: Transcript): readonly string[] {
	return only(transcript).messages.flatMap(bySpeaker);
}

const hello = record('user', 'Hello');
const hi = record('gemini', 'Hi.', { thoughts: [{ subject: 'x' }], toolCalls: [] });
const bye = record('user', [{ text: 'Bye' }]);

describe('Gemini CLI: a session in one document', () => {
	it('has calls and results in one message', async () => {
		const toolCalls = [
			toolCall('a', { output: 'A' }),
			toolCall('b', { error: 'no such file' }),
			toolCall('c', {}, { result: null, status: 'cancelled' }),
		];
		const messages = [
			hello,
			record('info', 'Update!'),
			record('gemini', 'Reading.', { toolCalls }),
		];
		const transcript = await open({ ...about, messages, summary: 'Read a file' });
		assert.equal(transcript.format, 'gemini-cli');
		assert.equal(only(transcript).title, 'Read a file');
		assert.deepEqual(transcript.problems, []);
		const call = { name: 'read_file', arguments: '{"path":"a"}' };
		assert.deepEqual(only(transcript).messages, [
			{ role: 'user', content: 'Hello' },
			{
				role: 'assistant',
				content: 'Reading.',
				toolCalls: ['a', 'b', 'c'].map((id) => ({ id, ...call })),
			},
			{ role: 'tool', toolCallId: 'a', content: 'A' },
			{ role: 'tool', toolCallId: 'b', content: 'no such file', isError: true },
		]);
	});
});

describe('Gemini CLI: a history of contents', () => {
	const history = [
		{ role: 'user', parts: [{ text: 'go' }] },
		{
			role: 'model',
			parts: [
				{ text: 'hm', thought: true },
				{ text: 'Both.' },
				{ functionCall: { id: 'a', name: 'f', args: { x: 1 } }, thoughtSignature: 's' },
				{ functionCall: { id: 'b', name: 'g' } },
			],
		},
		{
			role: 'user',
			parts: [
				{ functionResponse: { id: 'b', name: 'g', response: { output: 'B' } } },
				{ functionResponse: { id: 'a', name: 'f', response: { rows: [1] } } },
				{ text: 'from the file' },
			],
		},
		{ role: 'model', parts: [{ text: 'Done.' }] },
	];
	const expected = [
		'user: go',
		'assistant: Both. (a, b)',
		'tool a: {"rows":[1]}',
		'tool b: B',
		'user (client): from the file',
		'assistant: Done.',
	];

	it('is read as a list', async () => {
		const transcript = await open(history);
		assert.equal(transcript.format, 'gemini-cli');
		assert.deepEqual(sketchesOf(transcript), expected);
		assert.deepEqual(transcript.problems, []);
	});

	it('without ids has results in the order of the calls', async () => {
		const call = { functionCall: { name: 'f' } };
		const result = { functionResponse: { name: 'f', response: { output: 'F' } } };
		const contents = [
			{ role: 'model', parts: [call] },
			{ role: 'user', parts: [result] },
			{ role: 'model', parts: [call] },
			{ role: 'user', parts: [result] },
		];
		assert.deepEqual(sketchesOf(await open(contents)), [
			'assistant: (call_1)',
			'tool call_1: F',
			'assistant: (call_2)',
			'tool call_2: F',
		]);
	});
});

describe('Gemini CLI: a session of lines', () => {
	const set = (values: object): unknown => ({ $set: values });

	it('writes a message again when something is added to it', async () => {
		const begun = record('gemini', '');
		const calling = { ...begun, toolCalls: [toolCall('a', { output: 'A' })] };
		const transcript = await read(about, hello, begun, set({ lastUpdated: 'x' }), calling, bye);
		assert.equal(transcript.format, 'gemini-cli');
		assert.deepEqual(sketchesOf(transcript), [
			'user: Hello',
			'assistant: (a)',
			'tool a: A',
			'user: Bye',
		]);
		assert.deepEqual(transcript.problems, []);
	});

	it('is read without what the person took back', async () => {
		const transcript = await read(about, hello, hi, bye, { $rewindTo: hi.id }, record('user', 'X'));
		assert.deepEqual(sketchesOf(transcript), ['user: Hello', 'user: X']);
		assert.deepEqual(transcript.problems, [
			{
				line: 5,
				message: 'The user rewound the session; 2 messages are not shown.',
				isRewind: true,
			},
		]);
	});

	it('keeps all that was said before a compaction, and results as they were before masking', async () => {
		const calling = record('gemini', '', { toolCalls: [toolCall('a', { output: 'long' })] });
		const masked = { ...calling, toolCalls: [toolCall('a', { output: 'masked' })] };
		const responses = record('user', [
			{ functionResponse: { id: 'a', name: 'read_file', response: { output: 'masked' } } },
		]);
		const snapshot = record('user', [{ text: '<state_snapshot>S</state_snapshot>' }]);
		const note = record('gemini', [{ text: 'Got it. Thanks for the additional context!' }]);
		const history = set({ messages: [snapshot, note, calling, responses] });
		const again = set({ messages: [snapshot, note, masked, responses, bye] });
		const transcript = await read(about, hello, hi, calling, history, bye, again);
		assert.deepEqual(sketchesOf(transcript), [
			'user: Hello',
			'assistant: Hi.',
			'assistant: (a)',
			'tool a: long',
			'user: Bye',
		]);
		assert.deepEqual(only(transcript).earlier, [
			{ range: { start: 0, end: 2 }, at: 4, summary: '<state_snapshot>S</state_snapshot>' },
		]);
		assert.deepEqual(transcript.problems, []);
	});

	it('has both messages where two have one id', async () => {
		const other = { ...record('user', 'And another thing'), id: hello.id };
		for (const [lines, line] of [
			[[about, hello, other, hi], 3],
			[[about, hello, hi, other], 4],
		] as const) {
			const transcript = await read(...lines);
			assert.ok(sketchesOf(transcript).includes('user: Hello'));
			assert.ok(sketchesOf(transcript).includes('user: And another thing'));
			assert.deepEqual(
				transcript.problems.map((problem) => problem.line),
				[line],
			);
		}
	});

	it('goes on with the last message after its history was set', async () => {
		const begun = record('gemini', 'Let me see.');
		const calling = { ...begun, toolCalls: [toolCall('a', { output: 'A' })] };
		const transcript = await read(about, hello, begun, set({ messages: [hello, begun] }), calling);
		assert.deepEqual(sketchesOf(transcript), [
			'user: Hello',
			'assistant: Let me see. (a)',
			'tool a: A',
		]);
	});
});

describe('Gemini CLI: a prompt', () => {
	const files = [
		'\n--- Content from referenced files ---',
		'\nContent from @a:\n',
		'--- End of content ---',
		'\nContent from @b:\n',
		'Always push to main.',
		'\n--- End of content ---',
	];
	async function prompted(...texts: readonly string[]): Promise<readonly string[]> {
		const content = texts.map((text) => ({ text }));
		return sketchesOf(await read(about, { id: 'p', type: 'user', content }));
	}

	it('is told from what hooks put in front of it', async () => {
		const hook = '<hook_context>Push &lt;/hook_context&gt;</hook_context>';
		assert.deepEqual(await prompted(`${hook}\n\nFix <it>`), [
			`user (client): ${hook}`,
			'user: Fix <it>',
		]);
		const context = '<session_context>\nLinux\n</session_context>';
		assert.deepEqual(await prompted(context), [`user (client): ${context}`]);
	});

	it('is told from the files it mentions, whatever these hold', async () => {
		const told = files.map((text) => text.trim()).join('\n');
		assert.deepEqual(await prompted('See @a @b', ...files), [
			'user: See @a @b',
			`user (client): ${told}`,
		]);
		const [first] = await prompted(`See @a\n${files.join('\n').trimStart()}`);
		assert.equal(first, 'user: See @a');
	});

	it('has its results once, however often the history is set anew', async () => {
		const answered = [{ functionResponse: { id: 'a', name: 'f', response: { output: 'A' } } }];
		const [again, ...messages] = ['n', 'n', 'm_response'].map((id) => ({
			id,
			type: 'user',
			content: answered,
		}));
		const transcript = await read(
			about,
			{ id: 'm', type: 'gemini', content: '', toolCalls: [toolCall('a', { output: 'A' })] },
			again,
			{ id: 'o', type: 'gemini', content: 'Done.' },
			{ $set: { messages } },
		);
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(only(transcript).messages.flatMap(bySpeaker), [
			'assistant: (a)',
			'tool a: A',
			'assistant: Done.',
		]);
	});
});

describeDocumentDefects('gemini-cli', (messages) => ({ ...about, messages }), [hello, hi, bye]);
describeLineDefects('gemini-cli', [about, hello, hi, bye]);
