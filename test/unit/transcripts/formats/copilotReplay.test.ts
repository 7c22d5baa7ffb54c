import assert from 'node:assert/strict';
import { openTranscript } from '../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../src/transcripts/reader.ts';
import { memorySource } from '../memorySource.ts';
import { only, sketch } from '../reading.ts';

function request(message: string | readonly string[], fields: object = {}): object {
	const made = { id: 'r', kind: 'request', name: 'panel/editAgent', type: 'ChatMLSuccess' };
	return { ...made, response: { type: 'success', message }, ...fields };
}

function tool(id: string, response: unknown, args: unknown = { path: 'a.ts' }): object {
	return { id, kind: 'toolCall', tool: 'read_file', args, response };
}

const tools = { metadata: { tools: [{ name: 'read_file' }] } };

function opened(...prompts: readonly unknown[]): Promise<Transcript> {
	const file = { exportedAt: '2026-01-01', totalPrompts: prompts.length, prompts };
	return openTranscript(memorySource(JSON.stringify(file), { name: 'x.chatreplay.json' }));
}

async function sketches(...prompts: readonly unknown[]): Promise<readonly string[]> {
	return only(await opened(...prompts)).messages.map((message) => sketch(message));
}

describe('Copilot chat replays', () => {
	it('are prompts, each with what the model said and the tools it called', async () => {
		const logs = [
			{ id: 'e', kind: 'element', name: 'Prompt', tokens: 5 },
			request(['I ', 'look.']),
			tool('a__vscode-7', ['A']),
			tool('b', { content: [{ value: 'B' }] }, '{"x": 1}'),
			request('Done.'),
			{ id: 'x', kind: 'error', error: 'no' },
		];
		const transcript = await opened({ prompt: 'go', logs }, { prompt: 'more', logs: [] });
		assert.equal(transcript.format, 'copilot-replay');
		assert.deepEqual(transcript.problems, []);
		assert.equal(only(transcript).title, 'go');
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			[
				'user: go',
				'assistant: I \nlook. (a, b)',
				'tool a: A',
				'tool b: B',
				'assistant: Done.',
				'user: more',
			],
		);
	});

	it('leave out requests for titles and those of sub-agents', async () => {
		const logs = [
			request('A title', { name: 'title' }),
			request('I look.', tools),
			tool('a', ['A']),
			request('Found.', { ...tools, name: 'tool/runSubagent' }),
			request('Done.', tools),
		];
		assert.deepEqual(await sketches({ prompt: 'go', logs }), [
			'user: go',
			'assistant: I look. (a)',
			'tool a: A',
			'assistant: Done.',
		]);
	});

	it('show the system prompt once, and what Copilot answered without a model', async () => {
		const system = { role: 0, content: [{ type: 1, text: 'You are A.' }] };
		const asked = { requestMessages: { messages: [system, { role: 1, content: [] }] } };
		const shown = { id: 'm', kind: 'request', name: 'm', content: 'Compacted.' };
		assert.deepEqual(
			await sketches(
				{ prompt: 'one', logs: [request('One.', asked)] },
				{ prompt: 'two', logs: [shown] },
				{ prompt: 'three', logs: [request('Three.', asked)] },
			),
			[
				'system: You are A.',
				'user: one',
				'assistant: One.',
				'user: two',
				'assistant: Compacted.',
				'user: three',
				'assistant: Three.',
			],
		);
	});

	it('can be one prompt alone', async () => {
		const file = JSON.stringify({ prompt: 'go', logs: [request('Gone.')] });
		const transcript = await openTranscript(memorySource(file));
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: go', 'assistant: Gone.'],
		);
	});

	it('report what cannot be read', async () => {
		const { problems } = await opened(
			{ prompt: 'go', logs: [{ kind: 'oracle' }, 'x', request('Gone.', { response: 'no' })] },
			{ prompt: 7 },
		);
		assert.deepEqual(
			problems.map(({ message }) => message),
			[
				'Prompt 2 cannot be read; it was left out.',
				'A record of the unknown kind "oracle" was left out.',
				'A record of the unknown kind "nameless" was left out.',
			],
		);
	});

	it('that are cut off are read up to the cut', async () => {
		const whole = JSON.stringify({
			totalPrompts: 2,
			prompts: [
				{ prompt: 'one', logs: [] },
				{ prompt: 'two', logs: [] },
			],
		});
		const transcript = await openTranscript(memorySource(whole.slice(0, -6)));
		assert.equal(only(transcript).messages.length, 1);
		assert.equal(transcript.problems.length, 1);
	});

	it('without a prompt are refused', async () => {
		await assert.rejects(opened(), { code: 'empty' });
	});
});
