import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { describeDocumentDefects, describeLineDefects } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

const call = (id: string, name = 'terminal'): unknown => ({
	id,
	call_id: id,
	response_item_id: `fc_${id}`,
	type: 'function',
	function: { name, arguments: '{"command":"ls"}' },
});

const turn = [
	{ role: 'user', content: 'List the files.' },
	{
		role: 'assistant',
		content: 'Listing.',
		reasoning: 'They want a list.',
		finish_reason: 'tool_calls',
		tool_calls: [call('a')],
	},
	{ role: 'tool', content: '{"output":"a.txt"}', tool_call_id: 'a' },
	{ role: 'assistant', content: 'One file.', reasoning: null, finish_reason: 'stop' },
];

const turnSketches = [
	'user: List the files.',
	'assistant: Listing. (a)',
	'tool a: {"output":"a.txt"}',
	'assistant: One file.',
];

function session(messages: readonly unknown[], prompt = ''): unknown {
	return {
		session_id: '20260504_1',
		model: 'GLM-5',
		platform: 'cli',
		session_start: '2026-05-04T23:21:27',
		system_prompt: prompt,
		tools: [],
		message_count: messages.length,
		messages,
	};
}

function read(messages: readonly unknown[], prompt?: string): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(session(messages, prompt), null, 1)));
}

async function sketches(...messages: readonly unknown[]): Promise<readonly string[]> {
	return only(await read(messages)).messages.map((message) => sketch(message));
}

/** Lines of a session's log: a time on each. */
function log(messages: readonly object[]): readonly object[] {
	return messages.map((message) => ({ ...message, timestamp: '2026-05-04T22:24:58' }));
}

const heading = '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted';

describe('Hermes: a session', () => {
	it('is read with its system prompt, without reasoning', async () => {
		const transcript = await read(turn, 'You are Hermes.');
		assert.equal(transcript.format, 'hermes');
		const { title, messages } = only(transcript);
		assert.equal(title, 'List the files.');
		assert.deepEqual(
			messages.map((message) => sketch(message)),
			['system: You are Hermes.', ...turnSketches],
		);
		assert.deepEqual(transcript.problems, []);
	});

	it('tells what its runtime says in the user’s name', async () => {
		const rows = [
			'[System note: Your last turn [a] was interrupted.\nGo on.]\n\nNever push [this] to main.',
			'[System: The reply was cut off. Continue.]',
			"You've reached the maximum number of tool-calling iterations allowed. Never stop.",
			'Review the conversation above and update the skill library. Be ACTIVE.',
			'Review the conversation above and tell me what is left.',
			'[sic] is a word.',
		];
		assert.deepEqual(await sketches(...rows.map((content) => ({ role: 'user', content }))), [
			`user: ${rows[0]}`,
			...rows.slice(1, 4).map((row) => `user (client): ${row}`),
			...rows.slice(4).map((row) => `user: ${row}`),
		]);
	});

	it('may be a log with a message on each line, after what it was begun with', async () => {
		const meta = { role: 'session_meta', tools: [], model: 'GLM-5', timestamp: 'x' };
		const transcript = await openTranscript(memorySource(jsonl(meta, ...log(turn))));
		assert.equal(transcript.format, 'hermes');
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			turnSketches,
		);
		assert.deepEqual(transcript.problems, []);
	});

	it('is known when the system prompt alone is longer than what is looked at', async () => {
		assert.equal((await read(turn, '系统'.repeat(50_000))).format, 'hermes');
	});
});

describe('Hermes: the summary of a compaction', () => {
	it('is one whatever the role of its message', async () => {
		for (const role of ['assistant', 'user']) {
			assert.deepEqual(await sketches(...turn, { role, content: `${heading}.\n## Goal\nX` }), [
				...turnSketches,
				`user (summary): ${heading}.\n## Goal\nX`,
			]);
		}
	});

	it('is parted from the message it was put in front of', async () => {
		const content = `${heading}.\n\n--- END OF CONTEXT SUMMARY — respond below ---\n\nGo on.`;
		assert.deepEqual(await sketches({ role: 'user', content }), [
			`user (summary): ${heading}.`,
			'user: Go on.',
		]);
	});

	it('is parted from the message it was appended to', async () => {
		const content =
			'[PRIOR CONTEXT — for reference only; not a new message]\nI did it.\n' +
			`[END OF PRIOR CONTEXT — COMPACTION SUMMARY BELOW]\n${heading}.\n--- END OF CONTEXT SUMMARY ---`;
		assert.deepEqual(await sketches({ role: 'assistant', content }), [
			'assistant: I did it.',
			`user (summary): ${heading}.`,
		]);
	});

	it('is followed by a list of tasks that the program wrote', async () => {
		const content = '[Your active task list was preserved across context compression]\n- [ ] x';
		assert.deepEqual(await sketches({ role: 'user', content }), [`user (client): ${content}`]);
	});
});

describeDocumentDefects('hermes', session, turn);
describeLineDefects('hermes', log(turn));
