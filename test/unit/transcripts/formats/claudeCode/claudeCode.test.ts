import assert from 'node:assert/strict';
import { personText } from '../../../../../src/messages/origins.ts';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import { assistant, call, compaction, other, result, user } from './claudeLines.ts';
import { describeChangedValues } from '../../defects.ts';
import { jsonl, memorySource } from '../../memorySource.ts';
import { only, read, sketches } from '../../reading.ts';

describe('Claude Code: assistant messages', () => {
	it('are put together from all lines of one id', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', { type: 'thinking', thinking: 'hm', signature: 's' }),
			assistant('m1', 'First.'),
			assistant('m1', call('a')),
			assistant('m1', call('b')),
			user([result('a', 'A')]),
			user([result('b', 'B')]),
			assistant('m2', 'Done.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: First. (a, b)',
			'tool a: A',
			'tool b: B',
			'assistant: Done.',
		]);
	});

	it('stay one message when results stand between their lines', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', call('a')),
			user([result('a', 'A')]),
			assistant('m1', call('b')),
			assistant('m1', call('c')),
			user([result('c', 'C')]),
			user([result('b', 'B')]),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: (a, b, c)',
			'tool a: A',
			'tool b: B',
			'tool c: C',
		]);
	});

	it('follow messages that tell when they were written, where their lines do', async () => {
		const { messages } = only(
			await read(
				user('go', { timestamp: '2031-03-04T02:13:07.114Z' }),
				user('on', { timestamp: 'noon' }),
			),
		);
		const time = '2031-03-04T02:13:07.114Z';
		assert.deepEqual(messages[0], { role: 'user', content: 'go', time });
		assert.deepEqual(messages[1], { role: 'user', content: 'on' });
	});

	it('the client made up are left out without a word', async () => {
		const synthetic = {
			role: 'assistant',
			model: '<synthetic>',
			id: 'x',
			content: 'API Error: 529',
		};
		const transcript = await read(
			user('go'),
			other('assistant', { message: synthetic, isApiErrorMessage: true }),
			assistant('m1', 'Hello.'),
		);
		assert.equal(only(transcript).messages.length, 2);
		assert.deepEqual(transcript.problems, []);
	});
});

describe('Claude Code: tool results', () => {
	it('are not torn from their call by a message typed meanwhile', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', call('a')),
			user('faster'),
			assistant('m1', call('b')),
			user([result('a', 'A')]),
			user([result('b', 'B')]),
			assistant('m2', 'Done.'),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: (a, b)',
			'tool a: A',
			'tool b: B',
			'user: faster',
			'assistant: Done.',
		]);
	});

	it('name the work that goes on behind them by the id that stands beside their text', async () => {
		const toolUseResult = { stdout: '', backgroundTaskId: 'b1' };
		const { messages } = only(
			await read(
				user('go'),
				assistant('m', call('a')),
				user([result('a', 'Moved aside.')], { toolUseResult }),
			),
		);
		const [, , answer] = messages;
		assert.equal(answer?.role === 'tool' && answer.runsOn, 'b1');
	});
});

describe('Claude Code: calls', () => {
	it('are each one where a model counts them anew in every reply', async () => {
		const messages = await sketches(
			user('go'),
			assistant('m1', call('a')),
			user([result('a', 'one')]),
			assistant('m2', call('a')),
			user([result('a', 'two')]),
		);
		assert.deepEqual(messages, [
			'user: go',
			'assistant: (a)',
			'tool a: one',
			'assistant: (a)',
			'tool a: two',
		]);
	});
});

describe('Claude Code: messages of the user', () => {
	it('are the client’s where they tell of a task in the background, to their end', async () => {
		const told = '<task-notification>\ndone\n</task-notification>\nRead the output: /tmp/a';
		assert.deepEqual(await sketches(user('go'), user(told)), [
			'user: go',
			`user (client): ${told}`,
		]);
	});

	it('are the client’s when the line says so', async () => {
		const messages = await sketches(
			user('Caveat: …', { isMeta: true }),
			user('<task-notification>done</task-notification>', {
				origin: { kind: 'task-notification' },
			}),
			user('hello', { origin: { kind: 'human' } }),
		);
		assert.deepEqual(messages, [
			'user (client): Caveat: …',
			'user (client): <task-notification>done</task-notification>',
			'user: hello',
		]);
	});
});

describe('Claude Code: lines that are not messages', () => {
	it('are passed over', async () => {
		const transcript = await read(
			other('file-history-snapshot', { snapshot: {} }),
			other('progress', {
				data: { type: 'agent_progress', message: { role: 'user', content: 'no' } },
			}),
			other('system', { subtype: 'local_command', content: '<command-name>/mcp</command-name>' }),
			other('attachment', { attachment: { type: 'task_reminder', content: [] } }),
			other('something-new', { message: 'whatever' }),
			user('hello'),
		);
		assert.equal(only(transcript).messages.length, 1);
		assert.deepEqual(transcript.problems, []);
	});
});

describe('Claude Code: the title', () => {
	async function titleOf(...records: readonly unknown[]): Promise<string> {
		return only(await read(...records)).title;
	}

	it('is the person’s own, else the assistant’s, else the summary’s', async () => {
		const lines = [
			{ type: 'summary', summary: 'From a summary', leafUuid: 'u' },
			user('First words', { uuid: 'u' }),
		];
		const generated = { type: 'ai-title', aiTitle: 'Generated', sessionId: 's' };
		const custom = { type: 'custom-title', customTitle: 'Typed', sessionId: 's' };
		assert.equal(await titleOf(custom, ...lines, generated), 'Typed');
		assert.equal(await titleOf(...lines, generated), 'Generated');
		assert.equal(await titleOf(...lines), 'From a summary');
	});

	it('is made of the person’s first words or command, not of what a client wrote', async () => {
		const command =
			'<command-message>x</command-message>\n<command-name>/review</command-name>\n<command-args>src</command-args>';
		assert.equal(await titleOf(user('<system-reminder>x'), user('Real')), 'Real');
		assert.equal(await titleOf(user(command), user('thank you')), '/review src');
		const clear = '<command-name>/clear</command-name>\n<command-args></command-args>';
		assert.equal(await titleOf(user(clear), user('Real')), 'Real');
		assert.equal(await titleOf(user(clear)), '/clear');
	});
});

describe('Claude Code: what was pasted', () => {
	const paste = (text: string): string =>
		`<pasted_content id="31bf">\n${text}\n</pasted_content id="31bf">\n`;
	const wordsOf = async (content: string): Promise<string> =>
		personText(only(await read(user(content))).messages[0] ?? assert.fail()).trim();

	it('is what the person says, if it is the whole message', async () => {
		assert.equal(await wordsOf(`\n\n${paste('Round the cart.')}`), 'Round the cart.');
	});

	it('is a document beside words of theirs', async () => {
		assert.equal(await wordsOf(`Why?\n\n${paste('Error: 17')}`), 'Why?');
		assert.equal(await wordsOf(`${paste('Error: 17')}\nWhy?`), 'Why?');
	});
});

describe('Claude Code: damaged lines', () => {
	it('may be a message without content', async () => {
		const transcript = await read(
			user('one'),
			other('user', { message: { role: 'user', content: 7 } }),
		);
		assert.deepEqual(transcript.problems, [
			{ line: 2, message: 'This line is a message without readable content; it was left out.' },
		]);
	});

	it('are listed up to a thousand, then counted', async () => {
		const text = jsonl(user('one')) + 'rubbish\n'.repeat(1_500);
		const { problems } = await openTranscript(memorySource(text));
		assert.equal(problems.length, 1_001);
		assert.deepEqual(problems.at(-1), {
			line: 1_501,
			message: '500 more problems were found up to this line.',
		});
	});
});

describeChangedValues(
	'claude-code',
	[
		user('go'),
		assistant('m', 'Well.'),
		assistant('m', call('a')),
		user([result('a', 'A')]),
		...compaction('So far.'),
		user('on'),
	],
	(lines) => jsonl(...lines),
);
