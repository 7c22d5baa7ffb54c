import assert from 'node:assert/strict';
import { assistant, call, other, result, user } from './claudeLines.ts';
import { only, read, sketch, sketches } from '../../reading.ts';

describe('Claude Code: going back', () => {
	it('leaves the branch out that was left, and counts its messages', async () => {
		const transcript = await read(
			user('go', { uuid: '1', parentUuid: null }),
			assistant('m1', 'Gone.', { uuid: '2', parentUuid: '1' }),
			other('system', { subtype: 'turn_duration', uuid: '3', parentUuid: '2' }),
			user('left', { uuid: '4', parentUuid: '3' }),
			assistant('m2', call('a'), { uuid: '5', parentUuid: '4' }),
			user([result('a', 'A')], { uuid: '6', parentUuid: '5' }),
			user('right', { uuid: '7', parentUuid: '3' }),
			assistant('m3', 'Right.', { uuid: '8', parentUuid: '7' }),
		);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: go', 'assistant: Gone.', 'user: right', 'assistant: Right.'],
		);
		assert.deepEqual(transcript.problems, [
			{
				line: 4,
				message: 'The user rewound the session; 3 messages are not shown.',
				isRewind: true,
			},
		]);
	});

	it('is seen in what stands before a compaction or a lost line', async () => {
		for (const root of [null, 'lost']) {
			const messages = await sketches(
				user('go', { uuid: '1', parentUuid: null }),
				user('left', { uuid: '2', parentUuid: '1' }),
				user('right', { uuid: '3', parentUuid: '1' }),
				other('system', { subtype: 'compact_boundary', uuid: '4', parentUuid: root }),
				user('summary', { uuid: '5', parentUuid: '4', isCompactSummary: true }),
			);
			assert.deepEqual(messages, ['user: go', 'user: right']);
		}
	});
});

describe('Claude Code: a conversation without branches loses nothing', () => {
	it('when parallel calls fork the tree', async () => {
		const messages = await sketches(
			user('go', { uuid: '1', parentUuid: null }),
			assistant('m1', call('a'), { uuid: '2', parentUuid: '1' }),
			assistant('m1', call('b'), { uuid: '3', parentUuid: '2' }),
			user([result('a', 'A')], { uuid: '4', parentUuid: '2' }),
			user('skill text', { uuid: '5', parentUuid: '4', isMeta: true }),
			user([result('b', 'B')], { uuid: '6', parentUuid: '3' }),
			assistant('m2', 'Done.', { uuid: '7', parentUuid: '6' }),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: (a, b)',
			'tool a: A',
			'tool b: B',
			'user (client): skill text',
			'assistant: Done.',
		]);
	});

	it('when parents are not in the file', async () => {
		const messages = await sketches(
			user('one', { uuid: '1', parentUuid: 'lost' }),
			user('two', { uuid: '2', parentUuid: '1' }),
			user('three', { uuid: '3', parentUuid: 'lost too' }),
		);
		assert.deepEqual(messages, ['user: one', 'user: two', 'user: three']);
	});

	it('when a compaction keeps the tail and the next prompt hangs on it', async () => {
		const messages = await sketches(
			user('one', { uuid: '1', parentUuid: null }),
			assistant('m1', 'One.', { uuid: '2', parentUuid: '1' }),
			other('system', {
				subtype: 'compact_boundary',
				uuid: '3',
				parentUuid: null,
				logicalParentUuid: '2',
			}),
			user('summary', { uuid: '4', parentUuid: '3', isCompactSummary: true }),
			user('two', { uuid: '5', parentUuid: '2' }),
		);
		assert.deepEqual(messages, ['user: one', 'assistant: One.', 'user: two']);
	});

	it('when a resumed session writes its lines again', async () => {
		const first = user('one', { uuid: '1', parentUuid: null });
		const second = assistant('m1', 'One.', { uuid: '2', parentUuid: '1' });
		assert.deepEqual(
			await sketches(first, second, first, second, user('two', { uuid: '3', parentUuid: '2' })),
			['user: one', 'assistant: One.', 'user: two'],
		);
	});

	it('when a line has the id of one that says something else', async () => {
		const lines = [
			user('go', { uuid: 'a', parentUuid: null }),
			assistant('m', 'One.', { uuid: 'b', parentUuid: 'a' }),
			user('and on', { uuid: 'b', parentUuid: 'a' }),
			assistant('n', 'Two.', { uuid: 'c', parentUuid: 'b' }),
		];
		const transcript = await read(...lines);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: go', 'assistant: One.', 'user: and on', 'assistant: Two.'],
		);
		assert.deepEqual(
			transcript.problems.map(({ line }) => line),
			[3],
		);
	});

	it('when parents run in a circle', async () => {
		const messages = await sketches(
			user('one', { uuid: '1', parentUuid: '3' }),
			user('two', { uuid: '2', parentUuid: '1' }),
			user('three', { uuid: '3', parentUuid: '2' }),
		);
		assert.deepEqual(messages, ['user: one', 'user: two', 'user: three']);
		const beside = await sketches(
			user('one', { uuid: '1', parentUuid: '2' }),
			user('two', { uuid: '2', parentUuid: '1' }),
			user('three', { uuid: '3', parentUuid: '3' }),
			user('four', { uuid: '4', parentUuid: '3' }),
		);
		assert.equal(beside.length, 4);
	});
});
