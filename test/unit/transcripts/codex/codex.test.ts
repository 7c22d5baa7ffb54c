import assert from 'node:assert/strict';
import { call, event, item, line, message, meta, output, says, typed } from './codexLines.ts';
import { describeLineDefects } from '../defects.ts';
import { only, read, sketches } from '../reading.ts';

describe('Codex: messages and calls', () => {
	it('are put together from the items of one reply, results in the order of the calls', async () => {
		const messages = await sketches(
			meta(),
			...typed('go'),
			item('reasoning', { summary: [], encrypted_content: 'x' }),
			says('assistant', 'First.'),
			call('a'),
			call('b'),
			event('token_count', { info: null }),
			output('b', 'B'),
			event('exec_command_end', { call_id: 'a', aggregated_output: 'A' }),
			output('a', 'A'),
			call('c'),
			output('c', 'C'),
			event('agent_message', { message: 'Done.' }),
			says('assistant', 'Done.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: First. (a, b)',
			'tool a: A',
			'tool b: B',
			'assistant: (c)',
			'tool c: C',
			'assistant: Done.',
		]);
	});

	it('stay one message when a result stands between the calls', async () => {
		const messages = await sketches(
			...typed('go'),
			call('a'),
			call('b'),
			output('a', 'A'),
			call('c'),
			output('c', 'C'),
			output('b', 'B'),
		);
		assert.deepEqual(messages.slice(1), [
			'assistant: (a, b, c)',
			'tool a: A',
			'tool b: B',
			'tool c: C',
		]);
	});

	it('are not torn apart by what was said before all results were there', async () => {
		const messages = await sketches(
			...typed('go'),
			call('a'),
			says('developer', 'Approved command prefix saved'),
			output('a', 'A'),
			says('assistant', 'Done.'),
		);
		assert.deepEqual(messages.slice(1), [
			'assistant: (a)',
			'tool a: A',
			'user (client): Approved command prefix saved',
			'assistant: Done.',
		]);
	});

	it('keep the text of a patch as an argument', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				item('custom_tool_call', { call_id: 'a', name: 'apply_patch', input: '*** Begin "Patch"' }),
				item('custom_tool_call_output', { call_id: 'a', output: '{"output":"Success."}' }),
			),
		);
		assert.deepEqual(messages.slice(1), [
			{
				role: 'assistant',
				content: '',
				toolCalls: [
					{ id: 'a', name: 'apply_patch', arguments: '{"input":"*** Begin \\"Patch\\""}' },
				],
			},
			{ role: 'tool', toolCallId: 'a', content: '{"output":"Success."}' },
		]);
	});

	it('know the shell, the search for tools, and images the provider makes', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				item('local_shell_call', { call_id: 's', action: { type: 'exec', command: ['ls'] } }),
				output('s', 'a.ts'),
				item('tool_search_call', { call_id: 't', arguments: { query: 'mail' } }),
				item('tool_search_output', {
					call_id: 't',
					tools: [{ name: 'mail', tools: [{ name: 'send' }] }, { name: 'read' }],
				}),
				item('image_generation_call', { id: 'i', revised_prompt: 'a cat', result: 'AAAA' }),
			),
		);
		assert.deepEqual(
			messages.slice(1).map((each) => (each.role === 'assistant' ? each.toolCalls : each.content)),
			[
				[{ id: 's', name: 'local_shell', arguments: '{"type":"exec","command":["ls"]}' }],
				'a.ts',
				[{ id: 't', name: 'tool_search', arguments: '{"query":"mail"}' }],
				'[tool mail.send]\n[tool read]',
				[{ id: 'i', name: 'image_generation', arguments: '{"prompt":"a cat"}' }],
				[{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AAAA' }],
			],
		);
	});

	it('leave a search of the provider without the result that no file has', async () => {
		const messages = await sketches(
			...typed('go'),
			item('web_search_call', { id: 'w', action: { type: 'search', query: 'git' } }),
			call('a'),
			output('a', 'A'),
			call('b'),
			output('b', 'B'),
		);
		assert.deepEqual(messages.slice(1), [
			'assistant: (w, a)',
			'tool a: A',
			'assistant: (b)',
			'tool b: B',
		]);
	});

	it('keep images that were typed in or that a tool gave', async () => {
		const url = 'data:image/png;base64,AAAA';
		const image = { type: 'input_image', image_url: url };
		const { messages } = only(
			await read(
				item('message', { role: 'user', content: [{ type: 'input_text', text: 'look' }, image] }),
				call('a', 'view_image'),
				output('a', [image]),
			),
		);
		assert.deepEqual(messages[0]?.content, [
			{ type: 'text', text: 'look' },
			{ type: 'image', mediaType: 'image/png', url },
		]);
		assert.deepEqual(messages[2]?.content, [{ type: 'image', mediaType: 'image/png', url }]);
	});

	it('take every form in which outputs were saved', async () => {
		const { messages } = only(
			await read(
				...typed('go'),
				...['a', 'b', 'c', 'd'].map((id) => call(id)),
				output('a', [
					{ type: 'input_text', text: 'one' },
					{ type: 'input_text', text: 'two' },
				]),
				output('b', { type: 'input_text', text: 'three' }),
				output('c', { content: 'no such file', success: false }),
				output('d', { what: 4 }),
			),
		);
		assert.deepEqual(messages.slice(2), [
			{ role: 'tool', toolCallId: 'a', content: 'one\ntwo' },
			{ role: 'tool', toolCallId: 'b', content: 'three' },
			{ role: 'tool', toolCallId: 'c', content: 'no such file', isError: true },
			{ role: 'tool', toolCallId: 'd', content: '{"what":4}' },
		]);
	});

	it('leave the last calls open when the session ended there', async () => {
		const messages = await sketches(...typed('go'), call('a'), call('b'), output('a', 'A'));
		assert.deepEqual(messages.slice(1), ['assistant: (a, b)', 'tool a: A']);
	});

	it('get ids of their own where a file uses one twice', async () => {
		const messages = await sketches(
			...typed('go'),
			call('a'),
			output('a', 'one'),
			call('a'),
			output('a', 'two'),
			call('a_2'),
			output('a_2', 'three'),
		);
		assert.deepEqual(messages.slice(1), [
			'assistant: (a)',
			'tool a: one',
			'assistant: (a_2)',
			'tool a_2: two',
			'assistant: (a_2_2)',
			'tool a_2_2: three',
		]);
	});
});

describe('Codex: what is not from the person', () => {
	it('is what the user interface was not told of', async () => {
		const messages = await sketches(
			says('developer', '<permissions instructions>'),
			says('user', '<environment_context>'),
			...typed('go'),
			says('assistant', 'Well.'),
			says('user', 'Some notice of a later version'),
			says('assistant', 'Fine.'),
		);
		assert.deepEqual(messages, [
			'user (client): <permissions instructions>',
			'user (client): <environment_context>',
			'user: go',
			'assistant: Well.',
			'user (client): Some notice of a later version',
			'assistant: Fine.',
		]);
	});

	it('is recognised by its words in a file that does not tell', async () => {
		const messages = await sketches(
			says('user', '<environment_context>'),
			says('user', 'go'),
			says('assistant', 'Well.'),
		);
		assert.deepEqual(messages, ['user: <environment_context>', 'user: go', 'assistant: Well.']);
	});

	it('is told apart also when images stand around the typed words', async () => {
		const content = [
			{ type: 'input_text', text: '<image name=[Image #1]>' },
			{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
			{ type: 'input_text', text: 'look at this' },
		];
		const messages = await sketches(
			item('message', { role: 'user', content }),
			event('user_message', { message: 'look at this\n' }),
			says('assistant', 'Nice.'),
		);
		assert.deepEqual(messages, [
			'user: <image name=[Image #1]>\n[image]\nlook at this',
			'assistant: Nice.',
		]);
	});

	it('is what another agent says', async () => {
		const content = [{ type: 'input_text', text: 'I am done.' }];
		const messages = await sketches(
			...typed('go'),
			item('agent_message', { author: 'b', content }),
		);
		assert.deepEqual(messages[1], 'user (client): I am done.');
	});
});

describe('Codex: the session', () => {
	it('gives the system prompt once, however often it was resumed', async () => {
		const messages = await sketches(
			meta({ base_instructions: { text: 'You are Codex.' } }),
			...typed('go'),
			meta({ base_instructions: { text: 'You are somebody else.' } }),
			says('assistant', 'Well.'),
		);
		assert.deepEqual(messages, ['system: You are Codex.', 'user: go', 'assistant: Well.']);
	});

	it('has the version of the program and the name the thread was given', async () => {
		const transcript = await read(
			meta({ cli_version: '0.118.0' }),
			...typed('fix it'),
			event('thread_name_updated', { thread_name: 'Fix issue 6' }),
		);
		assert.equal(transcript.format, 'codex');
		assert.equal(transcript.version, '0.118.0');
		assert.equal(only(transcript).title, 'Fix issue 6');
	});

	it('is called by its first words without a name', async () => {
		const transcript = await read(says('user', '<environment_context>'), ...typed('fix it'));
		assert.equal(only(transcript).title, 'fix it');
	});

	it('loses the turns that the person took back, and what was prepared for them', async () => {
		const transcript = await read(
			says('developer', '<permissions instructions>'),
			...typed('one'),
			says('assistant', '1'),
			says('developer', '<model_switch>'),
			...typed('two'),
			says('assistant', '2'),
			...typed('three'),
			call('a'),
			event('thread_rolled_back', { num_turns: 2 }),
			...typed('four'),
		);
		assert.deepEqual(
			only(transcript).messages.map(({ content }) => content),
			['<permissions instructions>', 'one', '1', 'four'],
		);
		assert.deepEqual(transcript.problems, [
			{
				line: 12,
				message:
					'5 messages of an abandoned branch left out: the person went back and took another way.',
			},
		]);
	});

	it('keeps what stood before the first turn when all were taken back', async () => {
		const messages = await sketches(
			says('developer', 'rules'),
			...typed('one'),
			event('thread_rolled_back', { num_turns: 9 }),
			...typed('two'),
		);
		assert.deepEqual(messages, ['user (client): rules', 'user: two']);
	});
});

describe('Codex: sessions from before September 2025', () => {
	const state = { record_type: 'state' };
	const start = { id: 's', timestamp: '2025-08-01T10:00:00Z', instructions: 'Be brief.' };

	it('hold items without an envelope', async () => {
		const transcript = await read(
			start,
			state,
			message('user', '<environment_context>'),
			message('user', 'go'),
			state,
			{ type: 'reasoning', summary: [] },
			{ type: 'function_call', id: 'f', name: 'shell', arguments: '{}', call_id: 'a' },
			{ type: 'function_call_output', call_id: 'a', output: '{"output":"A"}' },
			message('assistant', 'Done.'),
		);
		assert.equal(transcript.format, 'codex');
		assert.deepEqual(transcript.problems, []);
		assert.equal(only(transcript).title, 'go');
		assert.deepEqual(await sketches(start, state, message('user', 'go')), [
			'system: Be brief.',
			'user: go',
		]);
		assert.equal(only(transcript).messages.length, 6);
	});

	it('are recognised by their first line alone', async () => {
		const long = message('user', 'x'.repeat(100_000));
		const transcript = await read({ ...start, instructions: null }, long);
		assert.equal(transcript.format, 'codex');
		assert.equal(only(transcript).messages.length, 1);
	});
});

describe('Codex: records', () => {
	it('that nothing is known of are counted once for each kind', async () => {
		const transcript = await read(
			...typed('go'),
			item('telepathy_call', { id: 1 }),
			item('telepathy_call', { id: 2 }),
			line('telepathy', {}),
			item('function_call', { name: 'no id' }),
			line('turn_context', {}),
			line('world_state', {}),
		);
		assert.deepEqual(
			transcript.problems.map((problem) => `${problem.line}: ${problem.message}`),
			[
				'3: 2 records of the unknown kind "telepathy_call" were left out.',
				'5: A record of the unknown kind "telepathy" was left out.',
				'6: A record of the unknown kind "function_call" was left out.',
			],
		);
	});

	it('that are none are reported by line', async () => {
		const transcript = await read(...typed('go'), { hello: 1 }, 7);
		assert.deepEqual(
			transcript.problems.map((problem) => problem.line),
			[3, 4],
		);
	});
});

describeLineDefects('codex', [
	meta({ base_instructions: { text: 'You are Codex.' } }),
	...typed('go'),
	call('a'),
	output('a', 'A'),
	says('assistant', 'Done.'),
]);

describeLineDefects('codex', [
	{ id: 's', timestamp: '2025-08-01T10:00:00Z', instructions: null },
	message('user', 'go'),
	message('assistant', 'Done.'),
]);
