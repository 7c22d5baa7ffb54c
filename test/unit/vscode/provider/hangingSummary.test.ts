import assert from 'node:assert/strict';
import { textOf } from '../../../../src/messages/message.ts';
import { ClientPool } from '../../../../src/models/clientPool.ts';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { taskCalls } from '../../../../src/models/taskCalls.ts';
import { taskPolicies } from '../../../../src/models/tasks.ts';
import { isHandoff } from '../../../../src/summary/handoff.ts';
import { MirroredChat } from '../../../support/agent/mirroredChat.ts';
import { answer, hang } from '../../../support/fakeProvider/behaviours.ts';
import {
	startFakeProvider,
	type FakeProvider,
} from '../../../support/fakeProvider/fakeProvider.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { FakeTimers } from '../../../support/fakeTimers.ts';
import { at, prose } from '../../../support/logs.ts';
import { until } from '../../../support/until.ts';
import { workerBench, type WorkerRig } from '../../../support/workerRig.ts';

const window = 16_000;
const target = { id: 'acme/small', window: 128_000, route: 'acme' };

/** How long a person waits for a tool loop before they take it for dead, milliseconds. */
const longestWait = 15_000;

describe('a summary model that hangs while a tool loop has no room left', () => {
	const bench = workerBench();
	let provider: FakeProvider;
	beforeEach(async () => {
		provider = await startFakeProvider();
	});
	afterEach(() => provider.dispose());

	function start(timers: FakeTimers): WorkerRig {
		const rig = bench.start({}, { timers });
		const route = {
			provider: 'acme',
			api: 'chat' as const,
			baseUrl: provider.baseUrl,
			model: 'small',
			streaming: true,
		};
		const services = {
			pool: new ClientPool(createOpenAiClient),
			timers,
			routeOf: () => Promise.resolve(route),
		};
		const calls = taskCalls(services, taskPolicies.compaction, {});
		rig.host.models = () => Promise.resolve({ transientRetries: 1, summary: target });
		rig.host.reply = () =>
			calls.call(target, at(rig.host.calls, -1).request, new AbortController().signal);
		return rig;
	}

	it('holds it for some seconds, and its summary comes in when it is written', async () => {
		const timers = new FakeTimers();
		const rig = start(timers);
		const chat = new MirroredChat(rig, window);
		const handoff = (): string =>
			chat.latest.context.map(({ content }) => textOf(content)).find(isHandoff) ?? '';
		const onward = { text: 'On.', calls: [['ls', {}]] } as const;
		await chat.turn('Look at the harbour.', onward);
		for (let round = 1; round <= 6; round += 1) {
			await chat.results({ [`call-${round}`]: prose(6_000, round) }, onward);
		}
		provider.next(hang('before-headers', answer(summaryReply(0, 'the pier'))));
		const sent = chat.sent.length;
		const going = chat.results({ 'call-7': prose(36_000, 7) }, onward);
		await provider.hanging();
		assert.equal(chat.sent.length, sent);
		timers.pass(longestWait);
		await until(() => chat.sent.length > sent);
		await going;
		assert.ok(handoff() !== '');
		assert.doesNotMatch(handoff(), /the pier/);
		provider.release();
		await until(() => rig.of('job-ended').length > 0);
		await chat.results({ 'call-8': 'Nothing.' }, { text: 'Done.' });
		assert.match(handoff(), /the pier/);
		assert.equal(provider.requests.length, 1);
		assert.deepEqual(chat.troubles, []);
	});
});
