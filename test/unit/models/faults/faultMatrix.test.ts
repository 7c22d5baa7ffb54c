import assert from 'node:assert/strict';
import {
	answer,
	type Behaviour,
	closeEarly,
	cutOff,
	emptyAnswer,
	hang,
	invalidUtf8,
	malformed,
	reasoningOnly,
	refusal,
	reset,
	slowDrip,
	toolCall,
	webPage,
} from '../../../support/fakeProvider/behaviours.ts';
import {
	type FakeProvider,
	startFakeProvider,
} from '../../../support/fakeProvider/fakeProvider.ts';
import * as failing from '../../../support/fakeProvider/failures.ts';
import { summaryReply } from '../../../support/fakeProvider/summaryReply.ts';
import { assertNothingLost, FaultBench, longSession, target } from './faultBench.ts';

/**
 * Every misbehaviour of a provider, over both APIs, met by the first try of a compaction and by the
 * try after a broken connection: who writes the summary then, and that nothing is lost.
 */

/** Which try of the ladder comes to what, as `model outcome`. */
type Expected = readonly string[];

interface Case {
	readonly behaviour: Behaviour;
	/** When the first try meets it. */
	readonly first: Expected;
	/** When the try after a reset meets it. */
	readonly retry: Expected;
	/** Time that has to pass for the call to end. */
	readonly waits?: 'first-byte' | 'idle';
	readonly tellsPerson?: true;
}

const small = 'small ok';
const builtIn = 'built-in ok';

/** The connection, or the client, is to blame: once more with a fresh one, then the main model. */
const lost = {
	first: ['small failed', small],
	retry: ['small failed', 'small failed', 'large ok'],
};
/** It passes by itself: the same model again. */
const passing = {
	first: ['small failed', small],
	retry: ['small failed', 'small failed', small],
};
/** The model is not there: the main model, at once. */
const gone = {
	first: ['small failed', 'large ok'],
	retry: ['small failed', 'small failed', 'large ok'],
};
/** Only a person can help; the main model is another route, though it has the same key. */
const refused = {
	first: ['small failed', 'large ok'],
	retry: ['small failed', 'small failed', 'large ok'],
	tellsPerson: true,
} as const;
/** The reply is no summary: repaired once. */
const rejected = {
	first: ['small rejected', small],
	retry: ['small failed', 'small rejected', small],
};
/** Odd, but a summary. */
const accepted = { first: [small], retry: ['small failed', small] };

const good = summaryReply();
const cases: Readonly<Record<string, Case>> = {
	'a good summary': { behaviour: answer(good), ...accepted },
	'a slow one': { behaviour: slowDrip(good, 1), ...accepted },
	'one of ten times the asked length': { behaviour: answer(summaryReply(17_000)), ...accepted },
	'content in parts': {
		behaviour: answer('', { content: [{ type: 'text', text: good }] }),
		...accepted,
	},
	'a hang before the first byte': {
		behaviour: hang('before-headers'),
		...lost,
		waits: 'first-byte',
	},
	'a hang behind the headers': { behaviour: hang('after-headers'), ...lost, waits: 'first-byte' },
	'a hang in the middle': { behaviour: hang('mid-reply'), ...lost, waits: 'idle' },
	'a reset before the headers': { behaviour: reset('before-headers'), ...lost },
	'a reset in the middle': { behaviour: reset('mid-reply'), ...lost },
	'an early end': { behaviour: closeEarly, ...lost },
	'malformed events': { behaviour: malformed, ...lost },
	'bytes that are no text': { behaviour: invalidUtf8, ...lost },
	'a web page': { behaviour: webPage, ...lost },
	'status 408': { behaviour: failing.requestTimedOut, ...lost },
	// Asked once more, for a smaller window.
	'status 400, context too long': {
		behaviour: failing.contextLengthExceeded,
		first: ['small failed', small],
		retry: ['small failed', 'small failed', small],
	},
	'status 404': { behaviour: failing.modelNotFound, ...gone },
	'status 503': { behaviour: failing.unavailable, ...gone },
	'no channel': { behaviour: failing.noChannel, ...gone },
	'status 401': { behaviour: failing.keyRefused, ...refused },
	'status 402': { behaviour: failing.outOfCredit, ...refused },
	'status 403': { behaviour: failing.forbidden, ...refused },
	'an exhausted quota': { behaviour: failing.quotaExhausted, ...refused },
	'status 429': { behaviour: failing.rateLimited(), ...passing },
	'status 429 for two seconds': {
		behaviour: failing.rateLimited({ 'retry-after': '2' }),
		...passing,
	},
	'status 429 for two minutes': {
		behaviour: failing.rateLimited({ 'retry-after': '120' }),
		first: ['small failed', 'large ok'],
		retry: ['small failed', 'small failed', 'large ok'],
	},
	'status 500': { behaviour: failing.serverError, ...passing },
	'status 529': { behaviour: failing.overloaded, ...passing },
	'an error inside the reply': { behaviour: failing.errorEvent, ...passing },
	'empty content': { behaviour: emptyAnswer, ...rejected },
	'a reply cut off by its length': { behaviour: cutOff(good.slice(0, 200)), ...rejected },
	'a refusal': { behaviour: refusal, ...rejected },
	'reasoning only': { behaviour: reasoningOnly, ...rejected },
	'content that is an object': {
		behaviour: answer('', { content: { summary: 'none' } }),
		...rejected,
	},
	'an answer in place of a summary': { behaviour: answer('Sure, I will do that.'), ...rejected },
	'a tool call': { behaviour: toolCall, ...rejected },
};

describe('a compaction whose provider misbehaves', function () {
	this.timeout(20_000);
	let provider: FakeProvider;
	let bench: FaultBench;
	beforeEach(async () => {
		provider = await startFakeProvider();
	});
	afterEach(async () => {
		bench.dispose();
		await provider.dispose();
	});

	/** Lets the time pass that a hanging call waits for. */
	async function passTime(request: number, waits: Case['waits']): Promise<void> {
		await provider.received(request);
		const { firstByte, idle } = { firstByte: 60_000, idle: 60_000 };
		if (waits === 'idle') {
			await bench.writing();
			bench.timers.pass(idle);
		} else {
			bench.timers.pass(firstByte);
		}
	}

	async function check(scripts: readonly Behaviour[], expected: Expected, one: Case) {
		provider.next(...scripts);
		const messages = longSession();
		const conversation = bench.conversation(messages);
		const running = bench.compact(conversation);
		// A person who presses Stop meanwhile does not end it.
		bench.turn.abort();
		if (one.waits !== undefined) {
			await passTime(scripts.length, one.waits);
		}
		const outcome = await running;
		assert.ok(outcome.kind === 'compacted', outcome.kind);
		const { attempts, summariser, tokens } = outcome.record;
		assert.deepEqual(
			attempts.map(({ model, outcome: came }) => `${model ?? 'built-in'} ${came}`),
			expected,
		);
		assert.equal(`${summariser.model ?? 'built-in'} ok`, expected.at(-1));
		assert.ok(
			attempts.every(({ outcome: came, error }) => (came === 'ok') === (error === undefined)),
		);
		assert.equal(bench.told.length, one.tellsPerson === true ? 1 : 0);
		// A summary is kept whole, however long: what counts is that the context is smaller.
		assert.ok(tokens.after < tokens.before);
		assertNothingLost(conversation, messages);
		provider.release();
		provider.next(answer('A title'));
		assert.equal(await bench.title(), 'A title', 'the next call works');
		await bench.assertQuiet();
	}

	for (const api of ['chat', 'responses'] as const) {
		for (const [what, one] of Object.entries(cases)) {
			it(`${api}: ${what}, on the first try`, async () => {
				bench = new FaultBench(provider, api);
				await check([one.behaviour], one.first, one);
			});

			it(`${api}: ${what}, on the retry`, async () => {
				bench = new FaultBench(provider, api);
				await check([reset('before-headers'), one.behaviour], one.retry, one);
			});
		}
	}

	for (const api of ['chat', 'responses'] as const) {
		for (const [what, behaviour] of [
			['a proxy without a server', failing.unavailable],
			['a server that loads its model', failing.loading],
		] as const) {
			it(`${api}: ${what} is asked again where there is no main model`, async () => {
				bench = new FaultBench(provider, api);
				const onlySmall = { summary: target('small') };
				const compact = async (...scripts: readonly Behaviour[]): Promise<Expected> => {
					provider.next(...scripts);
					const outcome = await bench.compact(bench.conversation(), undefined, onlySmall);
					assert.ok(outcome.kind === 'compacted', outcome.kind);
					return outcome.record.attempts.map(
						({ model, outcome: came }) => `${model ?? 'built-in'} ${came}`,
					);
				};
				assert.deepEqual(await compact(behaviour), ['small failed', small]);
				assert.deepEqual(bench.cooldowns, {});
				assert.deepEqual(await compact(behaviour, behaviour), [
					'small failed',
					'small failed',
					builtIn,
				]);
				bench.timers.pass(59_000);
				assert.deepEqual(await compact(), ['small skipped', builtIn]);
				bench.timers.pass(1_000);
				assert.deepEqual(await compact(), [small]);
				await bench.assertQuiet();
			});

			it(`${api}: ${what} gives way to the main model at once`, async () => {
				bench = new FaultBench(provider, api);
				await check([behaviour], gone.first, { behaviour, ...gone });
			});
		}
	}
});
