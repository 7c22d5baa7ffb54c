import assert from 'node:assert/strict';
import { openTranscript } from '../../../../../src/transcripts/open.ts';
import type { Transcript } from '../../../../../src/transcripts/reader.ts';
import { memorySource } from '../../memorySource.ts';
import { only, sketch } from '../../reading.ts';

function agent(messages: readonly object[], more: object = {}): object {
	return { name: 'helper', agent_type: 'letta_v1_agent', memory_blocks: [], messages, ...more };
}

function open(document: object): Promise<Transcript> {
	return openTranscript(memorySource(JSON.stringify(document), { name: 'agent.af' }));
}

function message(role: string, text: string, more: object = {}): object {
	return { role, content: [{ type: 'text', text }], ...more };
}

const call = (id: string): object => ({
	id,
	type: 'function',
	function: { name: 'think', arguments: `{"a":"${id}"}` },
});

async function sketches(...messages: readonly object[]): Promise<readonly string[]> {
	return only(await open({ agents: [agent(messages)] })).messages.map((each) => sketch(each));
}

describe('an agent file of Letta', () => {
	it('has a conversation for each agent that said something', async () => {
		const transcript = await open({
			agents: [
				agent([message('system', 'be kind'), message('user', 'hello')]),
				agent([], { name: 'empty' }),
				agent([message('user', 'other words')], { name: '' }),
			],
		});
		assert.equal(transcript.format, 'letta');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(
			transcript.conversations.map(({ title, messages }) => [title, messages.length]),
			[
				['helper', 2],
				['other words', 1],
			],
		);
	});

	it('can be a single agent, as older ones are', async () => {
		const transcript = await open(agent([message('user', 'hello')]));
		assert.equal(transcript.format, 'letta');
		assert.equal(only(transcript).title, 'helper');
		assert.equal(only(transcript).messages.length, 1);
	});

	it('has results behind their calls, without the reasoning', async () => {
		const messages = await sketches(
			{
				role: 'assistant',
				content: [
					{ type: 'reasoning', reasoning: 'hm' },
					{ type: 'text', text: 'Two.' },
				],
				tool_calls: [call('a'), call('b')],
			},
			{
				role: 'tool',
				content: [],
				tool_call_id: 'b',
				tool_returns: [
					{ tool_call_id: 'b', status: 'error', func_response: 'B' },
					{ tool_call_id: 'a', status: 'success', func_response: 'A' },
				],
			},
			{ role: 'assistant', content: [], tool_calls: [call('c')] },
			message('tool', 'C', { tool_call_id: 'c', tool_returns: [{ func_response: 'same as C' }] }),
			{ role: 'assistant', content: [], tool_calls: [call('d')] },
			{ role: 'tool', content: null, tool_returns: [{ tool_call_id: 'd', func_response: 'D' }] },
		);
		assert.deepEqual(messages, [
			'assistant: Two. (a, b)',
			'tool a: A',
			'tool b: B',
			'assistant: (c)',
			'tool c: C',
			'assistant: (d)',
			'tool d: D',
		]);
	});

	it('has calls that the person approved', async () => {
		const messages = await sketches(
			{ role: 'approval', content: [], tool_calls: [call('a')] },
			{ role: 'approval', approvals: [{ tool_call_id: 'a', status: 'success', tool_return: 'A' }] },
		);
		assert.deepEqual(messages, ['assistant: (a)', 'tool a: A']);
	});

	it('tells what the person wrote from what Letta put around it', async () => {
		const wrapped = (type: string, text: string): object =>
			message('user', JSON.stringify({ type, message: text, time: 'now' }));
		const reminder = '<system-reminder>Monday</system-reminder>';
		const messages = await sketches(
			wrapped('user_message', 'hello'),
			wrapped('heartbeat', 'go on'),
			wrapped('system_alert', 'Note: prior messages have been hidden from view. Summary: x'),
			message('user', '{"a":1}'),
			{
				role: 'user',
				content: [
					{ type: 'text', text: reminder },
					{ type: 'text', text: 'mine' },
				],
			},
		);
		assert.deepEqual(messages, [
			'user: hello',
			'user (client): go on',
			'user (summary): Note: prior messages have been hidden from view. Summary: x',
			'user: {"a":1}',
			`user (client): ${reminder}`,
			'user: mine',
		]);
	});

	it('loses what cannot be read, and says so', async () => {
		const transcript = await open({
			agents: [
				agent([
					{},
					message('robot', 'beep'),
					{ role: 'user', content: 7 },
					{ role: 'assistant', content: 'x', tool_calls: [{}] },
					message('tool', 'R', { tool_call_id: 'gone' }),
				]),
			],
		});
		assert.deepEqual(
			only(transcript).messages.map((each) => sketch(each)),
			['assistant: x', 'tool gone: R'],
		);
		assert.deepEqual(
			transcript.problems.map(({ message: said }) => said),
			[
				'Message 1 has no role; it was left out.',
				'Message 2 has the unknown role "robot"; it was left out.',
				'Message 3 has content that cannot be read.',
				'Message 4 has a call that cannot be read; the call was left out.',
				'This result answers no call that is in the file; it was kept.',
			],
		);
	});

	it('is read up to where it is cut off', async () => {
		const whole = JSON.stringify({
			agents: [agent([message('user', 'first')]), agent([message('user', 'second')])],
		});
		const transcript = await openTranscript(memorySource(whole.slice(0, whole.indexOf('second'))));
		assert.equal(only(transcript).messages.length, 1);
		assert.match(transcript.problems[0]?.message ?? '', /cut off in the middle/);
	});

	it('says when it holds no message', async () => {
		await assert.rejects(open({ agents: [agent([])] }), { code: 'empty' });
	});

	it('cannot reach the prototype of anything', async () => {
		const text = JSON.stringify({ agents: [agent([message('user', 'hello')])] }).replaceAll(
			'"role"',
			'"__proto__":{"polluted":1},"role"',
		);
		assert.equal(only(await openTranscript(memorySource(text))).messages.length, 1);
		assert.equal('polluted' in {}, false);
	});
});
