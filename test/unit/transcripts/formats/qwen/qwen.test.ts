import assert from 'node:assert/strict';
import { describeLineDefects } from '../../defects.ts';
import { bySpeaker, only, read, sketches } from '../../reading.ts';

interface Line {
	readonly uuid: string;
	readonly parentUuid: string | null;
	readonly [key: string]: unknown;
}

function line(uuid: string, parentUuid: string | null, type: string, more: object): Line {
	return { uuid, parentUuid, sessionId: 's', type, version: '0.21.13', ...more };
}

function said(uuid: string, parent: string | null, role: string, parts: readonly unknown[]): Line {
	const type = role === 'model' ? 'assistant' : 'user';
	return line(uuid, parent, type, { message: { role, parts } });
}

const user = said('1', null, 'user', [{ text: 'Hello' }]);
const model = said('2', '1', 'model', [{ text: 'Hi.' }]);
const bye = said('3', '2', 'user', [{ text: 'Bye' }]);

describe('Qwen Code: a session', () => {
	it('holds the contents of Gemini’s API, one message over several lines', async () => {
		const call = { functionCall: { id: 'a', name: 'read_file', args: { p: 1 } } };
		const response = {
			functionResponse: { id: 'a', name: 'read_file', response: { output: 'A' } },
		};
		const transcript = await read(
			user,
			said('2', '1', 'model', [{ text: 'hm', thought: true }]),
			said('2', '1', 'model', [call]),
			said('2', '1', 'model', [{ text: 'Reading.' }]),
			line('3', '2', 'tool_result', { message: { role: 'user', parts: [response] } }),
		);
		assert.equal(transcript.format, 'qwen-code');
		assert.deepEqual(transcript.problems, []);
		assert.deepEqual(only(transcript).messages.flatMap(bySpeaker), [
			'user: Hello',
			'assistant: Reading. (a)',
			'tool a: A',
		]);
	});

	it('has the images that a tool gave, in its result', async () => {
		const call = { functionCall: { id: 'a', name: 'read_file', args: {} } };
		const functionResponse = {
			id: 'a',
			name: 'read_file',
			response: { output: 'A' },
			parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }],
		};
		const { messages } = only(
			await read(
				user,
				said('2', '1', 'model', [call]),
				line('3', '2', 'tool_result', { message: { role: 'user', parts: [{ functionResponse }] } }),
			),
		);
		assert.deepEqual(messages.flatMap(bySpeaker).at(-1), 'tool a: A\n[image]');
	});

	it('tells when each message was sent, also where a later record follows', async () => {
		const at = (each: Line, hour: number): Line => ({
			...each,
			timestamp: new Date(Date.UTC(2026, 0, 1, hour)).toISOString(),
		});
		const { messages } = only(await read(at(user, 1), at(model, 2), at(bye, 3)));
		assert.deepEqual(
			messages.map((message) => message.role === 'user' && message.time),
			['2026-01-01T01:00:00.000Z', false, '2026-01-01T03:00:00.000Z'],
		);
	});

	it('is not taken for one of Claude Code', async () => {
		const side = { ...user, isSidechain: false };
		assert.equal((await read(side, model)).format, 'qwen-code');
	});

	it('has the title given last on the way to its end', async () => {
		const titled = (uuid: string, parent: string, customTitle: string): Line =>
			line(uuid, parent, 'system', { subtype: 'custom_title', systemPayload: { customTitle } });
		const transcript = await read(user, titled('t', '1', 'Dead'), model, titled('u', '2', 'Alive'));
		assert.equal(only(transcript).title, 'Alive');
	});

	it('tells what the client said in the person’s name', async () => {
		const notified = { ...said('4', '3', 'user', [{ text: 'ended' }]), subtype: 'notification' };
		const goal = { ...said('5', '4', 'user', [{ text: 'on' }]), provenance: 'goal_runtime' };
		assert.deepEqual((await sketches(user, model, bye, notified, goal)).slice(3), [
			'user (client): ended',
			'user (client): on',
		]);
	});

	it('tells hooks and mentioned files from what was typed', async () => {
		const hook = '<qwen:user-prompt-submit-context>\nPush\n</qwen:user-prompt-submit-context>';
		const texts = ['See @a', '\n--- Content from referenced files ---', 'Always push.', hook];
		const parts = texts.map((text) => ({ text }));
		const { messages } = only(await read(said('1', null, 'user', parts), model));
		assert.deepEqual(messages.flatMap(bySpeaker), [
			'user: See @a',
			`user (client): ${texts.slice(1).join('\n').trim()}`,
			'assistant: Hi.',
		]);
	});

	it('leaves the work of sub-agents out, unless it is all there is', async () => {
		const side = { ...said('9', '1', 'user', [{ text: 'task' }]), isSidechain: true };
		assert.deepEqual(await sketches(user, model, side), ['user: Hello', 'assistant: Hi.']);
		assert.deepEqual(await sketches(side), ['user: task']);
	});
});

describe('Qwen Code: the tree', () => {
	it('loses the branch the person went back from, with a word about it', async () => {
		const rewind = line('r', '1', 'system', { subtype: 'rewind', systemPayload: {} });
		const other = said('4', 'r', 'user', [{ text: 'Another way' }]);
		const transcript = await read(user, model, bye, rewind, other);
		assert.deepEqual(only(transcript).messages.flatMap(bySpeaker), [
			'user: Hello',
			'user: Another way',
		]);
		assert.deepEqual(transcript.problems, [
			{
				line: 2,
				message: 'The user rewound the session; 2 records are not shown.',
				isRewind: true,
			},
		]);
	});

	it('ends where parents run in a circle', async () => {
		assert.deepEqual(await sketches({ ...user, parentUuid: '3' }, model, bye), [
			'user: Hello',
			'assistant: Hi.',
			'user: Bye',
		]);
	});
});

describe('Qwen Code: earlier compactions', () => {
	it('stand for what the history holds no more', async () => {
		const compressedHistory = [
			{ role: 'user', parts: [{ text: 'Context: <state_snapshot>S</state_snapshot>' }] },
			{ role: 'model', parts: [{ text: 'Got it.' }] },
			{ role: 'user', parts: [{ text: 'Bye' }] },
		];
		const systemPayload = { compressedHistory, info: { originalTokenCount: 900 } };
		const compression = line('c', '3', 'system', { subtype: 'chat_compression', systemPayload });
		const after = said('4', 'c', 'model', [{ text: 'See you.' }]);
		const conversation = only(await read(user, model, bye, compression, after));
		assert.equal(conversation.messages.length, 4);
		assert.deepEqual(conversation.earlier, [
			{
				range: { start: 0, end: 2 },
				at: 3,
				summary: 'Context: <state_snapshot>S</state_snapshot>',
				tokensBefore: 900,
			},
		]);
	});
});

describeLineDefects('qwen-code', [user, model, bye]);
