import assert from 'node:assert/strict';
import { compacted, event, item, message, meta, says, typed } from './codexLines.ts';
import { only, read, sketch } from '../../reading.ts';

const introduction =
	'Another language model started to solve this problem and produced a summary of its thinking process. ' +
	'Use this to build on the work that has already been done. Here is the summary produced by the other ' +
	'language model, use the information in this summary to assist with your own analysis:';

const system = meta({ base_instructions: { text: 'You are Codex.' } });

describe('Codex: earlier compactions', () => {
	it('are told beside the full log, by range, place, summary and size', async () => {
		const { messages, earlier } = only(
			await read(
				system,
				...typed('one'),
				says('assistant', '1'),
				event('token_count', { info: { last_token_usage: { total_tokens: 235_662 } } }),
				compacted(`${introduction}\nAll about one.`, message('user', 'one')),
				...typed('two'),
				says('assistant', '2'),
				compacted(`${introduction}\nAll about two.`),
				...typed('three'),
			),
		);
		assert.deepEqual(
			messages.map((each) => sketch(each)),
			[
				'system: You are Codex.',
				'user: one',
				'assistant: 1',
				'user: two',
				'assistant: 2',
				'user: three',
			],
		);
		assert.deepEqual(earlier, [
			{
				range: { start: 1, end: 3 },
				at: 3,
				summary: 'All about one.',
				tokensBefore: 235_662,
			},
			{ range: { start: 1, end: 5 }, at: 5, summary: 'All about two.' },
		]);
	});

	it('take the summary from the end of the new history where it stands only there', async () => {
		const { earlier } = only(
			await read(
				...typed('one'),
				says('assistant', '1'),
				compacted('', message('user', 'one'), message('user', `${introduction}\nAll about it.`)),
			),
		);
		assert.deepEqual(earlier, [{ range: { start: 0, end: 2 }, at: 2, summary: 'All about it.' }]);
	});

	it('leave the reply out that was the summary', async () => {
		const { messages, earlier } = only(
			await read(
				...typed('one'),
				says('assistant', '1'),
				says('assistant', 'All about one.'),
				compacted(`${introduction}\nAll about one.`),
				...typed('two'),
			),
		);
		assert.deepEqual(
			messages.map(({ content }) => content),
			['one', '1', 'two'],
		);
		assert.deepEqual(earlier?.[0]?.range, { start: 0, end: 2 });
	});

	it('that only the provider can read are a problem, once', async () => {
		const opaque = { type: 'compaction', encrypted_content: 'gAAA' };
		const transcript = await read(
			...typed('one'),
			compacted('', message('user', 'one'), opaque),
			...typed('two'),
			compacted('', message('user', 'two')),
			item('compaction', { encrypted_content: 'gAAA' }),
		);
		assert.equal(only(transcript).earlier, undefined);
		assert.equal(only(transcript).messages.length, 2);
		assert.deepEqual(transcript.problems, [
			{
				line: 3,
				message:
					'2 earlier compactions have no summary that can be read; the full log is shown instead.',
			},
		]);
	});

	it('are forgotten with the turns they were made in', async () => {
		const transcript = await read(
			...typed('one'),
			says('assistant', '1'),
			compacted('All about one.'),
			...typed('two'),
			says('assistant', '2'),
			compacted('All about two.'),
			...typed('three'),
			compacted(''),
			event('thread_rolled_back', { num_turns: 2 }),
		);
		assert.deepEqual(
			transcript.problems.map(({ line }) => line),
			[12],
		);
		assert.deepEqual(
			only(transcript).earlier?.map(({ summary }) => summary),
			['All about one.'],
		);
	});
});
