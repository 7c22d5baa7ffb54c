import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

async function sketches(...lines: readonly string[]): Promise<readonly string[]> {
	const text = ['# aider chat started at 2025-07-15 11:38:37', '', ...lines, ''].join('\n');
	const transcript = await openTranscript(memorySource(text, { name: '.aider.chat.history.md' }));
	return only(transcript).messages.map((message) => sketch(message));
}

describe('aider: the prompts of a history', () => {
	it('are there once where a command makes a request, although aider logs it twice', async () => {
		assert.deepEqual(
			await sketches(
				'> Aider  ',
				'',
				'#### /code add a comment  ',
				'',
				'#### add a comment  ',
				'',
				'Done.',
				'',
				'> Tokens: 1k sent  ',
				'',
				'#### /help  ',
				'',
				'#### add a comment  ',
			),
			[
				'user (client): Aider',
				'user (person): /code add a comment',
				'assistant: Done.',
				'user (client): Tokens: 1k sent',
				'user (client): /help',
				'user (person): add a comment',
			],
		);
	});

	it('are told apart behind a formatter of Markdown', async () => {
		assert.deepEqual(
			await sketches(
				'> Aider  ',
				'> Git repo: none',
				'',
				'#### /add a.ts',
				'',
				'#### /drop b.ts',
				'',
				'> Dropped b.ts',
				'',
				'#### add a comment',
				'',
				'#### to a.ts',
				'',
				'Done:',
				'',
				'#### Heading',
				'',
				'> Tokens: 1k sent  ',
				'> Applied edit to a.ts',
				'',
				'#### thanks',
			),
			[
				'user (client): Aider\nGit repo: none',
				'user (client): /add a.ts',
				'user (client): /drop b.ts',
				'user (client): Dropped b.ts',
				'user (person): add a comment\nto a.ts',
				'assistant: Done:\n\n#### Heading',
				'user (client): Tokens: 1k sent\nApplied edit to a.ts',
				'user (person): thanks',
			],
		);
	});
});
