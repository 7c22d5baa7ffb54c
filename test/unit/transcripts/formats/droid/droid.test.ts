import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { describeLineDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, read, sketch, sketches } from '../../reading.ts';

function start(more: object = {}): object {
	return { type: 'session_start', id: 's', title: 'A title', version: '0.81.0', ...more };
}

function message(role: string, ...content: readonly (string | object)[]): object {
	const blocks = content.map((each) =>
		typeof each === 'string' ? { type: 'text', text: each } : each,
	);
	return { type: 'message', id: 'm', message: { role, content: blocks } };
}

const use = (id: string): object => ({ type: 'tool_use', id, name: 'Execute', input: { id } });
const result = (id: string, content: string, more: object = {}): object => ({
	type: 'tool_result',
	tool_use_id: id,
	content,
	...more,
});

describeLineDefects('droid', [
	start(),
	message('user', 'go'),
	message('assistant', use('a')),
	message('user', result('a', 'A')),
]);

describe('a Droid session', () => {
	it('tells its version and title, or its first words where it has none yet', async () => {
		const transcript = await read(start(), message('user', 'hello'));
		assert.equal(transcript.format, 'droid');
		assert.equal(transcript.version, '0.81.0');
		assert.equal(only(transcript).title, 'A title');
		const named = await read(start({ sessionTitle: 'Better' }), message('user', 'hello'));
		assert.equal(only(named).title, 'Better');
		const unnamed = await read(start({ title: 'New Session' }), message('user', 'hello'));
		assert.equal(only(unnamed).title, 'hello');
	});

	it('has results behind their calls, in the order of the calls', async () => {
		const messages = await sketches(
			start(),
			message('assistant', { type: 'thinking', thinking: 'hm' }, 'Two.', use('a'), use('b')),
			message('user', result('b', 'B', { is_error: true }), result('a', 'A'), 'and then'),
			message('assistant', 'Done.'),
		);
		assert.deepEqual(messages, [
			'assistant: Two. (a, b)',
			'tool a: A',
			'tool b: B',
			'user: and then',
			'assistant: Done.',
		]);
	});

	it('tells reminders from what the person wrote', async () => {
		const reminder = '<system-reminder>\nToday is Monday.\n</system-reminder>';
		assert.deepEqual(await sketches(start(), message('user', reminder, 'hello')), [
			`user (client): ${reminder}`,
			'user: hello',
		]);
	});

	it('has the summary of a compaction beside the log', async () => {
		const { messages, earlier } = only(
			await read(
				start(),
				message('user', 'first'),
				message('assistant', 'one'),
				{ type: 'compaction_state', summaryText: 'So far.', timestamp: '1970-01-01T00:00:01Z' },
				{ type: 'compaction_state', summaryKind: 'provider_switch_serialization' },
				message('user', 'second'),
			),
		);
		assert.equal(messages.length, 3);
		assert.deepEqual(earlier, [
			{ range: { start: 0, end: 2 }, at: 2, summary: 'So far.', time: 1_000 },
		]);
	});

	it('begins with the summary where nothing before it is in the file', async () => {
		const compaction = { type: 'compaction_state', summaryText: 'So far.' };
		assert.deepEqual(await sketches(start(), compaction, message('user', 'second')), [
			'user (summary): So far.',
			'user: second',
		]);
	});

	it('is read as far as it goes, and says what is wrong', async () => {
		const text =
			jsonl(
				start(),
				message('user', 'hello', { type: 'hologram' }),
				{ type: 'todo_state' },
				{ type: 'telepathy' },
				{ type: 'message', message: { role: 'robot' } },
				7,
				message('user', result('gone', 'R')),
			) + '{"type":"mess';
		const transcript = await openTranscript(memorySource(text));
		assert.deepEqual(
			only(transcript).messages.map((each) => sketch(each)),
			['user: hello\n[hologram]', 'tool gone: R'],
		);
		assert.deepEqual(
			transcript.problems.map(({ line, message: said }) => `${line}: ${said}`),
			[
				'2: A block of type "hologram" cannot be shown; [hologram] stands for it.',
				'5: This line is a message without readable content; it was left out.',
				'6: This line is no Droid record; it was left out.',
				'7: This result answers no call that is in the file; it was kept.',
				'8: The last line is cut off in the middle; it was left out.',
				'4: A record of the unknown kind "telepathy" was left out.',
			],
		);
	});

	it('says when it holds no message', async () => {
		await assert.rejects(read(start()), {
			code: 'empty',
			message: /recognised as a Droid session/,
		});
	});
});
