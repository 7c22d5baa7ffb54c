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
import { assertNothingLost, FaultBench, longSession } from './faultBench.ts';

/**
 * Every misbehaviour of a provider, over both APIs, met by the first try of a compaction: who writes the summary then,
 * and that nothing is lost.
 */

/** Which try of the ladder comes to what, as `model outcome`. */
type Expected = readonly string[];

interface Case {
	readonly behaviour: Behaviour;
	readonly expected: Expected;
	/** Time that has to pass for the call to end. */
	readonly waits?: 'first-byte' | 'idle';
	readonly tellsPerson?: true;
}

const small = 'small ok';

/** The connection or the server is to blame, or it passes by itself: the same model once more. */
const again = { expected: ['small failed', small] };
/** The model is not there: the main model, at once. */
const gone = { expected: ['small failed', 'large ok'] };
/** Only a person can help; the main model is another route, though it has the same key. */
const refused = { ...gone, tellsPerson: true } as const;
/** The reply is no summary: repaired once. */
const rejected = { expected: ['small rejected', small] };
/** Odd, but a summary. */
const accepted = { expected: [small] };

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
		...again,
		waits: 'first-byte',
	},
	'a hang behind the headers': { behaviour: hang('after-headers'), ...again, waits: 'first-byte' },
	'a hang in the middle': { behaviour: hang('mid-reply'), ...again, waits: 'idle' },
	'a reset before the headers': { behaviour: reset('before-headers'), ...again },
	'a reset in the middle': { behaviour: reset('mid-reply'), ...again },
	'an early end': { behaviour: closeEarly, ...again },
	'malformed events': { behaviour: malformed, ...again },
	'bytes that are no text': { behaviour: invalidUtf8, ...again },
	'a web page': { behaviour: webPage, ...again },
	'status 408': { behaviour: failing.requestTimedOut, ...again },
	// Asked once more, for a smaller window.
	'status 400, context too long': { behaviour: failing.contextLengthExceeded, ...again },
	'status 404': { behaviour: failing.modelNotFound, ...gone },
	'status 503': { behaviour: failing.unavailable, ...gone },
	'no channel': { behaviour: failing.noChannel, ...gone },
	'status 401': { behaviour: failing.keyRefused, ...refused },
	'status 402': { behaviour: failing.outOfCredit, ...refused },
	'status 403': { behaviour: failing.forbidden, ...refused },
	'an exhausted quota': { behaviour: failing.quotaExhausted, ...refused },
	'status 429': { behaviour: failing.rateLimited(), ...again },
	'status 429 for two seconds': {
		behaviour: failing.rateLimited({ 'retry-after': '2' }),
		...again,
	},
	'status 429 for two minutes': {
		behaviour: failing.rateLimited({ 'retry-after': '120' }),
		...gone,
	},
	'status 500': { behaviour: failing.serverError, ...again },
	'status 529': { behaviour: failing.overloaded, ...again },
	'an error inside the reply': { behaviour: failing.errorEvent, ...again },
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

describe('a compaction whose provider misbehaves', () => {
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
	async function passTime(waits: Case['waits']): Promise<void> {
		await provider.received(1);
		const { firstByte, idle } = { firstByte: 60_000, idle: 60_000 };
		if (waits === 'idle') {
			await bench.writing();
			bench.timers.pass(idle);
		} else {
			bench.timers.pass(firstByte);
		}
	}

	async function check({ behaviour, expected, waits, tellsPerson }: Case): Promise<void> {
		provider.next(behaviour);
		const messages = longSession();
		const conversation = bench.conversation(messages);
		const running = bench.compact(conversation);
		// A person who presses Stop meanwhile does not end it.
		bench.turn.abort();
		if (waits !== undefined) {
			await passTime(waits);
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
		assert.equal(bench.told.length, tellsPerson === true ? 1 : 0);
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
			it(`${api}: ${what}`, async () => {
				bench = new FaultBench(provider, api);
				await check(one);
			});
		}
	}
});
