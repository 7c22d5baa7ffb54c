import assert from 'node:assert/strict';
import { Interrupted } from '../../../../src/models/interrupts.ts';
import { answer, hang, reset } from '../../../support/fakeProvider/behaviours.ts';
import {
	type FakeProvider,
	startFakeProvider,
} from '../../../support/fakeProvider/fakeProvider.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { assertNothingLost, FaultBench, longSession } from './faultBench.ts';

describe('a compaction that somebody interrupts', () => {
	const messages = longSession();
	let provider: FakeProvider;
	let bench: FaultBench;
	beforeEach(async () => {
		provider = await startFakeProvider();
		bench = new FaultBench(provider, 'chat');
	});
	afterEach(async () => {
		bench.dispose();
		await provider.dispose();
	});

	it('goes on when the turn is stopped or a new message comes', async () => {
		provider.always(hang('mid-reply'));
		const conversation = bench.conversation(messages);
		const running = bench.compact(conversation);
		await bench.writing();
		bench.turn.abort();
		const late = { role: 'user', content: 'And another thing.' } as const;
		conversation.append([late]);
		provider.release();
		const outcome = await running;
		assert.ok(outcome.kind === 'compacted');
		assert.equal(outcome.record.summariser.model, 'small');
		assertNothingLost(conversation, [...messages, late]);
		assert.deepEqual(conversation.context.messages.at(-1), late);
		await bench.assertQuiet();
	});

	it('ends when it is cancelled itself, and leaves every byte as it was', async () => {
		provider.always(hang('mid-reply'));
		const conversation = bench.conversation(messages);
		const before = JSON.stringify(conversation.context);
		const job = new AbortController();
		const running = bench.compact(conversation, job);
		await bench.writing();
		job.abort();
		await assert.rejects(
			running,
			(error: unknown) => error === job.signal.reason || error instanceof Interrupted,
		);
		assert.equal(JSON.stringify(conversation.context), before);
		await provider.left(1);
		assert.equal(provider.requests.length, 1, 'nothing more is asked');

		provider.always(answer(summaryReply()));
		const again = await bench.compact(conversation);
		assert.equal(again.kind, 'compacted');
		assertNothingLost(conversation, messages);
		await bench.assertQuiet();
	});

	it('is written by the built-in summariser when the network stays away', async () => {
		provider.always(reset('before-headers'));
		const conversation = bench.conversation(messages);
		const outcome = await bench.compact(conversation);
		assert.ok(outcome.kind === 'compacted');
		assert.equal(outcome.record.summariser.kind, 'built-in');
		assertNothingLost(conversation, messages);

		// Half a minute later the model is left alone; a minute later it is asked again.
		const asked = provider.requests.length;
		bench.timers.pass(30_000);
		await bench.compact(bench.conversation(messages));
		assert.equal(provider.requests.length, asked);
		provider.always(answer(summaryReply()));
		bench.timers.pass(31_000);
		const later = await bench.compact(bench.conversation(messages));
		assert.ok(later.kind === 'compacted');
		assert.equal(later.record.summariser.model, 'small');
		await bench.assertQuiet();
	});
});
