import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileSource } from '../../../../../src/transcripts/bytes/fileSource.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { describeLineDefects } from '../../defects.ts';
import { jsonl } from '../../memorySource.ts';
import { only, read, sketches } from '../../reading.ts';

let count = 0;

/** A line with what it holds. */
function line(type: string, payload: object): object {
	count += 1;
	return { id: `r${count}`, timestamp: '2026-09-03T12:00:00.000Z', payload: { type, ...payload } };
}

const asked = line('user', { content: 'run the tests', images: [] });
const turn = line('turn_start', { executionId: 'e1' });
const thought = line('assistant', { content: '...', operationType: 'Reasoning' });
const said = line('assistant', { content: 'I run them.', operationType: 'Say' });
const called = line('tool_call', {
	toolCallId: 't1',
	toolName: 'execute_pwsh',
	args: { command: 'npm test' },
	status: 'completed',
});
const came = line('tool_result', {
	toolCallId: 't1',
	content: 'Output:\n1 failing\n\nExit Code: 1',
	success: true,
});
const done = line('assistant', { content: 'One fails.', operationType: 'Say' });

describe('a session of Kiro', () => {
	it('has what was said, calls and how commands ended, and nothing of its own affairs', async () => {
		const records = [
			asked,
			turn,
			thought,
			line('session_metadata', { key: 'contextUsage', value: {} }),
			said,
			line('pending_interaction', { toolCallId: 't1', question: 'npm test' }),
			line('interaction_resolved', { toolCallId: 't1', outcome: 'selected' }),
			called,
			came,
			done,
			line('usage_summary', { promptTurnSummaries: [] }),
			line('turn_end', { stopReason: 'end_turn' }),
		];
		const transcript = await read(...records);
		assert.equal(transcript.format, 'kiro');
		assert.deepEqual(transcript.problems, []);
		const { messages } = only(transcript);
		assert.deepEqual(await sketches(...records), [
			'user: run the tests',
			'assistant: I run them. (t1)',
			'tool t1: Output:\n1 failing\n\nExit Code: 1',
			'assistant: One fails.',
		]);
		const [first, , result] = messages;
		assert.equal(first?.role === 'user' && first.time, '2026-09-03T12:00:00.000Z');
		assert.deepEqual(result?.role === 'tool' && [result.exitCode, result.isError], [1, false]);
	});

	it('does not take for an exit code what a file says, or what Kiro does not know', async () => {
		const transcript = await read(
			asked,
			line('tool_call', { toolCallId: 'a', toolName: 'read_file', args: { path: 'log' } }),
			line('tool_result', { toolCallId: 'a', content: 'x\n\nExit Code: 1', success: true }),
			line('tool_call', { toolCallId: 'b', toolName: 'execute_bash', args: { command: 'ls' } }),
			line('tool_result', { toolCallId: 'b', content: 'x\n\nExit Code: -1', success: false }),
		);
		const ends = only(transcript).messages.flatMap((each) =>
			each.role === 'tool' ? [[each.exitCode, each.isError]] : [],
		);
		assert.deepEqual(ends, [
			[undefined, false],
			[undefined, true],
		]);
	});

	it('may begin with the first words of the person, and ends with Kiro’s own prompt', async () => {
		const opened = line('session_start', { agentType: 'autopilot', content: 'add an endpoint' });
		const prompt = line('session_start', {
			agentType: 'vibe',
			content: 'You are Kiro.',
			forcedRole: true,
		});
		assert.deepEqual(await sketches(opened, said, prompt), [
			'user: add an endpoint',
			'assistant: I run them.',
		]);
	});

	it('has a summary as a compaction where it was carried out, else as something said', async () => {
		const summary = line('assistant', { content: 'So far: all.', operationType: 'Summary' });
		const tombstone = line('tombstone', { kind: 'summarization', effectiveFromMessageId: 'r1' });
		for (const order of [
			[summary, tombstone],
			[tombstone, summary],
		]) {
			const conversation = only(await read(asked, done, ...order, asked));
			assert.equal(conversation.messages.length, 3);
			assert.deepEqual(conversation.earlier, [
				{ range: { start: 0, end: 2 }, at: 2, summary: 'So far: all.' },
			]);
		}
		const conversation = only(await read(asked, summary, asked));
		assert.equal(conversation.messages.length, 3);
		assert.equal(conversation.earlier, undefined);
	});

	it('has blocks of text, marks for what cannot be shown, and tells of unknown kinds', async () => {
		const content = [
			{ type: 'text', text: 'look' },
			{ type: 'file', uri: 'a' },
		];
		const transcript = await read(line('user', { content }), turn, line('novelty', {}));
		assert.equal(only(transcript).messages[0]?.content, 'look\n[file]');
		assert.deepEqual(
			transcript.problems.map(({ line: place }) => place),
			[3, 1],
		);
	});

	it('is called as the file beside it says', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'precis-test-'));
		try {
			writeFileSync(join(folder, 'messages.jsonl'), jsonl(asked, done));
			writeFileSync(join(folder, 'session.json'), '{"id":"sess_1","title":"The tests"}');
			const source = await fileSource(join(folder, 'messages.jsonl'));
			assert.equal(only(await openTranscript(source)).title, 'The tests');
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});

describeLineDefects('kiro', [asked, turn, said, done]);
