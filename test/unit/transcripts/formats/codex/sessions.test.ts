import assert from 'node:assert/strict';
import { call, event, item, line, meta, output, says, typed } from './codexLines.ts';
import { describeLineDefects } from '../../defects.ts';
import { only, read, sketches } from '../../reading.ts';

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

	it('has the name the thread was given', async () => {
		const transcript = await read(
			meta({ cli_version: '0.118.0' }),
			...typed('fix it'),
			meta({ cli_version: '0.121.0' }),
			event('thread_name_updated', { thread_name: 'Fix issue 6' }),
		);
		assert.equal(transcript.format, 'codex');
		assert.equal(only(transcript).title, 'Fix issue 6');
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
				message: 'The user rewound the session; 5 messages are not shown.',
				isRewind: true,
			},
		]);
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
