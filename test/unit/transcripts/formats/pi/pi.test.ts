import assert from 'node:assert/strict';
import { describeLineDefects } from '../../defects.ts';
import { only, read, sketches } from '../../reading.ts';
import { entry, header, message, toolCall } from './piLines.ts';

/** What is wrong with a session, with the lines. */
async function problems(...records: readonly object[]): Promise<readonly string[]> {
	const transcript = await read(...records);
	return transcript.problems.map(({ line, message: text }) => `${line}: ${text}`);
}

describe('a Pi session', () => {
	it('is known by its header, or by what it holds', async () => {
		const hello = message('a', null, 'user', 'hello');
		const result = message('b', 'a', 'toolResult', 'R', { toolCallId: 't' });
		assert.equal((await read(header(), hello)).format, 'pi');
		assert.equal(
			(await read(hello, message('x', 'a', 'assistant', [toolCall('t')]), result)).format,
			'pi',
		);
	});

	it('has results behind their calls, in the order of the calls', async () => {
		const messages = await sketches(
			header(),
			message('a', null, 'user', [{ type: 'text', text: 'go' }]),
			message('b', 'a', 'assistant', [
				{ type: 'thinking', thinking: 'hm' },
				{ type: 'text', text: 'Two.' },
				toolCall('t1'),
				toolCall('t2'),
			]),
			message('c', 'b', 'toolResult', [{ type: 'text', text: 'R2' }], { toolCallId: 't2' }),
			message('d', 'c', 'toolResult', 'R1', { toolCallId: 't1', isError: true }),
			message('e', 'd', 'assistant', [], { stopReason: 'aborted' }),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: Two. (t1, t2)',
			'tool t1: R1',
			'tool t2: R2',
		]);
	});

	it('gives a result without an id to the first call that waits for one', async () => {
		const messages = await sketches(
			header(),
			message('a', null, 'user', 'go'),
			message('b', 'a', 'assistant', [toolCall('t')]),
			message('c', 'b', 'toolResult', 'R'),
		);
		assert.deepEqual(messages, ['user: go', 'assistant: (t)', 'tool t: R']);
	});

	it('tells what the person said from what was put in', async () => {
		const ran = { command: 'ls', output: 'a\n', exitCode: 2 };
		const messages = await sketches(
			header(),
			message('a', null, 'user', 'hello'),
			message('b', 'a', 'bashExecution', undefined, ran),
			message('c', 'b', 'bashExecution', undefined, { ...ran, excludeFromContext: true }),
			message('d', 'c', 'bashExecution', undefined, { command: 'x', output: '', cancelled: true }),
			entry('custom_message', 'e', 'd', { customType: 'x', content: 'from an extension' }),
			message('f', 'e', 'hookMessage', 'from a hook'),
			message('g', 'f', 'system', 'be brief'),
		);
		assert.deepEqual(messages, [
			'user: hello',
			'user (client): Ran `ls`\n```\na\n\n```\n\nCommand exited with code 2',
			'user (client): Ran `x`\n(no output)\n\n(command cancelled)',
			'user (client): from an extension',
			'user (client): from a hook',
			'system: be brief',
		]);
	});

	it('has the title the person gave it last, or its first words', async () => {
		const hello = message('a', null, 'user', 'hello');
		assert.equal(only(await read(header(), hello)).title, 'hello');
		const named = entry('session_info', 'b', 'a', { name: 'First' });
		const renamed = entry('session_info', 'c', 'b', { name: 'Second' });
		assert.equal(only(await read(header(), hello, named, renamed)).title, 'Second');
	});

	it('names what it does not know once', async () => {
		const found = await problems(
			header(),
			message('a', null, 'user', [{ type: 'hologram' }]),
			entry('telepathy', 'b', 'a', {}),
			entry('telepathy', 'c', 'b', {}),
			message('d', 'c', 'robot', 'beep'),
			entry('model_change', 'e', 'd', {}),
		);
		assert.deepEqual(found, [
			'3: 2 records of the unknown kind "telepathy" were left out.',
			'5: A record of the unknown kind "message of robot" was left out.',
			'2: A block of the unknown kind "hologram" was shown as a mark.',
		]);
	});
});

describe('a Pi session that was compacted', () => {
	const before = [
		header(),
		message('a', null, 'user', 'first'),
		message('b', 'a', 'assistant', 'one'),
		message('c', 'b', 'user', 'second'),
		message('d', 'c', 'assistant', 'two'),
	];
	const after = [message('f', 'e', 'user', 'third')];
	const compaction = (more: object): object =>
		entry('compaction', 'e', 'd', { summary: 'So far.', tokensBefore: 1_000, ...more });

	it('has its whole log, and the summary beside it', async () => {
		const { messages, earlier } = only(
			await read(...before, compaction({ firstKeptEntryId: 'c' }), ...after),
		);
		assert.equal(messages.length, 5);
		assert.deepEqual(earlier, [
			{
				range: { start: 0, end: 2 },
				at: 4,
				summary: 'So far.',
				tokensBefore: 1_000,
				time: Date.UTC(2026, 0, 1),
			},
		]);
	});

	it('by an extension is not Pi’s', async () => {
		const { earlier } = only(await read(...before, compaction({ fromHook: true })));
		assert.equal(earlier?.[0]?.byPlugin, true);
	});

	it('by the first version has no ids: each line follows the one before, and what was kept is a line', async () => {
		const [first = {}, ...others] = before;
		const untied = [...others, compaction({ firstKeptEntryIndex: 3 }), ...after].map((each) => ({
			...each,
			id: undefined,
			parentId: undefined,
		}));
		const { messages, earlier } = only(await read(first, ...untied));
		assert.equal(messages.length, 5);
		assert.deepEqual(earlier?.[0]?.range, { start: 0, end: 2 });
	});
});

describe('a Pi session that is a tree', () => {
	it('is read along the way to its newest entry', async () => {
		const records = [
			header(),
			message('a', null, 'user', 'first'),
			message('b', 'a', 'assistant', 'one'),
			message('c', 'b', 'user', 'left'),
			message('d', 'c', 'assistant', 'behind'),
			entry('branch_summary', 'e', 'b', { fromId: 'd', summary: 'Was a dead end.' }),
			message('f', 'e', 'user', 'taken'),
		];
		const [, , introduction, ...rest] = await sketches(...records);
		assert.match(introduction ?? '', /^user \(summary\): .*branch[^]*Was a dead end\./);
		assert.deepEqual(rest, ['user: taken']);
		assert.deepEqual(await problems(...records), [
			'4: The user rewound the session; 2 messages are not shown.',
		]);
	});

	it('can be gone back to where it was left', async () => {
		const messages = await sketches(
			header(),
			message('a', null, 'user', 'first'),
			message('b', 'a', 'user', 'here'),
			message('c', 'a', 'user', 'there'),
			message('d', 'b', 'user', 'here again'),
		);
		assert.deepEqual(messages, ['user: first', 'user: here', 'user: here again']);
	});

	it('is read in the order of the file where its parents run in a circle', async () => {
		const records = [
			header(),
			message('a', 'b', 'user', 'first'),
			message('b', 'a', 'user', 'second'),
		];
		assert.deepEqual(await sketches(...records), ['user: first', 'user: second']);
		assert.deepEqual(await sketches(header(), message('a', 'a', 'user', 'alone')), ['user: alone']);
	});
});

describeLineDefects('pi', [
	header(),
	message('a', null, 'user', 'go'),
	message('b', 'a', 'assistant', [toolCall('t')]),
	message('c', 'b', 'toolResult', 'R', { toolCallId: 't' }),
]);
