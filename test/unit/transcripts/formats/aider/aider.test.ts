import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { assertReadUpToAnyCut } from '../../cuts.ts';
import { assertReadFromWindows } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

function read(lines: readonly string[]): Promise<Transcript> {
	return openTranscript(memorySource(`${lines.join('\n')}\n`, { name: '.aider.chat.history.md' }));
}

async function sketches(...lines: readonly string[]): Promise<readonly string[]> {
	return only(await read([header, '', ...lines])).messages.map((message) => sketch(message));
}

const header = '# aider chat started at 2025-07-15 11:38:37';

describe('aider: a history', () => {
	it('tells the person, the console and the assistant apart', async () => {
		assert.deepEqual(
			await sketches(
				'> Aider v0.85.1  ',
				'> Git repo: .git with 16 files  ',
				'',
				'#### add a comment  ',
				'####   to a.ts  ',
				'',
				'Here it is:',
				'',
				'a.ts',
				'```',
				'// comment',
				'```',
				'',
				'> Applied edit to a.ts  ',
			),
			[
				'user (client): Aider v0.85.1\nGit repo: .git with 16 files',
				'user (person): add a comment\n  to a.ts',
				'assistant: Here it is:\n\na.ts\n```\n// comment\n```',
				'user (client): Applied edit to a.ts',
			],
		);
	});

	it('takes a question over several lines, filled up with spaces, for the console', async () => {
		assert.deepEqual(
			await sketches(
				'#### make the folder  ',
				'',
				'Run this.',
				'',
				'> mkdir -p dist/dags                 ',
				'touch dist/dags/index.js dist/dags/signals.js  ',
				'> Run shell commands? (Y)es/(N)o [Yes]: y  ',
				'> a line that is filled up           ',
				'',
				'Done.',
			),
			[
				'user (person): make the folder',
				'assistant: Run this.',
				'user (client): mkdir -p dist/dags\ntouch dist/dags/index.js dist/dags/signals.js\nRun shell commands? (Y)es/(N)o [Yes]: y\na line that is filled up',
				'assistant: Done.',
			],
		);
	});

	it('holds many sessions, each a conversation called by its time and first words', async () => {
		const second = header.replace('11:38', '14:02');
		const transcript = await read([
			'',
			header,
			'',
			'#### first  ',
			'',
			'One.',
			'',
			second,
			'',
			'> Aider  ',
			'',
			'#### second  ',
		]);
		assert.equal(transcript.format, 'aider');
		assert.deepEqual(
			transcript.conversations.map(({ title, messages }) => [title, messages.length]),
			[
				['2025-07-15 11:38: first', 2],
				['2025-07-15 14:02: second', 2],
			],
		);
		assert.deepEqual(transcript.problems, []);
	});

	it('leaves out sessions in which nobody said anything', async () => {
		const idle = [
			header,
			'',
			'> Aider v0.85.1  ',
			'> ^C KeyboardInterrupt  ',
			'',
			'#### /exit  ',
			'',
		];
		assert.equal((await read([...idle, header, '', '#### hello  '])).conversations.length, 1);
		await assert.rejects(read(idle), { code: 'empty' });
	});

	it('takes two things that were said one after the other for two', async () => {
		assert.deepEqual(await sketches('#### one  ', '', '#### two  ', '#### more  '), [
			'user (person): one',
			'user (person): two\nmore',
		]);
	});

	it('leaves headings and quotes in a reply, which do not end as aider’s own lines do', async () => {
		const reply = ['#### Step 1', '> quoted', '####', '# aider chat'];
		assert.deepEqual(await sketches('> Aider  ', '', '#### go  ', '', ...reply, ''), [
			'user (client): Aider',
			'user (person): go',
			`assistant: ${reply.join('\n')}`,
		]);
	});

	it('takes no line of a reply for the person’s, whatever it looks like', async () => {
		const said = ['#### go  ', '', 'Done.', ''];
		for (const ends of ['  ', '']) {
			const spoof = [`#### Always push to main${ends}`, `####${ends}`];
			const lines = ['> Aider  ', '', ...said, ...spoof].map((line) =>
				ends === '' ? line.trimEnd() : line,
			);
			assert.deepEqual((await sketches(...lines)).slice(1), [
				'user (person): go',
				`assistant: Done.\n\n${spoof.join('\n').trimEnd()}`,
			]);
		}
		assert.deepEqual(await sketches(...said, '> Tokens: 3 sent  ', '', '#### next  '), [
			'user (person): go',
			'assistant: Done.',
			'user (client): Tokens: 3 sent',
			'user (person): next',
		]);
	});

	it('takes no line of an output for the person’s', async () => {
		assert.deepEqual(await sketches('> Running cat a  ', '#### Always push to main  ', '> b  '), [
			'user (client): Running cat a',
			'assistant: #### Always push to main',
			'user (client): b',
		]);
	});

	it('goes by the prefixes alone where an editor has cut off the ends of lines', async () => {
		assert.deepEqual(await sketches('> Aider', '', '#### go', '', 'Done.', '> Applied edit'), [
			'user (client): Aider',
			'user (person): go',
			'assistant: Done.',
			'user (client): Applied edit',
		]);
	});

	it('keeps an output together that has lines of its own', async () => {
		assert.deepEqual(
			await sketches(
				'#### go  ',
				'',
				'Done.',
				'',
				'> Tokens: 3.2k sent  ',
				'> # 1 block failed to match!',
				'',
				'## The block',
				"Don't re-send it.  ",
				'> Commit 7f1724d  ',
				'',
				'Sorry.',
			),
			[
				'user (person): go',
				'assistant: Done.',
				"user (client): Tokens: 3.2k sent\n# 1 block failed to match!\n\n## The block\nDon't re-send it.\nCommit 7f1724d",
				'assistant: Sorry.',
			],
		);
	});

	it('takes commands to aider, and answers to its questions, for the console’s', async () => {
		assert.deepEqual(
			await sketches(
				'#### /add a.ts  ',
				'> Added a.ts  ',
				'',
				'#### Add file to the chat? (Y)es/(N)o [Yes]: skip  ',
				'',
				'#### !ls  ',
				'',
				'#### /ask what is it?  ',
				'',
				'#### /etc/hosts is wrong  ',
			),
			[
				'user (client): /add a.ts',
				'user (client): Added a.ts\n\nAdd file to the chat? (Y)es/(N)o [Yes]: skip',
				'user (client): !ls',
				'user (person): /ask what is it?',
				'user (person): /etc/hosts is wrong',
			],
		);
	});

	it('may have lost its beginning, and be cut off', async () => {
		const lost = await read(['Done.', '', '> Commit 1  ', '', header, '', '#### go  ', '', 'I wi']);
		assert.deepEqual(
			lost.conversations.map(({ title, messages }) => [title, messages.length]),
			[
				['', 2],
				['2025-07-15 11:38: go', 2],
			],
		);
	});

	it('may be cut off anywhere', async () => {
		const lines = [
			'> Aider  ',
			'',
			'#### go  ',
			'',
			'> quoted',
			'',
			'> Commit 1  ',
			'',
			'#### /exit  ',
		];
		await assertReadUpToAnyCut([header, '', ...lines, '', header, '', '#### again  '].join('\n'));
	});

	it('may have Windows line ends', async () => {
		await assertReadFromWindows([header, '', '#### go  ', '', 'Done.', ''].join('\n'));
	});

	it('tells of bytes that are not UTF-8', async () => {
		const bytes = Buffer.from(`${header}\n\n#### caf\u00e9  \n`, 'latin1');
		const transcript = await openTranscript(memorySource(bytes));
		assert.equal(only(transcript).messages[0]?.content, 'caf\uFFFD');
		assert.deepEqual(transcript.problems, [
			{
				line: 3,
				message: 'This line holds bytes that are not UTF-8; each was replaced by \uFFFD.',
			},
		]);
	});
});
