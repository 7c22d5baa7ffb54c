import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { noOverhead } from '../../../src/compaction/overhead.ts';
import { filesIn } from '../../../src/conversations/store/files.ts';
import { openStore } from '../../../src/conversations/store/openStore.ts';
import { textOf } from '../../../src/messages/message.ts';
import { ModelError } from '../../../src/models/modelError.ts';
import { redact } from '../../../src/redaction/redact.ts';
import { WorkerService } from '../../../src/worker/serve.ts';
import { FakeHost } from '../../support/fakeHost.ts';
import { FakeTimers } from '../../support/fakeTimers.ts';
import { user } from '../../support/logs.ts';
import { settled } from '../../support/scriptedClients.ts';
import { until } from '../../support/until.ts';
import {
	session,
	turns,
	workerBench,
	workerSettings,
	type WorkerRig,
} from '../../support/workerRig.ts';
import { entries, newConversation } from '../conversations/store/samples.ts';

describe('a model that has failed', () => {
	const bench = workerBench();

	it('is asked again by a person, after a reload too', async () => {
		const first = bench.start();
		const id = await first.opened(bench.session(session));
		const failure = { kind: 'authentication', message: 'The key is refused.' } as const;
		const summary = { id: 'acme/large', window: 200_000, route: 'acme' };
		const prepare = (rig: WorkerRig): WorkerRig => {
			rig.host.models = () => Promise.resolve({ summary, transientRetries: 0 });
			rig.host.reply = () => Promise.reject(new ModelError(failure));
			return rig;
		};
		await prepare(first).compacted(id);
		assert.equal(first.host.calls.length, 1);
		const next = prepare(await bench.restart(first));
		await next.compacted(id, { focus: redact('the parser') });
		assert.equal(next.host.calls.length, 1);
		await next.compacted(id, { source: 'same' });
		assert.equal(next.host.calls.length, 2);
	});
});

describe('a message that waits for a compaction when the window ends', () => {
	const bench = workerBench();

	it('is there at the next start, and answered with the summary in place', async () => {
		const rig = bench.start();
		const id = await rig.opened(bench.session(session));
		const { result } = await rig.heldCompaction(id);
		await rig.tell(id, 'One');
		const waiting = rig.methods.context({ id });
		await until(async () => (await rig.view(id)).status.queued === 'One');
		waiting.catch(() => undefined);
		const next = await bench.restart(rig);
		assert.equal((await result).kind, 'cancelled');
		assert.equal((await next.view(id)).messages, 49);
		const again = next.methods.compact({ id });
		const { messages } = await next.say(id, 'Two');
		assert.equal((await again).kind, 'committed');
		assert.ok(messages.length < 48);
		const last = messages.map(({ content }) => textOf(content)).join('\n');
		assert.match(last, /One[^]*Two$/);
		assert.match(await next.said(id, 49), /One/);
	});
});

describe('a conversation whose provider’s cache ends after the next start', () => {
	const bench = workerBench();

	/** A worker with a clock of its own. */
	async function started(workspace = workerSettings.workspace ?? '') {
		const timers = new FakeTimers();
		const time = { monotonic: () => timers.now, timers };
		const service = new WorkerService({ storage: bench.storage(), host: new FakeHost(), time });
		service.configure({ ...workerSettings, workspace });
		return { service, timers, methods: await service.methods() };
	}

	it('waits for that, in its workspace only', async () => {
		const { service, timers, methods } = await started();
		const call = { signal: new AbortController().signal, progress: () => undefined };
		const shape = {
			window: 64_000,
			model: 'openai/gpt-6-sol',
			reservedReply: 0,
			overhead: noOverhead,
			recall: false,
		};
		const messages = [...turns(4), user('What is next?')];
		const { conversation: id = '' } = await methods.prepare({ messages, shape }, call);
		await methods.requestEnded({ id, callsTools: false }, call);
		assert.equal(timers.pending, 1);
		await service.shutDown();
		const elsewhere = await started('file:///elsewhere');
		assert.equal(elsewhere.timers.pending, 0);
		await elsewhere.service.shutDown();
		const next = await started();
		assert.equal(next.timers.pending, 1);
		// The cache of this model lives for half an hour.
		next.timers.pass(20 * 60_000);
		assert.equal(next.timers.pending, 1);
		await next.service.shutDown();
		assert.equal(next.timers.pending, 0);
	});
});

describe('old conversations', () => {
	const bench = workerBench();

	/** A store with conversations that were last changed in 1970. @returns Their ids. */
	function oldStore(count: number): readonly string[] {
		const { store } = openStore(bench.storage(), { now: () => 0 });
		const ids = Array.from({ length: count }, (_, index) => {
			const { id } = store.create(newConversation);
			store.append(id, entries(`${index} ${'words '.repeat(20_000)}`));
			return id;
		});
		store.close();
		return ids;
	}

	const goneIn = (rig: WorkerRig): readonly string[] =>
		rig.of('deleted').map(({ conversation }) => conversation);

	it('go when they are older than allowed', async () => {
		const [old] = oldStore(1);
		const rig = bench.start({ retention: { maxAgeMs: 60_000 } });
		const id = await rig.opened(bench.session(session));
		await rig.compacted(id);
		await until(() => rig.of('deleted').length > 0);
		assert.deepEqual(goneIn(rig), [old]);
		assert.deepEqual(
			(await rig.methods.list(null)).map((row) => row.id),
			[id],
		);
	});

	it('go even if the space of others cannot be freed, which is reported', async () => {
		const ids = oldStore(1);
		mkdirSync(filesIn(bench.storage()).deletion);
		const rig = bench.start({ retention: { maxAgeMs: 60_000 } });
		await rig.methods.size(null);
		await until(() => rig.of('unexpected').length > 0 && rig.of('deleted').length > 0);
		assert.deepEqual(goneIn(rig), ids);
	});

	it('go when there is more than allowed', async () => {
		const ids = oldStore(4);
		const first = bench.start();
		const { bytes } = await first.methods.size(null);
		const rig = await bench.restart(first, { retention: { maxBytes: bytes * 0.6 } });
		await rig.methods.size(null);
		await until(() => rig.of('deleted').length > 0);
		assert.deepEqual(goneIn(rig), ids.slice(0, 2));
	});

	it('stay where a limit is set meanwhile: it may still be being typed', async () => {
		const ids = oldStore(2);
		const rig = bench.start();
		await rig.methods.size(null);
		await settled();
		rig.configure({ retention: { maxAgeMs: 60_000 } });
		await settled();
		assert.deepEqual(goneIn(rig), []);
		const next = await bench.restart(rig, { retention: { maxAgeMs: 60_000 } });
		await next.methods.size(null);
		await until(() => goneIn(next).length === ids.length);
	});

	it('stay while they are open', async () => {
		const [first, second] = oldStore(2);
		assert.ok(first !== undefined);
		const rig = bench.start();
		await rig.view(first);
		rig.configure({ retention: { maxAgeMs: 60_000 } });
		await until(() => rig.of('deleted').length > 0);
		assert.deepEqual(goneIn(rig), [second]);
		assert.equal((await rig.view(first)).messages, 1);
	});
});
