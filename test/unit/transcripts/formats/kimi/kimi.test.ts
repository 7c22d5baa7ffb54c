import assert from 'node:assert/strict';
import { describeLineDefects } from '../../defects.ts';
import { only, read, sketch, sketches } from '../../reading.ts';

const metadata = { type: 'metadata', protocol_version: '1.4' };

function said(text: string, kind = 'user'): unknown {
	const content = [{ type: 'text', text }];
	const message = { role: 'user', content, toolCalls: [], origin: { kind } };
	return { type: 'context.append_message', message };
}

function event(type: string, more: object = {}): unknown {
	return { type: 'context.append_loop_event', event: { type, ...more } };
}

const begin = event('step.begin');
const end = event('step.end');
const think = event('content.part', { part: { type: 'think', think: 'hm' } });
const text = event('content.part', { part: { type: 'text', text: 'Fine.' } });

function call(id: string): unknown {
	return event('tool.call', { toolCallId: id, name: 'Bash', args: { command: 'ls' } });
}

function result(id: string, output: string, isError?: boolean): unknown {
	return event('tool.result', { toolCallId: id, result: { output, isError } });
}

describe('Kimi Code: a wire log', () => {
	it('makes one message of each step', async () => {
		const transcript = await read(
			metadata,
			{ type: 'config.update', systemPrompt: 'Be Kimi.' },
			{ type: 'turn.prompt', input: [] },
			said('hi'),
			begin,
			think,
			text,
			call('Bash_0'),
			call('Bash_1'),
			result('Bash_1', 'two', true),
			result('Bash_0', 'one'),
			end,
			{ type: 'usage.record' },
		);
		assert.equal(transcript.format, 'kimi');
		assert.equal(transcript.version, '1.4');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(only(transcript).messages, [
			{ role: 'system', content: 'Be Kimi.' },
			{ role: 'user', content: 'hi' },
			{
				role: 'assistant',
				content: 'Fine.',
				toolCalls: [
					{ id: 'Bash_0', name: 'Bash', arguments: '{"command":"ls"}' },
					{ id: 'Bash_1', name: 'Bash', arguments: '{"command":"ls"}' },
				],
			},
			{ role: 'tool', toolCallId: 'Bash_0', content: 'one' },
			{ role: 'tool', toolCallId: 'Bash_1', content: 'two', isError: true },
		]);
	});

	it('uses ids of calls again, which become unique', async () => {
		const step = [begin, call('Bash_0'), result('Bash_0', 'x'), end];
		assert.deepEqual(await sketches(metadata, ...step, ...step), [
			'assistant: (Bash_0)',
			'tool Bash_0: x',
			'assistant: (Bash_0_2)',
			'tool Bash_0_2: x',
		]);
	});

	it('leaves steps out in which nothing was said', async () => {
		assert.deepEqual(await sketches(metadata, said('hi'), begin, begin, think, end), ['user: hi']);
	});

	it('keeps a step that was broken off', async () => {
		assert.deepEqual(await sketches(metadata, begin, text, call('a'), said('stop')), [
			'assistant: Fine. (a)',
			'user: stop',
		]);
	});

	it('tells what the client said in the person’s name', async () => {
		assert.deepEqual(await sketches(metadata, said('remember', 'injection')), [
			'user (client): remember',
		]);
	});

	it('has a system prompt once, however often it is set', async () => {
		const prompt = { type: 'profile.bind', systemPrompt: 'Be Kimi.' };
		assert.deepEqual(await sketches(metadata, prompt, prompt, said('hi')), [
			'system: Be Kimi.',
			'user: hi',
		]);
	});

	it('is read without what the person undid', async () => {
		const transcript = await read(
			metadata,
			said('one'),
			begin,
			text,
			end,
			said('two'),
			said('note', 'injection'),
			begin,
			text,
			end,
			{ type: 'context.undo', count: 1 },
			said('three'),
		);
		assert.deepEqual(
			only(transcript).messages.map((message) => sketch(message)),
			['user: one', 'assistant: Fine.', 'user: three'],
		);
		assert.deepEqual(transcript.problems, [
			{ line: 11, message: '3 messages left out: the person undid them.' },
		]);
	});

	it('reports kinds it does not know, and a newer protocol', async () => {
		const { problems } = await read(
			{ type: 'metadata', protocol_version: '1.10' },
			said('hi'),
			{ type: 'context.teleport' },
			{ type: 'context.teleport' },
			{ type: 'context.undo', count: 'all' },
		);
		assert.deepEqual(
			problems.map(({ message }) => message),
			[
				'The file is of version 1.10 of its format; versions up to 1.4 are known. What was understood was read.',
				'2 records of the unknown kind "context.teleport" were left out.',
				'A record of the unknown kind "context.undo" was left out.',
			],
		);
	});
});

describe('Kimi Code: earlier compactions', () => {
	const prompt = { type: 'config.update', systemPrompt: 'Be Kimi.' };
	const turn = [said('go'), begin, text, end];

	it('stand for all that was said, of which the log loses nothing', async () => {
		const compaction = {
			type: 'context.apply_compaction',
			summary: 'S',
			contextSummary: 'You are going on. S',
			compactedCount: 2,
			tokensBefore: 500,
			keptUserMessageCount: 1,
		};
		const conversation = only(await read(metadata, prompt, ...turn, compaction, ...turn));
		assert.equal(conversation.messages.length, 5);
		assert.deepEqual(conversation.earlier, [
			{ range: { start: 0, end: 3 }, at: 3, summary: 'S', tokensBefore: 500 },
		]);
	});

	it('leave the newest end where only a part of the context was summarised', async () => {
		const first = { type: 'context.apply_compaction', summary: 'S', compactedCount: 3 };
		const second = { type: 'context.apply_compaction', summary: 'T', compactedCount: 2 };
		const conversation = only(
			await read(metadata, prompt, ...turn, ...turn, first, ...turn, second),
		);
		// Four of the context, three summarised; then the summary, one kept and two new, two summarised.
		assert.deepEqual(
			conversation.earlier?.map(({ range, at }) => [range.end, at]),
			[
				[4, 5],
				[5, 7],
			],
		);
	});
});

describeLineDefects('kimi', [metadata, said('hi'), begin, text, end, said('Bye')]);
