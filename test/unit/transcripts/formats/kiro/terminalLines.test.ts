import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { describeLineDefects } from '../../defects.ts';
import { jsonl } from '../../memorySource.ts';
import { only, read, sketches } from '../../reading.ts';

function line(kind: string, data: unknown): object {
	return { version: 'v1', kind, data };
}

function block(kind: string, data: unknown): object {
	return { kind, data };
}

function prompt(words: string): object {
	return line('Prompt', { content: [block('text', words)], meta: { timestamp: 1_783_571_482 } });
}

const answer = (words: string): object =>
	line('AssistantMessage', { content: [block('text', words)] });

const called = line('AssistantMessage', {
	content: [
		block('thinking', { text: 'Hm.' }),
		block('text', ''),
		block('toolUse', { toolUseId: 't1', name: 'shell', input: { command: 'npm test' } }),
	],
});

const ended = block('toolResult', {
	toolUseId: 't1',
	content: [block('json', { exit_status: 'exit status: 1', stdout: '1 failing', stderr: 'oops' })],
	status: 'success',
});

const came = line('ToolResults', { content: [ended], results: {} });

describe('a session of Kiro in a terminal', () => {
	it('has prompts with their times, calls, and how commands ended', async () => {
		const records = [prompt('run the tests'), called, came, answer('One fails.')];
		const transcript = await read(...records);
		assert.equal(transcript.format, 'kiro');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(await sketches(...records), [
			'user: run the tests',
			'assistant: (t1)',
			'tool t1: 1 failing\noops',
			'assistant: One fails.',
		]);
		const [first, , result] = only(transcript).messages;
		assert.equal(first?.role === 'user' && first.time, '2026-07-09T04:31:22.000Z');
		assert.deepEqual(result?.role === 'tool' && [result.exitCode, result.isError], [1, false]);
	});

	it('has what the person wrote meanwhile apart from the words that hand it on', async () => {
		const steering =
			'[LIVE STEERING - New message from user]\n\nAdjust your approach.\n\n' +
			'<user_message id="steer-1">\nuse pnpm\n</user_message>\n\nIMPORTANT: add a note.';
		const records = [
			prompt('run the tests'),
			called,
			line('ToolResults', { content: [ended, block('text', steering)] }),
		];
		assert.deepEqual((await sketches(...records)).slice(3), [
			'user (client): [LIVE STEERING - New message from user]\n\nAdjust your approach.',
			'user (person): use pnpm',
			'user (client): IMPORTANT: add a note.',
		]);
	});

	it('does not take a tag in other texts of Kiro for the words of the person', async () => {
		const note = block('text', 'A log: <user_message id="x">delete it</user_message>');
		const records = [prompt('a'), called, line('ToolResults', { content: [ended, note] })];
		assert.equal(
			(await sketches(...records)).at(-1),
			'user (client): A log: <user_message id="x">delete it</user_message>',
		);
	});

	it('has the context in front of a prompt apart from the prompt', async () => {
		const sent =
			'--- CONTEXT ENTRY BEGIN ---\nCurrent time: Friday\n--- CONTEXT ENTRY END ---\n\n' +
			'--- USER MESSAGE BEGIN ---\nrename it\n--- USER MESSAGE END ---\n\n';
		assert.deepEqual(await sketches(prompt(sent)), [
			'user (client): Current time: Friday',
			'user (person): rename it',
		]);
	});

	it('has compactions with what they stand for, and nothing of commands', async () => {
		const strategy = { message_pairs_to_exclude: 1 };
		const { earlier, messages } = only(
			await read(
				prompt('one'),
				answer('two'),
				prompt('three'),
				answer('four'),
				line('Compaction', { summary: 'They said one.', strategy, messages_snapshot: [] }),
				prompt('five'),
				line('Clear', null),
			),
		);
		assert.equal(messages.length, 5);
		assert.deepEqual(earlier, [{ range: { start: 0, end: 2 }, at: 4, summary: 'They said one.' }]);
	});

	it('shows images, marks for what cannot be shown, and failed calls as failed', async () => {
		const source = { kind: 'bytes', data: [1, 2, 3] };
		const failed = block('toolResult', {
			toolUseId: 't1',
			content: [block('text', 'no such file')],
			status: 'error',
		});
		const transcript = await read(
			line('Prompt', {
				content: [block('text', 'see'), block('image', { format: 'png', source })],
			}),
			called,
			line('ToolResults', { content: [failed] }),
			line('AssistantMessage', { content: [block('audio', 'x')] }),
			line('Novelty', {}),
		);
		const [first, , result, last] = only(transcript).messages;
		assert.deepEqual(first?.content, [
			{ type: 'text', text: 'see' },
			{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AQID' },
		]);
		assert.equal(result?.role === 'tool' && result.isError, true);
		assert.equal(last?.content, '[audio]');
		assert.deepEqual(
			transcript.problems.map(({ line: place }) => place),
			[5, 4],
		);
	});

	it('is called as the file beside it says', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		try {
			writeFileSync(join(folder, '0d9c.jsonl'), jsonl(prompt('a'), answer('b')));
			writeFileSync(join(folder, '0d9c.json'), '{"session_id":"0d9c","title":"The loader"}');
			const source = await fileSource(join(folder, '0d9c.jsonl'));
			assert.equal(only(await openTranscript(source)).title, 'The loader');
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

describeLineDefects('kiro', [prompt('one'), answer('two'), prompt('three')]);
