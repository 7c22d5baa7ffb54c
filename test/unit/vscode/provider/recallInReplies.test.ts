import assert from 'node:assert/strict';
import { compactToolName, recallToolName } from '../../../../src/conversations/recall/ownTool.ts';
import { maxLookUps } from '../../../../src/conversations/recall/replyRounds.ts';
import { recallHandleOf, isHandoff } from '../../../../src/summary/handoff.ts';
import { textOf, toolCallsOf, type Message } from '../../../../src/messages/message.ts';
import {
	answered,
	callsIn,
	MirroredChat,
	said,
	textIn,
	type ScriptedRound,
} from '../../../support/agent/mirroredChat.ts';
import * as api from '../../../support/languageModelParts.ts';
import { prose } from '../../../support/logs.ts';
import { until } from '../../../support/until.ts';
import { FakeCancellation } from '../../../support/vscodeFakes.ts';
import { workerBench } from '../../../support/workerRig.ts';

const window = 16_000;
/** Was said early on, and no summary has room for it. */
const secretOfTheTest = 'The staging gateway listens on port 48213.';
const look: ScriptedRound = { calls: [[recallToolName, { query: 'staging gateway port' }]] };
const tools = ['read_file', 'run'].map((name) => ({ name, description: name }));

/** Who speaks in a context, with calls and what was found. */
function shape(context: readonly Message[]): string[] {
	return context.map((message) => {
		const { role, content } = message;
		const calls = toolCallsOf(message).map(({ name }) => name);
		const text = textOf(content);
		const found = role === 'tool' && text.includes('48213') ? 'found' : text.slice(0, 24);
		return [role, ...calls, found].join(' ').trim();
	});
}

/** The messages behind the person's latest words. */
function behind(context: readonly Message[], words: string): string[] {
	const at = context.findLastIndex(
		({ role, content }) => role === 'user' && textOf(content).includes(words),
	);
	return shape(context.slice(at + 1));
}

describe('recall within replies of a mirrored model', () => {
	const bench = workerBench();

	/** A chat whose beginning was compacted away. */
	async function compacted(rig = bench.start()): Promise<MirroredChat> {
		const chat = new MirroredChat(rig, window);
		chat.history = [
			said('Hello, please look after the gateway with me.'),
			answered(`Certainly. ${prose(400, 1)}`),
			said('Where does it listen?'),
			answered(`${prose(900, 2)} ${secretOfTheTest} ${prose(900, 3)}`),
			...Array.from({ length: 34 }, (_, turn) => [
				said(`Please go on with part ${turn}. ${prose(300, turn)}`),
				answered(`Part ${turn} is done. ${prose(1_500, turn)}`),
			]).flat(),
		];
		await chat.turn('And now?', { text: 'Now the next part.' });
		assert.deepEqual(chat.troubles, []);
		assert.ok(chat.latest.context.some(({ content }) => isHandoff(textOf(content))));
		return chat;
	}

	const asks = 'On which port does the staging gateway listen?';

	/** Asserts that a request begins with the bytes of an earlier one. */
	function assertContinues(chat: MirroredChat, from: number): void {
		for (let index = from + 1; index < chat.sent.length; index += 1) {
			const before = chat.sent[index - 1]?.lines ?? [];
			const now = chat.sent[index]?.lines ?? [];
			// VS Code has results and what the user says next in one message: the last may grow.
			const [last = ''] = before.slice(-1);
			assert.deepEqual(now.slice(0, before.length - 1), before.slice(0, -1));
			const opened = last.replace(/\]\}$/, '');
			assert.ok(now[before.length - 1]?.startsWith(opened), `${last}\n${now[before.length - 1]}`);
		}
	}

	it('is offered from the first compaction on, and named in the handoff', async () => {
		const chat = new MirroredChat(bench.start(), window);
		await chat.turn('Hello', { text: 'Hello.' });
		await chat.turn('What now?', { text: 'Nothing.' });
		assert.deepEqual(chat.latest.tools, []);
		const long = await compacted();
		assert.deepEqual(long.latest.tools, [recallToolName, compactToolName]);
		const handoff = long.latest.context.map(({ content }) => textOf(content)).find(isHandoff);
		assert.equal(recallHandleOf(handoff ?? ''), long.conversation);
	});

	it('is answered from the archive: the client sees the reply and nothing else', async () => {
		const chat = await compacted();
		const asked = chat.sent.length;
		const parts = await chat.turn(asks, look, { text: 'On 48213.' });
		assert.equal(textIn(parts), 'On 48213.');
		assert.deepEqual(callsIn(parts), []);
		assert.equal(chat.sent.length, asked + 2);
		assert.deepEqual(behind(chat.latest.context, asks), [
			`assistant ${recallToolName}`,
			'tool found',
		]);
		assert.equal(chat.lookUps, 1);
		assert.deepEqual(chat.troubles, []);
	});

	it('is folded by the next compaction', async () => {
		const chat = await compacted();
		await chat.turn(asks, look, { text: 'On 48213.' });
		for (let turn = 0; turn < 40; turn += 1) {
			await chat.turn(`Please go on, ${turn}. ${prose(300, turn)}`, {
				text: `Done with ${turn}. ${prose(1_500, turn)}`,
			});
		}
		assert.ok(chat.latest.context.every(({ role }) => role !== 'tool'));
		await chat.turn(asks, look, { text: 'On 48213.' });
		assert.equal(chat.latest.context.filter(({ role }) => role === 'tool').length, 1);
		assert.deepEqual(chat.troubles, []);
	});

	it('is counted for the person', async () => {
		const rig = bench.start();
		const chat = await compacted(rig);
		assert.equal((await rig.view(chat.conversation)).lookUps, undefined);
		await chat.turn(
			asks,
			{ calls: [[recallToolName, { query: 'port of ghp_16C7e42F292c6912E7710c838347Ae178B4a' }]] },
			{ calls: [[recallToolName, { number: '2-3', find: 'gateway' }]] },
			{ calls: [[recallToolName, { number: 'none' }]] },
			{ calls: [[recallToolName, {}]] },
			{ text: 'On 48213.' },
		);
		assert.equal((await rig.view(chat.conversation)).lookUps, 4);
	});

	it('asks on with the answer last', async () => {
		const chat = await compacted();
		const asked = chat.sent.length;
		await chat.turn(asks, { ...look, text: 'I look it up.' }, { text: 'On 48213.' });
		assert.equal(chat.sent.length, asked + 2);
		assert.deepEqual(behind(chat.latest.context, asks), [
			`assistant ${recallToolName} I look it up.`,
			'tool found',
		]);
		assert.deepEqual(chat.troubles, []);
	});

	it('stays where it was in the requests that follow, byte for byte', async () => {
		const chat = await compacted();
		const from = chat.sent.length - 1;
		await chat.turn(
			asks,
			{ text: 'I look it up.', ...look },
			{ text: 'Once more.', ...look },
			{ text: 'On 48213.' },
		);
		await chat.turn('Thanks.', { text: 'You are welcome.' });
		await chat.turn(asks, look, { text: '48213 still.' });
		await chat.turn('Good.', { text: 'Fine.' });
		assertContinues(chat, from);
		assert.deepEqual(behind(chat.latest.context, 'On which').slice(0, 3), [
			`assistant ${recallToolName}`,
			'tool found',
			'assistant 48213 still.',
		]);
		const first = chat.latest.context.findIndex(
			({ content }) => textOf(content) === 'I look it up.',
		);
		assert.deepEqual(shape(chat.latest.context.slice(first, first + 5)), [
			`assistant ${recallToolName} I look it up.`,
			'tool found',
			`assistant ${recallToolName} Once more.`,
			'tool found',
			'assistant On 48213.',
		]);
	});

	it('stays there after a reload', async () => {
		const rig = bench.start();
		const chat = await compacted(rig);
		await chat.turn(asks, look, { text: 'On 48213.' });
		await chat.turn('Thanks.', { text: 'Yes.' });
		const before = chat.latest.lines;
		const next = new MirroredChat(await bench.restart(rig), window);
		next.history = chat.history;
		await next.turn('And?', {});
		assert.deepEqual(next.latest.lines.slice(0, before.length), before);
	});

	it('goes out together with calls of the client’s tools, each in its place', async () => {
		const chat = await compacted();
		const from = chat.sent.length - 1;
		chat.options = { tools };
		const parts = await chat.turn(
			asks,
			{ text: 'First the archive.', ...look },
			{
				text: 'Now both.',
				calls: [['read_file', { path: 'a' }], ...(look.calls ?? []), ['run', { command: 'b' }]],
			},
		);
		assert.deepEqual(callsIn(parts), ['read_file', 'run']);
		assert.equal(textIn(parts), 'First the archive.\n\nNow both.');
		const ids = parts.flatMap((part) =>
			part instanceof api.LanguageModelToolCallPart ? [part.callId] : [],
		);
		const results = Object.fromEntries(ids.map((id) => [id, `result of ${id}`]));
		await chat.results(results, { text: 'It is 48213.' });
		const expected = [
			`assistant ${recallToolName} First the archive.`,
			'tool found',
			`assistant read_file ${recallToolName} run Now both.`,
			'tool found',
			...ids.map((id) => `tool result of ${id}`),
		];
		assert.deepEqual(behind(chat.latest.context, asks), expected);
		await chat.turn('Thanks.', { text: 'Yes.' });
		assert.deepEqual(behind(chat.latest.context, asks).slice(0, expected.length), expected);
		assertContinues(chat, from + 1);
	});

	it('is one tool where the client offers it too, which answers for other conversations', async () => {
		const chat = await compacted();
		chat.options = { tools: [{ name: recallToolName, description: 'The client’s.' }] };
		const { conversation } = chat;
		const query = 'staging gateway port';
		const own = await chat.turn(
			asks,
			{ calls: [[recallToolName, { handle: conversation, query }]] },
			{ text: 'On 48213.' },
		);
		assert.deepEqual(chat.latest.tools, [recallToolName, compactToolName]);
		assert.deepEqual([callsIn(own), textIn(own)], [[], 'On 48213.']);
		assert.equal(chat.lookUps, 1);
		const parts = await chat.turn('And before that?', {
			calls: [[recallToolName, { handle: 'another', query }]],
		});
		assert.deepEqual(callsIn(parts), [recallToolName]);
		assert.equal(chat.lookUps, 1);
	});

	it('is not added where the model has to call one tool', async () => {
		const demanded = await compacted();
		const toolMode = api.LanguageModelChatToolMode.Required;
		demanded.options = { tools: tools.slice(0, 1), toolMode };
		await demanded.turn(asks, { calls: [['read_file', {}]] });
		assert.deepEqual(demanded.latest.tools, ['read_file']);
	});

	it('lets a model that has to call a tool look up first, and not for ever', async () => {
		const chat = await compacted();
		const toolMode = api.LanguageModelChatToolMode.Required;
		chat.options = { tools, toolMode };
		const many = Array.from({ length: maxLookUps + 1 }, () => look);
		const parts = await chat.turn(asks, ...many, { calls: [['read_file', { path: 'a' }]] });
		assert.deepEqual(callsIn(parts), ['read_file']);
		assert.deepEqual(chat.latest.tools, ['read_file', 'run']);
	});

	it('comes with a tool by which the model has the conversation compacted, unseen by the client', async () => {
		const rig = bench.start();
		const chat = await compacted(rig);
		const parts = await chat.turn(
			'Thanks, that is all for the parser.',
			{ calls: [[compactToolName, { focus: 'the parser' }]] },
			{ text: 'Good.' },
		);
		assert.deepEqual([callsIn(parts), textIn(parts)], [[], 'Good.']);
		assert.ok(chat.latest.context.some(({ role }) => role === 'tool'));
		assert.deepEqual(chat.troubles, []);
		assert.equal((await rig.view(chat.conversation)).lookUps, undefined);
	});

	it('has the reply go on where the wish for a compaction cannot be noted', async () => {
		const rig = bench.start();
		const chat = await compacted(rig);
		const gone = Promise.withResolvers<void>();
		const asked = chat.sent.length;
		const turn = chat.turn(
			'Thanks, that is all for the parser.',
			{ calls: [[compactToolName, { focus: 'the parser' }]], after: gone.promise },
			{ text: 'Good.' },
		);
		await until(() => chat.sent.length > asked);
		await rig.methods.delete({ id: chat.conversation });
		gone.resolve();
		const parts = await turn;
		assert.equal(textIn(parts), 'Good.');
		const told = chat.latest.context.at(-1);
		assert.ok(told?.role === 'tool' && told.isError === true);
	});

	it('shows something even where the model says nothing after it', async () => {
		const chat = await compacted();
		assert.notEqual(textIn(await chat.turn(asks, look, { text: ' ' })).trim(), '');
		assert.deepEqual(chat.troubles, []);
	});

	it('is the person’s where a request has as many tools as a client may offer', async () => {
		const chat = await compacted();
		const many = Array.from({ length: 128 }, (_, at) => ({ name: `t${at}`, description: '' }));
		chat.options = { tools: many };
		await chat.turn(asks, { text: 'I cannot tell.' });
		assert.equal(chat.latest.tools.length, 128);
		assert.ok(chat.latest.context.some(({ role }) => role === 'system'));
		chat.options = { tools: many.slice(1) };
		await chat.turn('And now?', { text: 'I can.' });
		assert.equal(chat.latest.tools.at(-1), recallToolName);
	});

	it('ends with a result that says so, and then with the reply', async () => {
		const chat = await compacted();
		const asked = chat.sent.length;
		const parts = await chat.turn(asks, ...Array.from({ length: 40 }, () => look));
		assert.ok(chat.sent.length - asked <= maxLookUps + 2, String(chat.sent.length - asked));
		assert.deepEqual(callsIn(parts), []);
		assert.notEqual(textIn(parts), '');
		const refused = chat.latest.context.at(-1);
		assert.ok(refused?.role === 'tool' && refused.isError === true);
		const looked = chat.latest.context
			.filter(({ role }) => role === 'tool')
			.reduce((sum, { content }) => sum + textOf(content).length, 0);
		assert.ok(looked < 3 * window, String(looked));
		await chat.turn('Well?', { text: 'I do not know.' });
	});

	it('answers only for its own conversation, and never with an error of the client’s', async () => {
		const rig = bench.start();
		const other = await compacted(rig);
		await other.turn('The other one has the word zanzibar.', { text: 'Noted.' });
		const chat = await compacted(rig);
		await chat.turn(
			asks,
			{ calls: [[recallToolName, { handle: other.conversation, query: 'zanzibar' }]] },
			{ calls: [[recallToolName, { query: 7 }]] },
			{ calls: [[recallToolName, { number: 1 }]] },
			{ text: 'Well.' },
		);
		const results = chat.latest.context.filter(({ role }) => role === 'tool');
		assert.equal(results.length, 3);
		assert.doesNotMatch(textOf(results[0]?.content ?? ''), /The other one/);
		assert.deepEqual(
			results.map((message) => message.role === 'tool' && message.isError === true),
			[false, true, false],
		);
		assert.match(textOf(results[2]?.content ?? ''), /look after the gateway/);
	});

	it('ends at once with the client’s Stop, and leaves nothing behind', async () => {
		const chat = await compacted();
		chat.history = [...chat.history, said(asks)];
		const stop = new FakeCancellation();
		const never = new Promise(() => undefined);
		const asked = chat.sent.length;
		const reply = chat.ask([look, { after: never }], stop.token);
		while (chat.sent.length < asked + 2) {
			await new Promise(setImmediate);
		}
		stop.cancel();
		await assert.rejects(reply, api.CancellationError);
		await chat.go([], { text: 'I was stopped.' });
		assert.deepEqual(behind(chat.latest.context, asks), []);
	});

	it('belongs to the reply it was made for, and to no other', async () => {
		const chat = await compacted();
		const before = chat.history;
		await chat.turn(asks, look, { text: 'On 48213.' });
		chat.history = before;
		await chat.turn(asks, { text: 'I do not know.' });
		await chat.turn('Why?', { text: 'Nobody told me.' });
		assert.deepEqual(behind(chat.latest.context, asks).slice(0, 2), [
			'assistant I do not know.',
			'user Why?',
		]);
	});

	it('goes along where the history is edited behind it', async () => {
		const chat = await compacted();
		await chat.turn(asks, look, { text: 'On 48213.' });
		const before = chat.history;
		const { conversation } = chat;
		await chat.turn('Thanks.', { text: 'You are welcome.' });
		chat.history = before;
		await chat.turn('And the other gateway?', { text: 'Nobody said.' });
		assert.notEqual(chat.conversation, conversation);
		assert.deepEqual(behind(chat.latest.context, asks).slice(0, 2), [
			`assistant ${recallToolName}`,
			'tool found',
		]);
	});

	it('costs the client what the last request had, and all that was written', async () => {
		const chat = await compacted();
		const parts = await chat.turn(
			asks,
			{ ...look, promptTokens: 5_000 },
			{ text: 'On 48213.', promptTokens: 9_000 },
		);
		const usage = parts.find((part) => part instanceof api.LanguageModelDataPart);
		const told = JSON.parse(new TextDecoder().decode(usage?.data)) as Record<string, number>;
		assert.deepEqual([told['prompt_tokens'], told['completion_tokens']], [9_000, 20]);
	});

	it('is off where the person wants none, and the person’s own where the model has no tools', async () => {
		const chat = await compacted();
		chat.recall = 'off';
		await chat.turn(asks, { text: 'I do not know.' });
		assert.deepEqual(chat.latest.tools, []);
		const tellsOf = ({ context }: typeof chat.latest): boolean =>
			context.some(({ content }) => textOf(content).includes('/recall 41'));
		assert.ok(!tellsOf(chat.latest));
		chat.recall = 'person';
		await chat.turn(asks, { text: 'Please send it.' });
		assert.deepEqual(chat.latest.tools, []);
		assert.ok(tellsOf(chat.latest));
	});

	it('is left out of requests without tools: providers take no calls there', async () => {
		const chat = await compacted();
		await chat.turn(asks, look, { text: 'On 48213.' });
		chat.recall = 'off';
		await chat.turn('Thanks.', { text: 'Yes.' });
		assert.ok(chat.latest.context.every(({ role }) => role !== 'tool'));
	});
});
