import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { at, prose } from '../../support/logs.ts';
import {
	attemptsOf,
	callMs,
	ScriptedWorld,
	summaryModel,
	type AskedForSummary,
} from '../../support/scriptedCalls.ts';
import { turns } from '../summary/plannedPieces.ts';
import { goodReply, item, replyWithout, requestOf, secret } from '../summary/requests.ts';
import { chat, good, request, sameRoute } from './ladderSession.ts';

const count = (text: string): number => estimatedTokens.count(text);

const textOf = ({ messages }: AskedForSummary): string =>
	messages.map(({ content }) => content).join('\n');

describe('a reply that is not accepted', () => {
	it('is repaired once, in the same dialogue', async () => {
		const world = new ScriptedWorld(
			{ content: `${replyWithout('Goal')}\nkey ${secret}`, finishReason: 'stop' },
			good,
		);
		const written = await world.summarise(request);
		assert.deepEqual(attemptsOf(written), [
			'summary-model rejected: The reply lacked sections: Goal.',
			'summary-model ok',
		]);
		const [first, second] = world.calls.map((made) => made.request.messages);
		assert.deepEqual(second?.slice(0, 2), first);
		assert.deepEqual(
			second?.map(({ role }) => role),
			['system', 'user', 'assistant', 'user'],
		);
		assert.match(second?.[2]?.content ?? '', /^## Active Task\n- Something/);
		assert.ok(!(second?.[2]?.content ?? '').includes(secret));
		assert.match(second?.[3]?.content ?? '', /^Your reply lacked these sections: Goal\./);
	});

	it('twice, gives way to the main model, which has a repair of its own', async () => {
		const world = new ScriptedWorld(chat, chat, chat, good);
		const written = await world.summarise(request, sameRoute);
		assert.deepEqual(world.called, ['a/small', 'a/small', 'a/large', 'a/large']);
		assert.deepEqual(written.identity, { kind: 'model', model: 'a/large' });
		assert.deepEqual(
			written.attempts.map(({ outcome, ms }) => [outcome, ms]),
			[
				['rejected', callMs],
				['rejected', callMs],
				['rejected', callMs],
				['ok', callMs],
			],
		);
	});

	for (const [what, content, finishReason, sentence] of [
		['empty', '', 'stop', 'The reply was empty.'],
		[
			'only reasoning',
			'<think>hm</think>',
			'stop',
			'The reply contained reasoning and no summary.',
		],
		['a refusal', 'I cannot help with that.', 'refusal', 'The model declined: I cannot help'],
		['cut off', goodReply(), 'length', 'The reply was cut off before its end.'],
		['the conversation', 'Done!', 'stop', 'The reply was not a summary: Done!'],
		[
			'too large',
			goodReply({ Goal: [item(prose(90_000))] }),
			'stop',
			'The summary was not smaller than what it replaces (1',
		],
	] as const) {
		it(`says what was wrong with it: ${what}`, async () => {
			const world = new ScriptedWorld({ content, finishReason }, good);
			const written = await world.summarise(request);
			const said = at(written.attempts, 0).error ?? '';
			assert.ok(said.startsWith(sentence), said);
			assert.equal(written.identity.kind, 'model');
			const messages = at(world.calls, 1).request.messages;
			assert.ok(messages.every(({ content }) => content.trim() !== ''));
			assert.deepEqual(
				messages.map(({ role }) => role).filter((role, index, all) => role === all[index - 1]),
				[],
			);
		});
	}

	it('never makes a request larger than the window allows', async () => {
		const window = 8_000;
		const world = new ScriptedWorld({ content: prose(300_000), finishReason: 'stop' });
		const summary = { ...summaryModel, window };
		await world.summarise(requestOf(turns(3, 4, 2_000)), { models: { summary } });
		assert.ok(world.calls.length >= 2);
		assert.equal(at(world.calls, -1).request.messages.length, 4);
		for (const { request: made } of world.calls) {
			const input = estimatedTokens.count(textOf(made));
			assert.ok(input <= window * 0.6, `${input}`);
			assert.ok(input + made.maxOutputTokens <= window);
		}
	});
});

describe('what a model is asked', () => {
	it('is no more than it can say', async () => {
		const world = new ScriptedWorld(good);
		const summary = { ...summaryModel, maxOutput: 650 };
		await world.summarise(request, { models: { summary } });
		const asked = at(world.calls, 0).request;
		assert.equal(asked.maxOutputTokens, 650);
		assert.match(textOf(asked), /room for at most about \d{3} tokens/);
	});

	it('leaves room to think from the start where the longest reply is known', async () => {
		for (const [changes, tokens] of [
			[{}, 2_600],
			[{ maxOutput: 64_000 }, 10_600],
			[{ maxOutput: 4_000 }, 4_000],
			// Half of what the window leaves, but never less than the summary takes.
			[{ maxOutput: 64_000, window: 24_000 }, undefined],
		] as const) {
			const world = new ScriptedWorld(good);
			await world.summarise(request, { models: { summary: { ...summaryModel, ...changes } } });
			const asked = at(world.calls, 0).request;
			if (tokens === undefined) {
				const free = 24_000 - asked.messages.reduce((sum, { content }) => sum + count(content), 0);
				assert.equal(asked.maxOutputTokens, Math.floor(free / 2));
			} else {
				assert.equal(asked.maxOutputTokens, tokens);
			}
			assert.match(textOf(asked), /room for at most about 1\d{3} tokens/);
		}
	});

	it('leaves much more of it in the repair where thinking took everything', async () => {
		const thought = { content: [{ type: 'reasoning' }], finishReason: 'length' };
		for (const [changes, tokens] of [
			[{}, 27_600],
			[{ maxOutput: 20_000 }, 20_000],
		] as const) {
			const world = new ScriptedWorld(thought, good);
			const written = await world.summarise(request, {
				models: { summary: { ...summaryModel, ...changes } },
			});
			assert.deepEqual(attemptsOf(written), [
				'summary-model rejected: The reply contained reasoning and no summary.',
				'summary-model ok',
			]);
			assert.equal(at(world.calls, 1).request.maxOutputTokens, tokens);
		}
	});

	it('follows the instructions of a setting', async () => {
		const world = new ScriptedWorld(good);
		await world.summarise(request, {
			models: { summary: summaryModel, instructions: 'Write in rhymes.' },
		});
		assert.match(textOf(at(world.calls, 0).request), /Write in rhymes\./);
	});

	it('is not asked because of instructions that fill a small window, and that is said', async () => {
		const summary = { ...summaryModel, window: 8_000 };
		const world = new ScriptedWorld(good);
		const [attempt] = (
			await world.summarise(request, {
				models: { summary, instructions: prose(19_000) },
			})
		).attempts;
		assert.equal(
			attempt?.error,
			'The custom instructions for summaries leave no room for a conversation in the window of a/small (8,000 tokens).',
		);
		assert.deepEqual(attempt.failure, {
			kind: 'context-too-long',
			advice: 'Shorten the instructions, or choose a model with a larger context window.',
		});
		assert.deepEqual(world.called, []);

		const tiny = { ...summaryModel, window: 800 };
		const without = await world.summarise(request, {
			models: { summary: tiny, instructions: 'Write in rhymes.' },
		});
		assert.equal(without.attempts[0]?.error, 'a/small has too small a window (800 tokens).');
	});

	it('is not cut where it is longer than asked for, and smaller than what it stands for', async () => {
		const big = requestOf(turns(12, 8, 9_000));
		const actions = Array.from({ length: 900 }, (_, index) =>
			item(`${index + 1}. EDIT part${index}.ts — ok [tool: Edit]`),
		);
		const content = goodReply({ 'Completed Actions': actions });
		assert.ok(estimatedTokens.count(content) > 6 * big.budget);
		const { draft, identity } = await new ScriptedWorld({
			content,
			finishReason: 'stop',
		}).summarise(big);
		assert.equal(identity.kind, 'model');
		assert.equal(draft.summary['Completed Actions'].length, actions.length);
	});

	it('is longer in the repair of a reply that was cut off where that cannot be refused', async () => {
		const cut = { content: goodReply().slice(0, 300), finishReason: 'length' };
		for (const [changes, tokens] of [
			[{}, 2_600],
			[{ maxOutput: 64_000 }, 27_600],
		] as const) {
			const world = new ScriptedWorld(cut, good);
			await world.summarise(request, { models: { summary: { ...summaryModel, ...changes } } });
			const repair = at(world.calls, 1).request;
			assert.equal(repair.maxOutputTokens, tokens);
			assert.match(textOf(repair), /Be brief enough to finish: at most about 2000 tokens/);
		}
	});
});
