import assert from 'node:assert/strict';
import type { ModelTarget } from '../../../src/models/modelCalls.ts';
import { estimatedTokens } from '../../../src/messages/tokens.ts';
import { assistant, at, logOf, prose, user } from '../../support/logs.ts';
import {
	attemptsOf,
	callMs,
	mainModel,
	ScriptedWorld,
	summaryModel,
	type AskedForSummary,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { requestOf } from '../summary/requests.ts';
import { chat, good, request, sameRoute } from './ladderSession.ts';

const textOf = ({ messages }: AskedForSummary): string =>
	messages.map(({ content }) => content).join('\n');

describe('a conversation larger than the window', () => {
	const long = requestOf(
		logOf(
			...Array.from({ length: 12 }, (_, index) => [
				user(`Request t${index}`),
				assistant(prose(5_500, index)),
			]).flat(),
		),
	);
	const summary: ModelTarget = { ...summaryModel, window: 12_000 };
	const models = { summary };

	it('is summarised in pieces, which are merged by one more request', async () => {
		const world = new ScriptedWorld(good);
		const written = await world.summarise(long, { models });
		const count = world.calls.length;
		assert.ok(count > 2);
		assert.deepEqual(
			world.progress,
			Array.from({ length: count }, (_, index) => ({
				rung: 'summary-model',
				model: 'a/small',
				piece: index + 1,
				of: count,
				attempt: 1,
			})),
		);
		assert.match(textOf(at(world.calls, 0).request), /is part 1 of/);
		assert.match(textOf(at(world.calls, -1).request), /The parts above summarise one conversation/);
		assert.deepEqual(written.attempts, [
			{ rung: 'summary-model', model: 'a/small', outcome: 'ok', ms: count * callMs },
		]);
	});

	it('says how many of its messages no request had room for', async () => {
		const huge = Array.from({ length: 600 }, (_, index) => [
			user(`Request t${index}`),
			assistant(prose(300, index)),
		]).flat();
		const [all, some] = await Promise.all(
			[long, requestOf(logOf(...huge))].map((asked) =>
				new ScriptedWorld(good).summarise(asked, {
					models: { summary: { ...summaryModel, window: 5_000 } },
				}),
			),
		);
		assert.equal(all?.draft.omitted, undefined);
		assert.ok((some?.draft.omitted?.[0]?.count ?? 0) > 0);
	});

	it('has a piece that failed done again alone', async () => {
		const world = new ScriptedWorld(good, { fails: 'timeout' }, good);
		const written = await world.summarise(long, { models });
		assert.deepEqual(at(world.calls, 1).request, at(world.calls, 2).request);
		assert.match(textOf(at(world.calls, 3).request), /is part 3 of/);
		assert.deepEqual(
			world.progress.slice(0, 4).map(({ piece, attempt }) => [piece, attempt]),
			[
				[1, 1],
				[2, 1],
				[2, 2],
				[3, 1],
			],
		);
		assert.deepEqual(attemptsOf(written), [
			'summary-model failed: a/small failed: timeout.',
			'summary-model ok',
		]);
		assert.deepEqual(
			written.attempts.map(({ ms }) => ms),
			[callMs, (world.calls.length - 1) * callMs],
		);
	});

	it('is repaired once in all its pieces', async () => {
		const world = new ScriptedWorld(good, chat, good, chat);
		const written = await world.summarise(long, { models });
		assert.equal(world.calls.length, 4);
		assert.equal(written.identity.kind, 'built-in');
	});

	it('begins anew with the next model, by its own window', async () => {
		const world = new ScriptedWorld(good, { fails: 'not-available' }, good);
		const written = await world.summarise(long, { models: { summary, main: mainModel } });
		assert.deepEqual(world.called, ['a/small', 'a/small', 'a/large']);
		assert.doesNotMatch(textOf(at(world.calls, 2).request), /is part|The parts above/);
		assert.deepEqual(at(world.progress, -1), {
			rung: 'main-model',
			model: 'a/large',
			piece: 1,
			of: 1,
			attempt: 1,
		});
		assert.equal(written.identity.kind, 'model');
	});
});

describe('a summary model whose window is smaller than known', () => {
	const turns = Array.from({ length: 20 }, (_, index) => [
		user(`Request t${index}`),
		assistant(prose(5_500, index)),
	]);
	const long = requestOf(logOf(...turns.flat()));
	const models = { summary: summaryModel, main: mainModel };
	const tooLong = (statedWindow?: number): Scripted => ({
		fails: 'context-too-long',
		...(statedWindow === undefined ? {} : { statedWindow }),
	});

	it('is asked in pieces that fit the window its provider states', async () => {
		const world = new ScriptedWorld(tooLong(8_000), good);
		const written = await world.summarise(long, { models });
		assert.ok(world.calls.length > 3, `${world.calls.length} calls`);
		assert.deepEqual(attemptsOf(written), [
			'summary-model failed: a/small failed: context-too-long.',
			'summary-model ok',
		]);
		for (const { request: asked } of world.calls.slice(1)) {
			assert.ok(estimatedTokens.count(textOf(asked)) + asked.maxOutputTokens <= 8_000);
		}
		const before = world.calls.length;
		await world.summarise(long, { models });
		assert.equal(world.calls.length - before, before - 1, 'the window is remembered');
	});

	it('is asked for less than it refused where nothing is stated', async () => {
		const world = new ScriptedWorld(tooLong(), good);
		await world.summarise(long, { models });
		const [refused = 0, ...others] = world.calls.map(({ request: asked }) =>
			estimatedTokens.count(textOf(asked)),
		);
		assert.ok(others.length > 1 && others.every((tokens) => tokens <= refused / 2));
	});

	it('gives way to the main model where it refuses everything', async () => {
		const world = new ScriptedWorld(tooLong());
		const written = await world.summarise(long, { models });
		const asked = world.called.filter((id) => id === 'a/small').length;
		assert.ok(asked > 1 && asked <= 3, `asked ${asked} times`);
		assert.ok(world.called.includes('a/large'));
		assert.equal(written.identity.kind, 'built-in');
		assert.deepEqual(world.cooldowns, {});
	});
});

describe('what a summary took', () => {
	const used = (
		inputTokens: number,
		outputTokens: number,
		cost?: number,
		cachedTokens = 10,
	): Scripted => ({
		...good,
		usage: {
			inputTokens,
			outputTokens,
			cachedTokens,
			...(cost === undefined ? {} : { cost }),
		},
	});
	const rejected = { ...used(1_000, 50), content: 'Done!' };

	it('is summed over all answered requests of all rungs', async () => {
		const world = new ScriptedWorld(rejected, rejected, { fails: 'timeout' }, used(2_000, 300));
		assert.deepEqual((await world.summarise(request)).usage, {
			requests: 3,
			inputTokens: 4_000,
			outputTokens: 400,
			cachedTokens: 30,
		});
	});

	it('costs what the provider says, else what the prices come to', async () => {
		const prices = { input: 2, cachedInput: 0.2, output: 10 };
		const models = { summary: { ...summaryModel, prices } };
		const cost = async (cached: number): Promise<number | undefined> => {
			const world = new ScriptedWorld(used(1_000, 100, undefined, cached));
			return (await world.summarise(request, { models })).usage?.cost;
		};
		assert.equal(await cost(0), 0.003);
		assert.equal(await cost(500), 0.0021);
		// More than was read counts as all of it.
		assert.equal(await cost(5_000), 0.0012);
		const told = await new ScriptedWorld(used(1_000, 100, 0.5)).summarise(request, { models });
		assert.equal(told.usage?.cost, 0.5);
	});

	it('is told of the built-in summariser too where models answered in vain', async () => {
		const written = await new ScriptedWorld(rejected).summarise(request, sameRoute);
		assert.equal(written.identity.kind, 'built-in');
		assert.equal(written.usage?.requests, 4);
	});

	it('is absent where nobody reported or answered', async () => {
		assert.equal((await new ScriptedWorld(good).summarise(request)).usage, undefined);
		const none = await new ScriptedWorld({ fails: 'credit' }).summarise(request);
		assert.equal('usage' in none, false);
	});
});
