import assert from 'node:assert/strict';
import { toolCallsOf } from '../../../../../src/messages/message.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';
import { action, observation, reply, said } from './events.ts';

function read(events: readonly unknown[]): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(events, null, 1)));
}

async function sketches(...events: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(events)).messages.map((message) => sketch(message));
}

const task = said(1, 'Fix the bug.');
const stream = [
	task,
	action(2, 'run', { command: 'ls' }, reply('c1', 'r1', ['c1'])),
	observation(3, 'run', 'a.txt', { cause: 2, success: true }),
];

describe('OpenHands: a stream of events', () => {
	it('has the calls as the model wrote them, and what came of them', async () => {
		const transcript = await read(stream);
		assert.equal(transcript.format, 'openhands');
		assert.equal(only(transcript).title, 'Fix the bug.');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(await sketches(...stream), [
			'user (person): Fix the bug.',
			'assistant: I look. (c1)',
			'tool c1: a.txt',
		]);
		assert.deepEqual(only(transcript).messages.flatMap(toolCallsOf), [
			{ id: 'c1', name: 'execute_bash', arguments: '{"command": "ls"}' },
		]);
	});

	it('has one message for all the actions of a reply', async () => {
		assert.deepEqual(
			await sketches(
				task,
				action(2, 'run', {}, reply('c1', 'r1', ['c1', 'c2'])),
				observation(3, 'run', 'one', { cause: 2 }),
				action(4, 'run', {}, reply('c2', 'r1', ['c1', 'c2'])),
				observation(5, 'run', 'two', { cause: 4 }),
			),
			[
				'user (person): Fix the bug.',
				'assistant: I look. (c1, c2)',
				'tool c1: one',
				'tool c2: two',
			],
		);
	});

	it('has system prompts, instructions that were recalled, and nothing of its own affairs', async () => {
		const knowledge = [{ name: 'npm', content: 'Use npm ci.' }];
		assert.deepEqual(
			await sketches(
				observation(0, 'agent_state_changed', ''),
				action(1, 'system', { content: 'You are OpenHands.', tools: [] }),
				said(2, 'Fix the bug.'),
				{ ...action(3, 'recall', { query: 'x' }), source: 'user' },
				observation(4, 'recall', 'Added workspace context', {
					cause: 3,
					extras: { repo_instructions: 'Run make.', microagent_knowledge: knowledge },
				}),
				observation(5, 'recall', 'Added workspace context', { cause: 3, extras: {} }),
				action(6, 'change_agent_state', { agent_state: 'init' }),
				observation(7, 'null', ''),
			),
			[
				'system: You are OpenHands.',
				'user (person): Fix the bug.',
				'user (client): Run make.\n\nUse npm ci.',
			],
		);
	});

	it('has images, answers of the agent, and commands of the person', async () => {
		const image = { content: 'Like this', image_urls: ['data:image/png;base64,AA'] };
		const { messages } = only(
			await read([
				{ ...said(1, ''), args: image },
				said(2, 'Which one?', 'agent'),
				{ ...action(3, 'run', { command: 'pwd' }), source: 'user' },
				observation(4, 'run', '/home', { cause: 3 }),
				said(5, 'Budget is spent.', 'environment'),
			]),
		);
		assert.deepEqual(messages[0]?.content, [
			{ type: 'text', text: 'Like this' },
			{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AA' },
		]);
		assert.deepEqual(
			messages.slice(1).map((message) => sketch(message)),
			[
				'assistant: Which one?',
				'user (client): $ pwd',
				'user (client): /home',
				'user (client): Budget is spent.',
			],
		);
	});

	it('tells how a command ended, in the words the model read', async () => {
		const metadata = { prefix: '', suffix: '\n[The command completed with exit code 2.]' };
		const failed = { cause: 2, success: false, extras: { metadata } };
		const [, , result] = only(
			await read([...stream.slice(0, 2), observation(3, 'run', 'oh', failed)]),
		).messages;
		assert.deepEqual(result, {
			role: 'tool',
			toolCallId: 'c1',
			content: 'oh\n[The command completed with exit code 2.]',
			isError: true,
		});
	});

	it('shows what was typed while a command ran after its result', async () => {
		const [, run, result] = stream;
		assert.deepEqual(await sketches(task, run, said(9, 'Wait!'), result), [
			'user (person): Fix the bug.',
			'assistant: I look. (c1)',
			'tool c1: a.txt',
			'user (person): Wait!',
		]);
	});

	it('does not show what a delegate said and did', async () => {
		const inner = [said(3, 'TASK: browse', 'user'), action(4, 'browse', { url: 'x' })];
		const delegated = [task, action(2, 'delegate', { agent: 'BrowsingAgent', inputs: {} })];
		assert.deepEqual(
			await sketches(...delegated, ...inner, observation(5, 'delegate', 'Found.', { cause: 2 })),
			['user (person): Fix the bug.', 'assistant: (event_2)', 'tool event_2: Found.'],
		);
		const { problems } = await read([...delegated, ...inner]);
		assert.deepEqual(problems, [
			{
				line: 1,
				message: 'The stream: 2 events of a delegate that did not end were left out.',
			},
		]);
	});

	it('tells of observations whose action is not there', async () => {
		const { problems } = await read([...stream, observation(9, 'run', 'x', { cause: 8 })]);
		assert.deepEqual(problems, [
			{ line: 1, message: 'Event 4: it answers no call that is in the file; it was kept.' },
		]);
	});

	it('may call with an id twice', async () => {
		const again = [
			action(4, 'run', {}, reply('c1', 'r2', ['c1'])),
			observation(5, 'run', 'b.txt', { cause: 4 }),
		];
		assert.deepEqual((await sketches(...stream, ...again)).slice(3), [
			'assistant: I look. (c1_2)',
			'tool c1_2: b.txt',
		]);
	});
});

describe('OpenHands: condensations', () => {
	const talk = [1, 2, 3, 4].map((id) => said(id, `m${id}`, id % 2 === 0 ? 'agent' : 'user'));
	const condensation = (id: number, args: object): object => action(id, 'condensation', args);

	it('stand for messages that are in the file still', async () => {
		const conversation = only(
			await read([
				...talk,
				condensation(5, { forgotten_event_ids: [2, 3], summary: 'S1', summary_offset: 1 }),
				said(6, 'm6'),
				said(7, 'm7', 'agent'),
				condensation(8, {
					forgotten_events_start_id: 4,
					forgotten_events_end_id: 6,
					summary: 'S2',
				}),
			]),
		);
		assert.deepEqual(
			conversation.messages.map((message) => message.content),
			['m1', 'm2', 'm3', 'm4', 'm6', 'm7'],
		);
		assert.deepEqual(conversation.earlier, [
			{ range: { start: 1, end: 3 }, at: 4, summary: 'S1' },
			{ range: { start: 1, end: 5 }, at: 6, summary: 'S2' },
		]);
	});

	it('are messages where what they stand for is not in the file', async () => {
		const lost = condensation(9, { forgotten_event_ids: [7, 8], summary: 'S' });
		const conversation = only(await read([...talk, lost]));
		assert.equal(conversation.earlier, undefined);
		assert.deepEqual(conversation.messages.slice(4), [
			{ role: 'user', content: 'S', origin: 'summary' },
		]);
	});

	it('change nothing where they have no words for what was dropped', async () => {
		const conversation = only(await read([...talk, condensation(5, { forgotten_event_ids: [2] })]));
		assert.equal(conversation.messages.length, 4);
		assert.equal(conversation.earlier, undefined);
	});
});

describe('OpenHands: the runs of a benchmark', () => {
	const run = { instance_id: 'pony-1', instruction: 'x', metadata: {}, history: stream };

	it('are a conversation each, called by their task', async () => {
		const issue = { number: 5, title: 'Add a licence' };
		const resolved = { issue, instruction: 'x', history: [said(1, 'Please fix.')] };
		const { conversations, problems } = await openTranscript(memorySource(jsonl(run, resolved)));
		assert.deepEqual(
			conversations.map(({ title, messages }) => [title, messages.length]),
			[
				['pony-1: Fix the bug.', 3],
				['#5 Add a licence: Please fix.', 1],
			],
		);
		assert.deepEqual(problems, []);
	});

	it('are known when a patch hides their history', async () => {
		const patched = { instance_id: 'a', test_result: { git_patch: 'x'.repeat(100_000) } };
		const transcript = await openTranscript(memorySource(jsonl({ ...patched, history: stream })));
		assert.equal(transcript.format, 'openhands');
	});

	it('have nobody but the program to answer the agent', async () => {
		const nudged = { ...run, history: [...stream, said(4, 'Please continue.')] };
		const { messages } = only(await openTranscript(memorySource(jsonl(nudged))));
		assert.deepEqual(
			messages.map((message) => sketch(message)).at(-1),
			'user (client): Please continue.',
		);
	});

	it('that came to nothing are told of, and the others read', async () => {
		const text = jsonl(run, { ...run, history: [] }, { ...run, history: null }, 7, run).slice(
			0,
			-9,
		);
		const { conversations, problems } = await openTranscript(memorySource(text));
		assert.equal(conversations.length, 1);
		assert.deepEqual(problems, [
			{ line: 2, message: 'The task pony-1 ended before anything was said; it was left out.' },
			{ line: 3, message: 'This line is no task with its events; it was left out.' },
			{ line: 4, message: 'This line is no task with its events; it was left out.' },
			{ line: 5, message: 'The last line is cut off in the middle; it was left out.' },
		]);
	});

	it('of the first versions have neither ids nor sources, and may come in pairs', async () => {
		const asked = { content: 'Fix it.', wait_for_response: false, action: 'message' };
		const ran = { command: 'ls', thought: 'I look.', keep_prompt: true, action: 'run' };
		const seen = { content: 'a.txt', command: 'ls', exit_code: 0, observation: 'run' };
		const asks = { content: 'Which?', wait_for_response: true, action: 'message' };
		const nothing = { observation: 'null', content: '' };
		const paired = [[asked, nothing], [ran, seen], [asks]];
		for (const history of [[asked, ran, seen, asks], paired]) {
			const old = { instance_id: 'a', instruction: 'x', history };
			const { messages } = only(await openTranscript(memorySource(jsonl(old))));
			assert.deepEqual(
				messages.map((message) => sketch(message).replace(/event_\d/, 'event')),
				[
					'user (person): Fix it.',
					'assistant: I look. (event)',
					'tool event: a.txt',
					'assistant: Which?',
				],
			);
			assert.equal(messages.flatMap(toolCallsOf)[0]?.arguments, '{"command":"ls"}');
		}
	});
});

describeDocumentDefects('openhands', (list) => list, stream);
