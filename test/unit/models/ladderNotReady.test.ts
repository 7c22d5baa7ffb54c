import assert from 'node:assert/strict';
import { assistant, logOf, prose, user } from '../../support/logs.ts';
import {
	mainModel,
	ScriptedWorld,
	summaryModel,
	type Scripted,
} from '../../support/scriptedCalls.ts';
import { goodReply, requestOf } from '../summary/requests.ts';

const request = requestOf(logOf(user('Write a parser'), assistant(prose(20_000))));
const good: Scripted = { content: goodReply(), finishReason: 'stop' };
const notReady: Scripted = { fails: 'not-available', status: 503, notReady: true };
const sameRoute = { models: { summary: summaryModel, main: mainModel } };
const alone = { models: { summary: summaryModel } };

describe('a server that is not ready', () => {
	it('gives way to another model at once', async () => {
		const world = new ScriptedWorld(notReady, good);
		const written = await world.summarise(request, sameRoute);
		assert.deepEqual([world.called, world.waits], [['a/small', 'a/large'], []]);
		assert.deepEqual(written.attempts[0]?.failure, { kind: 'not-available' });
		assert.deepEqual(world.cooldowns, {});
	});

	it('is waited for where no other model is left, and then left alone for a minute', async () => {
		const passes = new ScriptedWorld(notReady, good);
		const written = await passes.summarise(request, alone);
		assert.deepEqual([passes.called, passes.waits], [['a/small', 'a/small'], [1_000]]);
		assert.deepEqual(written.attempts[0]?.failure, { kind: 'server' });
		assert.deepEqual(passes.cooldowns, {});

		const stays = new ScriptedWorld(notReady);
		assert.equal((await stays.summarise(request, alone)).identity.kind, 'built-in');
		assert.deepEqual(stays.called, ['a/small', 'a/small']);
		assert.equal(stays.cooldowns['route a a/small']?.untilMs, stays.nowMs + 60_000);
		assert.match(
			(await stays.summarise(request, alone)).attempts[0]?.error ?? '',
			/^Not asked for another 60 seconds: last time the server failed\.$/,
		);
	});

	it('is waited for too where the only other model is in a cooldown', async () => {
		const world = new ScriptedWorld(notReady, { fails: 'credit' }, notReady, good);
		await world.summarise(request);
		const written = await world.summarise(request);
		assert.deepEqual(world.called, ['a/small', 'b/large', 'a/small', 'a/small']);
		assert.deepEqual(written.identity, { kind: 'model', model: 'a/small' });
	});
});
