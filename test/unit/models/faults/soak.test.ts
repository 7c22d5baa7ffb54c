import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
	answer,
	type Behaviour,
	closeEarly,
	cutOff,
	emptyAnswer,
	hang,
	malformed,
	refusal,
	reset,
} from '../../../support/fakeProvider/behaviours.ts';
import { startFakeProvider } from '../../../support/fakeProvider/fakeProvider.ts';
import * as failing from '../../../support/fakeProvider/failures.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { assertNothingLost, FaultBench, longSession } from './faultBench.ts';

const compactions = 40;

/** The same faults on every run. */
function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		// mulberry32
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const good = answer(summaryReply());
const faults: readonly Behaviour[] = [
	hang('before-headers'),
	hang('mid-reply'),
	reset('before-headers'),
	reset('mid-reply'),
	closeEarly,
	malformed,
	emptyAnswer,
	refusal,
	cutOff('## Active Task'),
	failing.keyRefused,
	failing.rateLimited(),
	failing.serverError,
	failing.modelNotFound,
	failing.contextLengthExceeded,
];

/** Open sockets of this process, the provider's end included. */
function sockets(): number {
	return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
}

function turnOfTheLoop(): Promise<void> {
	return new Promise((resolve) => setImmediate(resolve));
}

/** The heap after everything that can be freed was. */
function heapBytes(): number {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
	return process.memoryUsage().heapUsed;
}

describe('forty compactions in a row', function () {
	const random = randomOf(20_261_122);
	const messages = longSession();
	/** How many summaries each wrote. */
	const writers = new Map<string, number>();

	function pick(): Behaviour {
		return random() < 0.4 ? good : (faults[Math.floor(random() * faults.length)] ?? good);
	}

	/** One compaction that meets random faults, while a person presses Stop at a random moment. */
	async function compactOnce(bench: FaultBench, number: number): Promise<void> {
		const { provider } = bench;
		let hanging = 0;
		provider.always(() => {
			const chosen = pick();
			hanging += chosen.kind === 'hang' ? 1 : 0;
			return chosen;
		});
		bench.api = number % 2 === 0 ? 'chat' : 'responses';
		bench.turn = new AbortController();
		// Each conversation has its own.
		bench.cooldowns = {};
		const conversation = bench.conversation(messages);
		const stopAfter = Math.floor(random() * 60);
		const state = { ended: false };
		const running = bench.compact(conversation).finally(() => {
			state.ended = true;
		});
		for (let turn = 0; !state.ended; turn += 1) {
			if (turn === stopAfter) {
				bench.turn.abort();
			}
			// What hangs is left alone for a while, and then its time is up.
			if (hanging > 0 && turn % 40 === 39) {
				hanging = 0;
				bench.timers.pass(60_000);
			}
			await turnOfTheLoop();
		}
		const outcome = await running;
		assert.ok(outcome.kind === 'compacted', `compaction ${number}: ${outcome.kind}`);
		assertNothingLost(conversation, messages);
		const writer = outcome.record.summariser.model ?? 'built-in';
		writers.set(writer, (writers.get(writer) ?? 0) + 1);
		provider.release();
		await bench.assertQuiet();
		// One for each API: what broke is gone, and what works is kept.
		assert.ok(bench.pool.size <= 2, `${bench.pool.size} clients`);
		provider.forget();
	}

	it('each have their summary, whatever fails and whoever presses Stop; nothing leaks', async () => {
		// One provider and one pool: a client that one fault has spoilt would be met by the next call.
		const provider = await startFakeProvider();
		const bench = new FaultBench(provider, 'chat');
		const heaps: number[] = [];
		for (let number = 0; number < compactions; number += 1) {
			await compactOnce(bench, number);
			if ((number + 1) % (compactions / 4) === 0) {
				heaps.push(heapBytes());
			}
		}
		assert.ok((writers.get('small') ?? 0) > compactions / 3, JSON.stringify([...writers]));
		assert.ok(writers.has('large') && writers.has('built-in'), 'every rung was needed');
		const [, second = 0, , last = 0] = heaps;
		assert.ok(last - second < 2_000_000, `the heap grew: ${heaps.join(', ')} bytes`);

		provider.always(answer('A title'));
		assert.equal(await bench.title(), 'A title', 'the pool has survived them all');
		bench.dispose();
		await provider.dispose();
		// The time-out of this test is the guard.
		while (sockets() > 0) {
			await turnOfTheLoop();
		}
	});
});
