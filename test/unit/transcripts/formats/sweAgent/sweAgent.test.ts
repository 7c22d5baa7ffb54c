import assert from 'node:assert/strict';
import { textOf, toolCallsOf } from '../../../../../src/messages/message.ts';
import { personText } from '../../../../../src/messages/origins.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

const agent = 'main';
const task = { role: 'user', content: 'Solve this.\nISSUE:\nRounding is off\nHi!', agent };

const calling = {
	role: 'assistant',
	content: 'I look.',
	thought: 'I look.',
	action: 'ls -F',
	agent,
	tool_calls: [
		{ id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command":"ls -F"}' } },
	],
	message_type: 'action',
};

const observed = {
	role: 'tool',
	content: 'src/\r\ntests/',
	agent,
	message_type: 'observation',
	tool_call_ids: ['a'],
};

const history = [
	{ role: 'system', content: 'SETTING', agent, message_type: 'system_prompt' },
	task,
	calling,
	observed,
];

function trajectory(list: readonly unknown[]): unknown {
	const step = { action: 'ls -F', observation: 'src/', response: '', state: '{}', messages: list };
	return { environment: 'main', trajectory: [step], history: list, info: { submission: null } };
}

function read(list: readonly unknown[]): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(trajectory(list), null, 1)));
}

async function sketches(...list: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(list)).messages.map((message) => sketch(message));
}

describe('SWE-agent: a trajectory', () => {
	it('is read from its history, with calls and results', async () => {
		const transcript = await read(history);
		assert.equal(transcript.format, 'swe-agent');
		assert.equal(only(transcript).title, 'Rounding is off');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(await sketches(...history), [
			'system: SETTING',
			'user (person): Solve this.\nISSUE:\nRounding is off\nHi!',
			'assistant: I look. (a)',
			'tool a: src/\r\ntests/',
		]);
	});

	it('has commands for calls where tools were not called yet', async () => {
		const older = [
			task,
			{
				role: 'assistant',
				content: 'I look.\n```\nls -F\n```',
				thought: 'I look.\n',
				action: 'ls -F\n',
				agent,
			},
			{ role: 'user', content: 'src/', agent },
			{ role: 'assistant', content: 'Hm.', thought: 'Hm.', action: '', agent },
			{ role: 'user', content: 'Your output was not formatted correctly.', agent },
		];
		assert.deepEqual((await sketches(...older)).slice(1), [
			'assistant: I look. (command_1)',
			'tool command_1: src/',
			'assistant: Hm.',
			'user (client): Your output was not formatted correctly.',
		]);
		assert.deepEqual(only(await read(older)).messages.flatMap(toolCallsOf), [
			{ id: 'command_1', name: 'bash', arguments: '{"command":"ls -F"}' },
		]);
	});

	it('ends with the output of its last step, which the history lacks', async () => {
		const submitted = { role: 'assistant', content: 'Done.', action: 'submit x\n', agent };
		const steps = [
			{ action: 'ls -F', observation: 'src/' },
			{ action: 'submit x', observation: '\nflag\n' },
		];
		const ending = async (trajectory: unknown, ...list: readonly unknown[]) => {
			const file = { environment: 'main', trajectory, history: [task, ...list] };
			const { messages } = only(await openTranscript(memorySource(JSON.stringify(file))));
			return messages.slice(1).map((message) => sketch(message));
		};
		const called = 'assistant: Done. (command_1)';
		assert.deepEqual(await ending(steps, submitted), [called, 'tool command_1: \nflag\n']);
		assert.deepEqual(await ending(steps.slice(0, 1), submitted), [called]);
		assert.deepEqual(await ending(steps, submitted, { role: 'user', content: 'told' }), [
			called,
			'tool command_1: told',
		]);
	});

	it('has the state behind the task for the program’s words', async () => {
		const state = '\n(Open file: n/a)\n(Current directory: /repo)\nbash-$';
		const [message] = only(await read([{ ...task, content: `Fix it.\n${state}` }])).messages;
		assert.ok(message !== undefined);
		assert.equal(personText(message), 'Fix it.');
		assert.equal(textOf(message.content), `Fix it.\n${state}`);
	});

	it('reads its own commands as tools, with the file that is open', async () => {
		const state = (file: string) => `(Open file: ${file})\n(Current directory: /repo)\nbash-$`;
		const said = (action: string) => ({ role: 'assistant', content: 'So.', action, agent });
		const told = (content: string) => ({ role: 'user', content, agent });
		const calls = only(
			await read([
				task,
				said('create "my notes.py"'),
				told(`[File: my notes.py (1 lines total)]\n1:\n${state('/repo/my notes.py')}`),
				said('edit 1:1\nprint("x")\nend_of_edit'),
				told(`File updated.\n${state('/repo/my notes.py')}`),
				said('open src/a.py 12'),
				told(state('/repo/src/a.py')),
				said('edit\ny = 1\nend_of_edit'),
				told(state('n/a')),
				said('edit 2:3\nz\nend_of_edit'),
				told('Failed'),
				said('search_dir "def f(" src'),
				told(''),
				said('open a.py | head'),
				told(''),
				said('createdb x'),
			]),
		).messages.flatMap(toolCallsOf);
		assert.deepEqual(
			calls.map(({ name, arguments: text }) => [name, JSON.parse(text) as unknown]),
			[
				['create', { filename: 'my notes.py' }],
				['edit', { path: '/repo/my notes.py', start_line: 1, end_line: 1, new_text: 'print("x")' }],
				['open', { path: 'src/a.py', line_number: '12' }],
				['edit', { path: '/repo/src/a.py', new_text: 'y = 1' }],
				['edit', { start_line: 2, end_line: 3, new_text: 'z' }],
				['search_dir', { search_term: 'def f(', dir: 'src' }],
				['bash', { command: 'open a.py | head' }],
				['bash', { command: 'createdb x' }],
			],
		);
	});

	it('says of a called edit in which file it is made', async () => {
		const calls = (name: string, values: object) => ({
			...calling,
			tool_calls: [
				{ id: name, type: 'function', function: { name, arguments: JSON.stringify(values) } },
			],
		});
		const seen = { ...observed, content: 'x\n(Open file: /repo/a.py)\nbash-$' };
		const messages = only(
			await read([
				task,
				calls('open', { path: 'a.py' }),
				{ ...seen, tool_call_ids: ['open'] },
				calls('edit', { search: 'a', replace: 'b' }),
				{ ...seen, tool_call_ids: ['edit'] },
				calls('insert', { path: 'b.py', text: 'c' }),
			]),
		).messages;
		assert.deepEqual(
			messages.flatMap(toolCallsOf).map(({ arguments: text }) => JSON.parse(text) as unknown),
			[
				{ path: 'a.py' },
				{ path: '/repo/a.py', search: 'a', replace: 'b' },
				{ path: 'b.py', text: 'c' },
			],
		);
	});

	it('shows demonstrations as what the program told, not as what was done', async () => {
		const demonstration = [task, calling, observed].map((entry) => ({ ...entry, is_demo: true }));
		const [system, ...rest] = history;
		assert.deepEqual((await sketches(system, ...demonstration, ...rest)).slice(1, 3), [
			'user (client): [user]\nSolve this.\nISSUE:\nRounding is off\nHi!\n\n[assistant]\nI look.\n\n[tool]\nsrc/\r\ntests/',
			'user (person): Solve this.\nISSUE:\nRounding is off\nHi!',
		]);
		assert.equal((await sketches(...demonstration)).length, 1);
	});

	it('tells of results that answer no call', async () => {
		const { problems } = await read([...history, { ...observed, tool_call_ids: ['b'] }]);
		assert.deepEqual(problems, [
			{ line: 1, message: 'Message 5: it answers no call that is in the file; it was kept.' },
		]);
	});

	it('has results behind the calls they name', async () => {
		const [call] = calling.tool_calls;
		const both = { ...calling, tool_calls: [call, { ...call, id: 'b' }] };
		const second = { ...observed, content: 'B', tool_call_ids: ['b'] };
		assert.deepEqual((await sketches(task, both, second, observed)).slice(1), [
			'assistant: I look. (a, b)',
			'tool a: src/\r\ntests/',
			'tool b: B',
		]);
	});

	it('may call with an id twice', async () => {
		assert.deepEqual((await sketches(...history, calling, observed)).slice(4), [
			'assistant: I look. (a_2)',
			'tool a_2: src/\r\ntests/',
		]);
	});
});

describeDocumentDefects('swe-agent', (list) => ({ environment: 'main', history: list }), history);
