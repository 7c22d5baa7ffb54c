import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { call, event, item, line, message, meta, output, says, typed } from './codexLines.ts';
import { describeDocumentDefects, describeLineDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, read, sketch, sketches } from '../../reading.ts';

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
			meta({ cli_version: '0.121.0' }),
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

	it('loses nothing when no turn was taken back', async () => {
		const rolledBack = event('thread_rolled_back', { num_turns: 0 });
		assert.deepEqual(await sketches(...typed('one'), rolledBack), ['user: one']);
		assert.deepEqual(await sketches(says('assistant', '1'), rolledBack), ['assistant: 1']);
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

	it('are recognised by their items alone, when their start is lost', async () => {
		const transcript = await read(message('user', 'go'), message('assistant', 'Done.'));
		assert.equal(transcript.format, 'codex');
	});

	it('are recognised by their first line alone', async () => {
		const long = { type: 'reasoning', summary: [], encrypted_content: 'x'.repeat(100_000) };
		const first = { ...start, instructions: null };
		const transcript = await read(first, long, message('user', 'go'));
		assert.equal(transcript.format, 'codex');
		assert.equal(only(transcript).messages.length, 1);
	});
});

describe('Codex: the first versions', () => {
	it('hold items in one document', async () => {
		const document = {
			session: { timestamp: '2025-05-01T10:00:00Z', id: 's', instructions: '' },
			items: [
				message('user', 'go'),
				{ type: 'function_call', id: 'f', call_id: 'a', name: 'shell', arguments: '{}' },
				{ type: 'function_call_output', call_id: 'a', output: 'A' },
				message('assistant', 'Done.'),
			],
		};
		for (const text of [JSON.stringify(document), JSON.stringify(document, null, 2)]) {
			const transcript = await openTranscript(memorySource(text));
			assert.equal(transcript.format, 'codex');
			assert.deepEqual(
				only(transcript).messages.map((each) => sketch(each)),
				['user: go', 'assistant: (a)', 'tool a: A', 'assistant: Done.'],
			);
		}
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

describeDocumentDefects('codex', (items) => ({ session: { id: 's', timestamp: 't' }, items }), [
	message('user', 'go'),
	message('assistant', 'Done.'),
]);
