import assert from 'node:assert/strict';
import type { ModelFailureKind } from '../../../src/models/modelError.ts';
import { summariseBuiltIn } from '../../../src/summary/builtIn.ts';
import {
	attemptsOf,
	callMs,
	mainModel,
	ScriptedWorld,
	summaryModel,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { fails, good, request, sameRoute } from './ladderSession.ts';

const concernModel: readonly ModelFailureKind[] = ['not-available', 'bad-request'];
const needPerson: readonly ModelFailureKind[] = ['authentication', 'credit', 'forbidden'];
const connections: readonly ModelFailureKind[] = ['timeout', 'connection'];
const passing: readonly ModelFailureKind[] = ['rate-limited', 'overloaded', 'server'];

describe('the first rung', () => {
	it('is the configured summary model', async () => {
		const world = new ScriptedWorld(good);
		const written = await world.summarise(request);
		assert.deepEqual(written.identity, { kind: 'model', model: 'a/small' });
		assert.deepEqual(written.attempts, [
			{ rung: 'summary-model', model: 'a/small', outcome: 'ok', ms: callMs },
		]);
		assert.equal(written.draft.summary.Goal[0]?.text, 'About goal.');
		assert.equal(written.draft.summary['Active Task'][0]?.text, 'About active task.');
		assert.equal(world.cooldownsSet, 0);
	});

	it('is the main model where no other is configured', async () => {
		const world = new ScriptedWorld(fails('timeout'), good);
		const written = await world.summarise(request, { models: { main: mainModel } });
		assert.deepEqual(attemptsOf(written), [
			'main-model failed: a/large failed: timeout.',
			'main-model ok',
		]);
	});

	it('is the built-in summariser where there is no model at all', async () => {
		const world = new ScriptedWorld(good);
		const written = await world.summarise(request, { models: {} });
		assert.deepEqual(written.identity, { kind: 'built-in' });
		assert.deepEqual(written.draft, summariseBuiltIn(request));
		assert.deepEqual(attemptsOf(written), ['built-in ok']);
		assert.deepEqual(world.progress, [{ rung: 'built-in', piece: 1, of: 1, attempt: 1 }]);
		assert.deepEqual([world.calls, world.cooldowns], [[], {}]);
	});
});

describe('a model that is withheld', () => {
	const models = { summary: summaryModel, main: mainModel };

	it('is not asked, and its attempt says why', async () => {
		const world = new ScriptedWorld(good);
		const withheld = { 'a/small': 'a/small is not decided about.' };
		const written = await world.summarise(request, { models: { ...models, withheld } });
		assert.deepEqual(attemptsOf(written), [
			'summary-model skipped: a/small is not decided about.',
			'main-model ok',
		]);
		assert.deepEqual(world.called, ['a/large']);
	});

	it('is not asked for the sake of a person either, whose limit withholds it', async () => {
		const world = new ScriptedWorld(good);
		const withheld = { 'a/small': 'Too dear.', 'a/large': 'Too dear.' };
		const written = await world.summarise(request, {
			models: { ...models, withheld },
			ignoreCooldown: true,
		});
		assert.deepEqual(written.identity, { kind: 'built-in' });
		assert.deepEqual([world.calls, world.cooldowns], [[], {}]);
	});
});

describe('after a time-out or a broken connection', () => {
	for (const kind of connections) {
		it(`the same model is asked once more: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind), good);
			const written = await world.summarise(request);
			assert.deepEqual(world.called, ['a/small', 'a/small']);
			assert.deepEqual(world.calls[0]?.request, world.calls[1]?.request);
			assert.deepEqual(attemptsOf(written), [
				`summary-model failed: a/small failed: ${kind}.`,
				'summary-model ok',
			]);
			assert.deepEqual(
				written.attempts.map(({ ms }) => ms),
				[callMs, callMs],
			);
			assert.deepEqual([world.waits, world.cooldowns], [[], {}]);
		});
	}

	for (const kind of [...connections, ...passing]) {
		it(`twice, the main model is asked, behind the same key or another: ${kind}`, async () => {
			for (const [models, main] of [
				[sameRoute, 'a/large'],
				[{}, 'b/large'],
			] as const) {
				const world = new ScriptedWorld(fails(kind), fails(kind), good);
				const written = await world.summarise(request, models);
				assert.deepEqual(world.called, ['a/small', 'a/small', main]);
				assert.equal(written.attempts.at(-1)?.rung, 'main-model');
			}
		});
	}
});

describe('a model that is not there, or whose request is refused,', () => {
	for (const kind of concernModel) {
		it(`gives way to the main model at once, once: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind), good);
			const written = await world.summarise(request, sameRoute);
			assert.deepEqual(world.called, ['a/small', 'a/large']);
			assert.deepEqual(written.identity, { kind: 'model', model: 'a/large' });
			assert.deepEqual([world.waits, world.cooldowns], [[], {}]);

			const both = new ScriptedWorld(fails(kind));
			assert.equal((await both.summarise(request, sameRoute)).identity.kind, 'built-in');
			assert.deepEqual(both.called, ['a/small', 'a/large']);
		});
	}

	it('is not asked at all when its window is too small', async () => {
		const world = new ScriptedWorld(good);
		const summary = { ...summaryModel, window: 800 };
		const written = await world.summarise(request, { models: { summary, main: mainModel } });
		assert.deepEqual(world.called, ['a/large']);
		assert.match(attemptsOf(written)[0] ?? '', /^summary-model failed: a\/small has too small a/);
		const alone = new ScriptedWorld(good);
		assert.equal(
			(await alone.summarise(request, { models: { summary } })).identity.kind,
			'built-in',
		);
		assert.deepEqual(alone.called, []);
	});
});

describe('a server that is not ready', () => {
	const notReady: Scripted = { fails: 'not-available', status: 503, notReady: true };
	const alone = { models: { summary: summaryModel } };

	it('gives way to another model at once', async () => {
		const world = new ScriptedWorld(notReady, good);
		await world.summarise(request, sameRoute);
		assert.deepEqual([world.called, world.waits], [['a/small', 'a/large'], []]);
		assert.deepEqual(world.cooldowns, {});
	});

	it('is waited for where no other model is left, and then left alone for a minute', async () => {
		const passes = new ScriptedWorld(notReady, good);
		const { identity } = await passes.summarise(request, alone);
		assert.deepEqual([identity, passes.waits], [{ kind: 'model', model: 'a/small' }, [1_000]]);
		assert.deepEqual(passes.cooldowns, {});

		const stays = new ScriptedWorld(notReady);
		assert.equal((await stays.summarise(request, alone)).identity.kind, 'built-in');
		assert.equal(stays.cooldowns['route a a/small']?.untilMs, stays.nowMs + 60_000);
	});
});

describe('a refused key, missing credit or permission', () => {
	for (const kind of needPerson) {
		it(`has each model asked once, and is told once: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind));
			assert.equal((await world.summarise(request, sameRoute)).identity.kind, 'built-in');
			assert.deepEqual(world.called, ['a/small', 'a/large']);
			assert.deepEqual(world.waits, []);
			assert.deepEqual(world.told, [[kind, 'a/small']]);
		});

		it(`leaves a main model on a different route: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind), good);
			const written = await world.summarise(request);
			assert.deepEqual(written.identity, { kind: 'model', model: 'b/large' });
			assert.deepEqual(world.told, [[kind, 'a/small']]);
		});
	}

	it('is told once, until the route has worked again', async () => {
		const world = new ScriptedWorld(
			fails('authentication'),
			fails('authentication'),
			fails('credit'),
			good,
			fails('authentication'),
		);
		for (let round = 0; round < 5; round += 1) {
			await world.summarise(request, { models: { summary: summaryModel } });
			world.nowMs += 700_000;
		}
		assert.equal(world.calls.length, 5);
		assert.deepEqual(world.told, [
			['authentication', 'a/small'],
			['credit', 'a/small'],
			['authentication', 'a/small'],
		]);
	});

	it('is told with the try that failed: what it was, and what helps', async () => {
		const world = new ScriptedWorld(
			{ fails: 'credit', advice: 'Add credit at acme.' },
			{ fails: 'timeout' },
		);
		const first = await world.summarise(request);
		assert.deepEqual(
			first.attempts.map(({ failure, tellPerson }) => [failure, tellPerson]),
			[
				[{ kind: 'credit', advice: 'Add credit at acme.' }, true],
				[{ kind: 'timeout' }, undefined],
				[{ kind: 'timeout' }, undefined],
				[undefined, undefined],
			],
		);
		const second = await world.summarise(request);
		assert.deepEqual(
			second.attempts.map(({ outcome, tellPerson }) => [outcome, tellPerson]),
			[
				['skipped', undefined],
				['skipped', undefined],
				['ok', undefined],
			],
		);
	});

	it('is told again where a person asked for the model', async () => {
		const world = new ScriptedWorld(fails('credit'));
		await world.summarise(request, sameRoute);
		await world.summarise(request, { ...sameRoute, ignoreCooldown: true });
		assert.deepEqual(world.told, [
			['credit', 'a/small'],
			['credit', 'a/small'],
		]);
	});
});

describe('a failure that passes by itself', () => {
	for (const kind of passing) {
		it(`is waited out on the same rung: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind), good);
			const written = await world.summarise(request);
			assert.deepEqual(world.called, ['a/small', 'a/small']);
			assert.deepEqual(world.waits, [1_000]);
			assert.deepEqual(written.identity, { kind: 'model', model: 'a/small' });
			assert.deepEqual(
				written.attempts.map(({ ms }) => ms),
				[callMs, callMs],
			);
		});

		it(`leaves the main model to the next automatic compaction, too: ${kind}`, async () => {
			const world = new ScriptedWorld(fails(kind), fails(kind), good);
			await world.summarise(request, sameRoute);
			await world.summarise(request, sameRoute);
			assert.deepEqual(world.called, ['a/small', 'a/small', 'a/large', 'a/large']);
		});
	}

	it('is repeated as often as the setting says, each time after twice the wait', async () => {
		for (const [transientRetries, waits] of [
			[0, []],
			[2, [1_000, 2_000]],
			[6, [1_000, 2_000, 4_000, 8_000, 10_000, 10_000]],
		] as const) {
			const world = new ScriptedWorld(fails('server'));
			await world.summarise(request, { models: { summary: summaryModel, transientRetries } });
			assert.deepEqual(world.waits, waits);
			assert.equal(world.calls.length, transientRetries + 1);
		}
		const endless = new ScriptedWorld(fails('server'));
		const models = { summary: summaryModel, transientRetries: Number.POSITIVE_INFINITY };
		await endless.summarise(request, { models });
		assert.equal(endless.calls.length, 11);
	});

	it('is waited out as long as the provider asks, if that is not long', async () => {
		const short = new ScriptedWorld(fails('rate-limited', 7_000), good);
		await short.summarise(request);
		assert.deepEqual([short.called, short.waits], [['a/small', 'a/small'], [7_000]]);
		const long = new ScriptedWorld(fails('rate-limited', 11_000), good);
		await long.summarise(request);
		assert.deepEqual([long.called, long.waits], [['a/small', 'b/large'], []]);
		const odd = new ScriptedWorld(fails('rate-limited', -5), good);
		await odd.summarise(request);
		assert.deepEqual(odd.waits, [1_000]);
	});
});
