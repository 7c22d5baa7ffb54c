import assert from 'node:assert/strict';
import { describeLineDefects } from '../../defects.ts';
import { only, read, sketches } from '../../reading.ts';

function line(role: string, ...content: readonly object[]): object {
	return { role, message: { content } };
}

const text = (words: string): object => ({ type: 'text', text: words });

const session = [
	line('user', text('<user_query>\nlist the files\n</user_query>')),
	line('assistant', text('I look.'), {
		type: 'tool_use',
		name: 'Shell',
		input: { command: 'ls', description: 'List' },
	}),
	{ type: 'turn_ended', status: 'success' },
	line('user', text('<user_query>thanks</user_query>')),
];

describe("a transcript of Cursor's agents", () => {
	it('has what was said, and calls without results', async () => {
		const transcript = await read(...session);
		assert.equal(transcript.format, 'cursor-transcript');
		assert.deepEqual(transcript.problems, []);
		assert.equal(only(transcript).title, 'list the files');
		assert.deepEqual(await sketches(...session), [
			'user (person): list the files',
			'assistant: I look. (call)',
			'user (person): thanks',
		]);
	});

	it('tells of kinds of lines and blocks that are not known', async () => {
		const { problems } = await read(
			...session,
			{ type: 'branch' },
			line('assistant', { type: 'custom', text: 'x' }),
		);
		assert.deepEqual(
			problems.map(({ line: place }) => place),
			[5, 6],
		);
	});
});

describeLineDefects('cursor-transcript', session);
