import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { toolCallsOf } from '../../../../../src/messages/message.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects, describeLineDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

const text = (words: string): object => ({ type: 'text', text: words, state: 'done' });

const tool = (id: string, fields: object): object => ({
	type: 'tool-readFile',
	toolCallId: id,
	state: 'output-available',
	input: { id },
	...fields,
});

const step = { type: 'step-start' };

function says(role: string, ...parts: readonly unknown[]): object {
	return { id: 'm', role, parts };
}

async function open(value: unknown): Promise<Transcript> {
	const transcript = await openTranscript(memorySource(JSON.stringify(value)));
	assert.equal(transcript.format, 'ui-messages');
	return transcript;
}

async function sketched(...messages: readonly unknown[]): Promise<readonly string[]> {
	return only(await open(messages)).messages.map((message) => sketch(message));
}

const turn = [
	says('user', text('go')),
	says(
		'assistant',
		step,
		{ type: 'reasoning', text: 'hm' },
		text('First.'),
		tool('a', { output: 'A' }),
		tool('b', { output: { found: 2 } }),
		step,
		tool('c', { output: 'C' }),
		step,
		{ type: 'source-url', sourceId: 's', url: 'https://example.org' },
		{ type: 'data-weather', data: {} },
		text('Done.'),
	),
];
describe('UI messages', () => {
	const expected = [
		'user: go',
		'assistant: First. (a, b)',
		'tool a: A',
		'tool b: {"found":2}',
		'assistant: (c)',
		'tool c: C',
		'assistant: Done.',
	];

	it('become one assistant message for each step of a turn, with its results', async () => {
		assert.deepEqual(await sketched(...turn), expected);
	});

	it('are read from lines and from an object that holds them, too', async () => {
		for (const content of [
			jsonl(...turn),
			JSON.stringify({ id: 'chat', messages: turn }, null, 2),
			jsonl({ messages: turn }),
		]) {
			const transcript = await openTranscript(memorySource(content));
			assert.equal(transcript.format, 'ui-messages');
			assert.deepEqual(
				only(transcript).messages.map((message) => sketch(message)),
				expected,
			);
		}
	});

	it('know a step by text that follows calls', async () => {
		assert.deepEqual(await sketched(says('assistant', tool('a', { output: 'A' }), text('Done.'))), [
			'assistant: (a)',
			'tool a: A',
			'assistant: Done.',
		]);
	});

	it('tell of calls that failed, were denied, or have no result yet', async () => {
		const { messages } = only(
			await open([
				says(
					'assistant',
					tool('a', {
						state: 'output-error',
						errorText: 'no such file',
						input: undefined,
						rawInput: 'x',
					}),
					tool('b', {
						state: 'output-denied',
						approval: { id: 'p', approved: false, reason: 'No!' },
					}),
					tool('c', { state: 'output-denied', approval: { id: 'p', approved: false } }),
					tool('d', { state: 'input-available' }),
				),
			]),
		);
		assert.deepEqual(
			messages.flatMap((message) => toolCallsOf(message)).map((call) => call.arguments),
			['x', '{"id":"b"}', '{"id":"c"}', '{"id":"d"}'],
		);
		assert.deepEqual(messages.slice(1), [
			{ role: 'tool', toolCallId: 'a', content: 'no such file', isError: true },
			{ role: 'tool', toolCallId: 'b', content: 'No!', isError: true },
			{ role: 'tool', toolCallId: 'c', content: 'Tool execution denied.', isError: true },
		]);
	});

	it('name tools by their type, or beside it where they are dynamic', async () => {
		const dynamic = { ...tool('b', {}), type: 'dynamic-tool', toolName: 'mcp-search' };
		const { messages } = only(await open([says('assistant', tool('a', {}), dynamic)]));
		assert.deepEqual(messages[0], {
			role: 'assistant',
			content: '',
			toolCalls: [
				{ id: 'a', name: 'readFile', arguments: '{"id":"a"}' },
				{ id: 'b', name: 'mcp-search', arguments: '{"id":"b"}' },
			],
		});
	});

	it('keep images; of other files, the name', async () => {
		const url = 'data:image/png;base64,AAAA';
		const { messages } = only(
			await open([
				says(
					'user',
					{ type: 'file', mediaType: 'image/png', url },
					{ type: 'file', mimeType: 'image/png', data: 'AAAA' },
					{ type: 'file', url },
					{ type: 'file', mediaType: 'application/pdf', filename: 'a.pdf', url: 'https://x/a' },
				),
			]),
		);
		assert.deepEqual(messages[0]?.content, [
			{ type: 'image', mediaType: 'image/png', url },
			{ type: 'image', mediaType: 'image/png', url },
			{ type: 'image', mediaType: 'image/png', url },
			{ type: 'text', text: '[file a.pdf]' },
		]);
	});

	it('are read in their older shapes', async () => {
		const invocation = {
			state: 'result',
			toolCallId: 'a',
			toolName: 'ls',
			args: { path: '.' },
			result: ['x'],
		};
		assert.deepEqual(
			await sketched(
				{
					role: 'user',
					content: 'go',
					experimental_attachments: [{ name: 'a.txt', contentType: 'text/plain', url: 'x' }],
				},
				{
					role: 'assistant',
					content: 'First.',
					toolInvocations: [invocation, { ...invocation, toolCallId: 'c', state: undefined }],
				},
				says('assistant', {
					type: 'tool-invocation',
					toolInvocation: { ...invocation, toolCallId: 'b' },
				}),
			),
			[
				'user: go\n[file a.txt]',
				'assistant: First. (a, c)',
				'tool a: ["x"]',
				'tool c: ["x"]',
				'assistant: (b)',
				'tool b: ["x"]',
			],
		);
	});

	it('mark parts that are not known, and report what cannot be read', async () => {
		const transcript = await open([
			says('user', text('go'), { type: 'hologram' }),
			says('god', text('light')),
			7,
		]);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: go\n[hologram]'],
		);
		assert.deepEqual(
			transcript.problems.map(({ message }) => message),
			[
				'Message 1: a part of type "hologram" cannot be shown; [hologram] stands for it.',
				'Message 2: its role "god" is unknown; it was left out.',
				'Message 3: it is no UI message; it was left out.',
			],
		);
	});
});

const closing = says('assistant', text('Bye.'));

describeLineDefects('ui-messages', [...turn, closing]);
describeDocumentDefects('ui-messages', (list) => list, [...turn, closing]);
describeDocumentDefects('ui-messages', (list) => ({ messages: list }), [...turn, closing]);
