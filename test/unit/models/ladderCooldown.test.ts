import assert from 'node:assert/strict';
import { Interrupted } from '../../../src/models/interrupts.ts';
import { prose } from '../../support/logs.ts';
import {
	attemptsOf,
	ScriptedWorld,
	summaryModel,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { goodReply, secret } from '../summary/requests.ts';
import { fails, good, request, sameRoute } from './ladderSession.ts';

const alone = { models: { summary: summaryModel } };

describe('a cooldown', () => {
	it('lets the built-in summariser write, and says for how long', async () => {
		const world = new ScriptedWorld(fails('credit'));
		await world.summarise(request, sameRoute);
		world.nowMs += 100_000;
		const written = await world.summarise(request, sameRoute);
		assert.deepEqual(written.identity, { kind: 'built-in' });
		const why = 'Not called for another 9 minutes: last time the credit was used up.';
		assert.deepEqual(attemptsOf(written), [
			`summary-model skipped: ${why}`,
			`main-model skipped: ${why}`,
			'built-in ok',
		]);
		assert.equal(world.calls.length, 2);
		assert.deepEqual(
			written.attempts.map(({ model }) => model),
			['a/small', 'a/large', undefined],
		);
	});

	it('follows where replies are cut off again and again, and not after one', async () => {
		const cut: Scripted = { content: goodReply().slice(0, 300), finishReason: 'length' };
		const once = new ScriptedWorld(cut, good);
		await once.summarise(request, alone);
		assert.deepEqual(once.cooldowns, {});
		const again = new ScriptedWorld(cut, cut);
		await again.summarise(request, alone);
		assert.equal(again.cooldowns['route a a/small']?.reason, 'cut-off');
		assert.equal(again.cooldowns['route a a/small']?.untilMs, epochMsAfter(again, 60_000));
	});

	it('ends', async () => {
		const world = new ScriptedWorld(fails('timeout'), fails('timeout'), good);
		await world.summarise(request, alone);
		assert.equal(world.cooldowns['route a a/small']?.untilMs, epochMsAfter(world, 60_000));
		world.nowMs += 60_000;
		assert.equal((await world.summarise(request, alone)).identity.kind, 'model');
		assert.deepEqual(world.cooldowns, {});
	});

	it('is ignored where a person asks for the model', async () => {
		const world = new ScriptedWorld(fails('credit'), good);
		await world.summarise(request, sameRoute);
		const written = await world.summarise(request, { ...sameRoute, ignoreCooldown: true });
		assert.deepEqual(attemptsOf(written), ['summary-model ok']);
	});
});

describe('whatever else happens, there is a summary', () => {
	it('when the call itself is broken', async () => {
		const world = new ScriptedWorld({ throws: new TypeError(`x is not a function ${secret}`) });
		const written = await world.summarise(request);
		assert.deepEqual(written.identity, { kind: 'built-in' });
		assert.deepEqual(attemptsOf(written), [
			'summary-model failed: x is not a function [REDACTED]',
			'main-model failed: x is not a function [REDACTED]',
			'built-in ok',
		]);
	});

	it('when planning throws', async () => {
		const world = new ScriptedWorld(good);
		let planned = false;
		const broken = new Proxy(request, {
			get(target, key, receiver) {
				if (key === 'fresh' && !planned) {
					planned = true;
					throw new RangeError('Invalid array length');
				}
				return Reflect.get(target, key, receiver) as unknown;
			},
		});
		const written = await world.summarise(broken, sameRoute);
		assert.deepEqual(attemptsOf(written), [
			'summary-model failed: Invalid array length',
			'main-model ok',
		]);
	});

	it('with errors on one line, without secrets, and bounded', async () => {
		const message = `Bad\nkey ${secret} ${prose(5_000)}`;
		const world = new ScriptedWorld({ fails: 'bad-request', message });
		const [attempt] = (await world.summarise(request, sameRoute)).attempts;
		assert.match(attempt?.error ?? '', /^Bad key \[REDACTED\] text 0:.*…$/);
		assert.ok((attempt?.error?.length ?? 0) <= 1_000);
		const advised = new ScriptedWorld({ fails: 'bad-request', advice: `Try\n${secret}` });
		const [other] = (await advised.summarise(request, sameRoute)).attempts;
		assert.deepEqual(other?.failure, { kind: 'bad-request', advice: 'Try [REDACTED]' });
	});

	it('unless somebody interrupts', async () => {
		const interrupted = new Interrupted('service');
		const world = new ScriptedWorld({ throws: interrupted });
		await assert.rejects(world.summarise(request), (error) => error === interrupted);
		assert.equal(world.calls.length, 1);
	});
});

/** When a cooldown ends that began with the last call. */
function epochMsAfter(world: ScriptedWorld, ms: number): number {
	return world.nowMs + ms;
}
