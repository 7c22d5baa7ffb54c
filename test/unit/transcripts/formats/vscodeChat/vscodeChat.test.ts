import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeChangedValues } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';
import { exported, request, result, round, session } from './chatRequests.ts';

function opened(content: string): Promise<Transcript> {
	return openTranscript(memorySource(content, { name: 'chat.json' }));
}

async function sketches(...requests: readonly unknown[]): Promise<readonly string[]> {
	return only(await opened(exported(...requests))).messages.map((message) => sketch(message));
}

async function problemsOf(...requests: readonly unknown[]): Promise<readonly string[]> {
	const { problems } = await opened(exported(...requests));
	return problems.map(({ line, message }) => `${line}: ${message}`);
}

describe('VS Code chat: what Copilot keeps of a turn', () => {
	it('is what the model had: rounds with calls and results', async () => {
		const metadata = {
			toolCallRounds: [round('r1', 'I look.', ['a', 'b']), round('r2', 'Done.')],
			toolCallResults: { b: result('B'), a: result('A') },
		};
		assert.deepEqual(await sketches(request('go', metadata)), [
			'user: go',
			'assistant: I look. (a, b)',
			'tool a: A',
			'tool b: B',
			'assistant: Done.',
		]);
		assert.deepEqual(await problemsOf(request('go', metadata)), []);
	});

	it('has results as text, as trees of a prompt’s elements, and as images', async () => {
		const text = (words: string, lineBreakBefore = false): object => ({
			type: 2,
			text: words,
			lineBreakBefore,
		});
		const piece = (...children: readonly unknown[]): object => ({ type: 1, ctor: 2, children });
		const image = { type: 1, ctor: 3, children: [], props: { src: 'https://x/y.png' } };
		const node = piece(
			text('one'),
			piece(text('two', true), text('!')),
			text('three', true),
			image,
		);
		// Lines of a file have their ends.
		const file = piece(
			...['```ts\n', 'a();\n', '\n', 'b();\n', '```'].map((line) => text(line, true)),
		);
		const bytes = { mimeType: 'image/png', data: 'AAAA' };
		const metadata = {
			toolCallRounds: [round('r', '', ['a', 'b', 'c', 'd'])],
			toolCallResults: {
				a: result({ node }),
				d: result({ node: file }),
				b: { content: [{ value: 'shot' }, bytes, { mimeType: 'text/x', data: {} }] },
				c: result(),
			},
		};
		const { messages } = only(await opened(exported(request('go', metadata))));
		assert.deepEqual(
			messages.slice(2).map(({ content }) => content),
			[
				[
					{ type: 'text', text: 'one\ntwo!\nthree' },
					{ type: 'image', mediaType: '', url: 'https://x/y.png' },
				],
				[
					{ type: 'text', text: 'shot\n[text/x]' },
					{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' },
				],
				'',
				'```ts\na();\n\nb();\n```',
			],
		);
	});

	it('tells the person’s words from attachments, context and reminders around them', async () => {
		const sent =
			'<attachments>\ngo on\n</attachments>\n<userRequest>\ngo on\n</userRequest>\n<reminder>x</reminder>';
		const global = [{ type: 1, text: '<environment_info>Linux</environment_info>' }];
		const metadata = (text: string): object => ({
			renderedUserMessage: [
				{ type: 1, text },
				{ type: 0, imageUrl: { url: 'data:image/png;base64,AAAA' } },
				{ type: 3, cacheType: 'ephemeral' },
			],
			renderedGlobalContext: global,
			toolCallRounds: [round('r', 'Yes.')],
		});
		assert.deepEqual(
			await sketches(request('go on', metadata(sent)), request('ok', metadata('ok'))),
			[
				'user (client): <environment_info>Linux</environment_info>',
				'user (client): <attachments>\ngo on\n</attachments>',
				'user: go on\n[image]',
				'user (client): <reminder>x</reminder>',
				'assistant: Yes.',
				'user: ok\n[image]',
				'assistant: Yes.',
			],
		);
	});

	it('is the client’s where a button was clicked', async () => {
		assert.deepEqual(
			await sketches(request('Continue: "Iterate?"', {}, { confirmation: 'Continue' })),
			['user (client): Continue: "Iterate?"'],
		);
	});

	it('reports rounds, calls and results that do not fit', async () => {
		const metadata = {
			toolCallRounds: ['x', { id: 'r', response: 'Hm.', toolCalls: [{ name: 'no id' }] }],
			toolCallResults: { lost: result('L') },
		};
		assert.deepEqual(await problemsOf(request('go', metadata), 'x'), [
			'1: Request 1: one of its rounds cannot be read; it was left out.',
			'1: Request 1: one of its tool calls cannot be read; the call was left out.',
			'1: Request 1: 1 result answers no call of its rounds and was left out.',
			'1: Request 2: it cannot be read; it was left out.',
		]);
	});
});

describe('VS Code chat: edits of sub-agents', () => {
	const uri = (path: string): object => ({ $mid: 1, fsPath: path, path, scheme: 'file' });
	const edited = (path: string): object => ({ kind: 'textEditGroup', uri: uri(path), edits: [[]] });
	/** How the use of a tool is shown, with the files that the line names. */
	const used = (toolId: string, of: string, ...paths: readonly string[]): object => ({
		kind: 'toolInvocationSerialized',
		toolId,
		toolCallId: `${toolId} ${paths.join()}`,
		subAgentInvocationId: of,
		pastTenseMessage: {
			value: 'Done',
			uris: Object.fromEntries(paths.map((path) => [path, uri(path)])),
		},
	});
	const code = (of: string | undefined, path: string): object => ({
		kind: 'codeblockUri',
		uri: uri(path),
		isEdit: true,
		subAgentInvocationId: of,
	});

	async function changed(...response: readonly object[]): Promise<readonly unknown[]> {
		const metadata = {
			toolCallRounds: [round('r', 'I hand it on.', ['a', 'b'])],
			toolCallResults: { a: result('A'), b: result('B') },
		};
		const { messages } = only(await opened(exported(request('go', metadata, { response }))));
		return messages.flatMap((message) => (message.role === 'tool' ? [message.changed] : []));
	}

	it('stand with the result of the call that started it', async () => {
		assert.deepEqual(
			await changed(
				used('copilot_readFile', 'a', '/p/read.ts'),
				code('a', '/p/a.ts'),
				edited('/p/a.ts'),
				used('copilot_createFile', 'b', '/p/new.md'),
				edited('/p/new.md'),
				code('a', '/p/a.ts'),
			),
			[[{ path: '/p/a.ts', change: 'changed' }], [{ path: '/p/new.md', change: 'written' }]],
		);
	});

	it('are none where nothing was edited, or by the chat itself', async () => {
		assert.deepEqual(
			await changed(
				code('a', '/p/refused.ts'),
				used('copilot_createFile', 'b', '/p/there.md'),
				code(undefined, '/p/own.ts'),
				edited('/p/own.ts'),
			),
			[undefined, undefined],
		);
	});
});

describe('VS Code chat: turns that are known only as they were shown', () => {
	const uri = { $mid: 1, path: '/home/me/a.ts', scheme: 'file' };

	it('are put together from the text of their parts', async () => {
		const response = [
			{ kind: 'thinking', value: 'hm' },
			{ value: 'See ' },
			{ kind: 'inlineReference', inlineReference: uri },
			{ kind: 'inlineReference', name: 'f()', inlineReference: { location: { uri } } },
			'.',
			{ kind: 'textEditGroup', uri, edits: [] },
			{ kind: 'textEditGroup', uri, edits: [] },
			{ kind: 'markdownVuln', content: { value: 'Careful.' } },
			{ kind: 'progressMessage', content: { value: 'Working' } },
			17,
		];
		assert.deepEqual(await sketches(request('go', undefined, { response })), [
			'user: go',
			'assistant: See a.tsf().\n[edited: /home/me/a.ts]\nCareful.',
		]);
	});

	it('leave out how their tools were shown, which is reported', async () => {
		const response = [
			{ value: 'I look.' },
			{ kind: 'toolInvocationSerialized', toolId: 'run', toolCallId: 'a', isComplete: true },
			{ value: ' Done.' },
		];
		const transcript = await opened(exported(request('go', undefined, { response })));
		assert.deepEqual(only(transcript).messages.slice(1), [
			{ role: 'assistant', content: 'I look. Done.' },
		]);
		assert.deepEqual(transcript.problems, [
			{
				line: 1,
				message: 'Tools of 1 request were left out: the file has only how VS Code showed them.',
			},
		]);
	});
});

describe('VS Code chat: earlier compactions', () => {
	const rounds = (...ids: readonly string[]): object => ({
		toolCallRounds: ids.map((id) => round(id, `${id}.`)),
	});
	const summary = (toolCallRoundId: string, text: string, fields: object = {}): object => ({
		toolCallRoundId,
		text,
		...fields,
	});

	it('stand for everything up to a round of their own turn', async () => {
		const metadata = {
			...rounds('r1', 'r2', 'r3'),
			summaries: [summary('r1', 'Story.', { contextLengthBefore: 90_000 })],
		};
		const { earlier } = only(await opened(exported(request('go', metadata))));
		assert.deepEqual(earlier, [
			{ range: { start: 0, end: 2 }, at: 3, summary: 'Story.', tokensBefore: 90_000 },
		]);
	});

	it('can hang on a round of an earlier turn, as those of /compact do', async () => {
		const metadata = { summary: summary('r2', 'Story.') };
		const { earlier } = only(
			await opened(
				exported(request('one', rounds('r1', 'r2')), request('two'), request('/compact', metadata)),
			),
		);
		assert.deepEqual(earlier, [{ range: { start: 0, end: 3 }, at: 4, summary: 'Story.' }]);
	});

	it('are found by the request where its turn has no rounds', async () => {
		const { earlier } = only(
			await opened(
				exported(
					request('one', {}, { response: [{ value: 'One.' }] }),
					request('/compact', { summary: summary('request_one', 'Story.') }),
				),
			),
		);
		assert.deepEqual(earlier?.[0]?.range, { start: 0, end: 2 });
	});

	it('replace each other: the one that stands for the most is the last', async () => {
		const { earlier = [] } = only(
			await opened(
				exported(
					request('one', { ...rounds('r1', 'r2'), summaries: [summary('r2', 'A')] }),
					request('two', { ...rounds('r1', 'r3'), summaries: [summary('r2', 'B')] }),
					request('three', { ...rounds('r4'), summaries: [summary('r1', 'C')] }),
				),
			),
		);
		assert.deepEqual(
			earlier.map((compaction) => [compaction.summary, compaction.range.end, compaction.at]),
			[
				['C', 2, 6],
				['B', 3, 3],
			],
		);
	});
});

describe('VS Code chat: files', () => {
	it('leave out requests that were taken back, but not those that were undone in part', async () => {
		const transcript = await opened(
			exported(
				request('one'),
				request('part', undefined, {
					shouldBeRemovedOnSend: { requestId: 'x', afterUndoStop: 'stop' },
				}),
				request('two', undefined, { shouldBeRemovedOnSend: { requestId: 'x' } }),
				request('three', undefined, { isHidden: true }),
			),
		);
		assert.equal(only(transcript).messages.length, 2);
		assert.deepEqual(transcript.problems, [
			{
				line: 1,
				message: 'The user rewound the session; 2 requests are not shown.',
				isRewind: true,
			},
		]);
	});

	it('show messages that still waited to be sent at the end', async () => {
		const pendingRequests = [{ id: 'p', request: request('later'), kind: 'queued' }];
		const transcript = await opened(JSON.stringify(session([request('now')], { pendingRequests })));
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: now', 'user: later'],
		);
	});

	it('with keys and nesting that mean harm do none', async () => {
		const deep = `${'{"type":1,"ctor":2,"children":['.repeat(200)}${']}'.repeat(200)}`;
		const results = `{"a":{"content":[{"value":{"node":${deep}}}]},"__proto__":{"polluted":1}}`;
		const rounds = JSON.stringify([round('r', '', ['a', '__proto__', 'constructor'])]);
		const metadata = `{"toolCallRounds":${rounds},"toolCallResults":${results}}`;
		const text = `{"responderUsername":"x","requests":[{"message":"go","__proto__":{"polluted":1},"result":{"metadata":${metadata}}}]}`;
		const { messages } = only(await opened(text));
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			['user: go', 'assistant: (a, __proto__, constructor)', 'tool a: '],
		);
		assert.ok(!('polluted' in {}));
	});
});

describeChangedValues(
	'vscode-chat',
	[
		request('go', {
			toolCallRounds: [round('r', 'Well.', ['a'])],
			toolCallResults: { a: result('A') },
		}),
		request('on', {}, { response: [{ value: 'Done.' }] }),
	],
	(requests) => exported(...requests),
);
