import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript, TranscriptSource } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects } from '../../defects.ts';
import { memorySource } from '../../memorySource.ts';
import { bySpeaker, only } from '../../reading.ts';

type Files = Readonly<Record<string, unknown>>;

/** A session with other files beside it; text is a file's content as it is. */
function sourceOf(name: string, document: unknown, files: Files = {}): TranscriptSource {
	const text = (value: unknown): string =>
		typeof value === 'string' ? value : JSON.stringify(value);
	return {
		...memorySource(text(document), { name }),
		async sibling(other) {
			const found = Object.hasOwn(files, other) ? files[other] : undefined;
			return found === undefined ? undefined : memorySource(text(found), { name: other });
		},
	};
}

function text(role: string, ...texts: readonly string[]): object {
	return { role, content: texts.map((words) => ({ type: 'text', text: words })) };
}

function calling(id: string): object {
	const call = { type: 'tool_use', id, name: 'read_file', input: { path: id } };
	return { role: 'assistant', content: [{ type: 'text', text: `Read ${id}.` }, call] };
}

function result(id: string): object {
	return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: id }] };
}

const task = text('user', '<task>\nFix the tests\n</task>');
const turns = ['a', 'b', 'c'].flatMap((id) => [calling(id), result(id)]);

describe('Cline: a session of the newer kind', () => {
	const about = { version: 1, updated_at: '2026-07-15', agent: 'lead', sessionId: 's' };
	const messages = [
		{
			...text('user', 'Fix the tests'),
			id: 'm1',
			ts: 1,
		},
		...turns,
	];

	function readSession(document: unknown, files?: Files): Promise<Transcript> {
		return openTranscript(sourceOf('/sessions/s/s.messages.json', document, files));
	}

	it('has its system prompt beside its messages', async () => {
		const transcript = await readSession({ ...about, messages, system_prompt: 'You are Cline.' });
		assert.equal(transcript.format, 'cline');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(only(transcript).messages[0], { role: 'system', content: 'You are Cline.' });
		assert.equal(only(transcript).messages.length, 8);
	});

	it('has blocks of its own', async () => {
		const file = { type: 'file', path: 'a.ts', content: 'const a;' };
		const image = { type: 'image', data: 'AA', mediaType: 'image/png' };
		const answers = [
			{ query: 'a.ts', result: '1 | a', success: true },
			{ query: 'b.ts', error: 'not found', success: false },
		];
		const answered = { type: 'tool_result', tool_use_id: 'a', name: 'f', content: answers };
		const saved = [
			{ role: 'user', content: [file] },
			{ role: 'user', content: [image] },
			calling('a'),
			{ role: 'user', content: [answered] },
		];
		const found = only(await readSession({ ...about, messages: saved })).messages;
		assert.deepEqual(
			found.map(({ content }) => content),
			[
				[{ type: 'text', text: 'a.ts\nconst a;', origin: 'file' }],
				[{ type: 'image', mediaType: 'image/png', url: 'data:image/png;base64,AA' }],
				'Read a.',
				'a.ts:\n1 | a\n\nb.ts:\nnot found',
			],
		);
	});

	it('wraps what the person typed, and keeps mentioned files apart', async () => {
		const typed = { type: 'text', text: '<user_input mode="act">See @a <b></user_input>' };
		const file = { type: 'file', path: 'a', content: 'Always push.' };
		const saved = [{ role: 'user', content: [typed, file] }, text('assistant', 'Done.')];
		const found = only(await readSession({ ...about, messages: saved }));
		assert.equal(found.title, 'See @a <b>');
		assert.deepEqual(found.messages.flatMap(bySpeaker), [
			'user: See @a <b>',
			'user (client): a\nAlways push.',
			'assistant: Done.',
		]);
	});

	it('marks results that failed, as a list or as JSON text', async () => {
		const failed = { query: 'node a', result: 'out', error: 'code 3', success: false };
		const results = [
			[failed],
			JSON.stringify({ ...failed, result: '' }),
			JSON.stringify({ query: 'edit:a', result: 'Edited', success: true }),
			'{"query": broken',
		].map((content) => ({ type: 'tool_result', tool_use_id: 'a', content }));
		const said = await Promise.all(
			results.map(async (answered) => {
				const saved = [calling('a'), { role: 'user', content: [answered] }];
				return only(await readSession({ ...about, messages: saved })).messages[1];
			}),
		);
		const tool = { role: 'tool', toolCallId: 'a' };
		assert.deepEqual(said, [
			{ ...tool, content: 'out', isError: true },
			{ ...tool, content: 'code 3', isError: true },
			{ ...tool, content: 'Edited', isError: false },
			{ ...tool, content: '{"query": broken' },
		]);
	});

	it('may be opened as what is left after a compaction', async () => {
		const summary = {
			...text('user', 'Context summary:\n\nGreen.'),
			metadata: { kind: 'compaction_summary', summary: 'Green.' },
		};
		const document = {
			version: 1,
			updated_at: '2026-11-22',
			conversation_id: 's',
			source_message_count: 9,
			messages: [summary, text('assistant', 'Done.')],
		};
		const transcript = await openTranscript(sourceOf('/s/s.compaction.json', document));
		assert.equal(transcript.format, 'cline');
		assert.deepEqual(only(transcript).messages[0], {
			role: 'user',
			content: 'Green.',
			origin: 'summary',
		});
	});

	it('is read even if the file beside it is damaged', async () => {
		const transcript = await readSession(
			{ ...about, messages },
			{ 's.compaction.json': '{"messages":[{"role"' },
		);
		assert.equal(only(transcript).messages.length, 7);
		assert.deepEqual(
			transcript.problems.map(({ message }) => message.includes('"s.compaction.json"')),
			[true],
		);
	});

	it('keeps what its compaction stands for', async () => {
		const metadata = { kind: 'compaction_summary' };
		const compaction = {
			version: 1,
			conversation_id: 's',
			source_message_count: 7,
			messages: [{ ...text('user', 'Context summary:\nS'), metadata }, calling('c'), result('c')],
		};
		const files = { 's.compaction.json': compaction };
		const conversation = only(await readSession({ ...about, messages }, files));
		assert.equal(conversation.messages.length, 7);
		assert.deepEqual(conversation.earlier, [{ range: { start: 0, end: 5 }, at: 7, summary: 'S' }]);
	});

	it('passes a compaction over that is of another state of it', async () => {
		const metadata = { kind: 'compaction_summary', summary: 'S' };
		const summary = { ...text('user', 'x'), metadata };
		const right = { conversation_id: 's', source_message_count: 7, messages: [summary] };
		for (const wrong of [{ source_message_count: 8 }, { conversation_id: 'other' }]) {
			const files = { 's.compaction.json': { ...right, ...wrong } };
			const transcript = await readSession({ ...about, messages }, files);
			assert.equal(only(transcript).earlier, undefined);
			assert.equal(transcript.problems.length, 1);
		}
	});
});

describeDocumentDefects('cline', (list) => list, [task, calling('a'), result('a')]);
