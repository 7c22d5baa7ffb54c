import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as fc from 'fast-check';
import {
	cooldownAfter,
	describeCooldown,
	cooldownsSchema,
	needsPerson,
	remainingMs,
	withFailure,
	withSuccess,
	withTold,
	type Cooldown,
	type Cooldowns,
} from '../../../src/models/cooldown.ts';
import type { ModelFailure, ModelFailureKind } from '../../../src/models/modelError.ts';
import { failureOf } from '../../support/scriptedCalls.ts';

const now = 1_700_000_000_000;

/** Seconds a failure holds a route. */
function secondsAfter(kind: ModelFailureKind, retryAfterMs?: number, before?: Cooldown): number {
	const failure = failureOf(kind, 'a', retryAfterMs === undefined ? {} : { retryAfterMs });
	return remainingMs(cooldownAfter(before, failure, now), now) / 1_000;
}

function cooldown(changes: Partial<Cooldown> = {}): Cooldown {
	return { untilMs: now + 30_000, ladderStep: 0, reason: 'server', told: [], ...changes };
}

describe('a cooldown lasts', () => {
	it('ten minutes without a key, with a refused one, without credit or permission', () => {
		for (const kind of ['authentication', 'credit', 'forbidden'] as const) {
			assert.equal(secondsAfter(kind), 600);
			assert.ok(needsPerson(kind));
		}
	});

	it('a minute after a failure that passes', () => {
		for (const kind of ['timeout', 'connection', 'server'] as const) {
			assert.equal(secondsAfter(kind), 60);
			assert.ok(!needsPerson(kind));
		}
	});

	it('not at all where only this model or request was at fault', () => {
		for (const kind of ['not-available', 'context-too-long', 'bad-request'] as const) {
			assert.equal(cooldownAfter(undefined, failureOf(kind), now), undefined);
			const before = cooldown();
			assert.equal(cooldownAfter(before, failureOf(kind), now), before);
		}
	});

	it('1, 5, 15 and 15 minutes after overloads in a row', () => {
		for (const kind of ['overloaded', 'rate-limited'] as const) {
			let state: Cooldown | undefined;
			let at = now;
			const lasted = [1, 2, 3, 4].map(() => {
				state = cooldownAfter(state, failureOf(kind), at);
				const rest = remainingMs(state, at);
				at += rest + 1;
				return rest / 60_000;
			});
			assert.deepEqual(lasted, [1, 5, 15, 15]);
			assert.equal(remainingMs(cooldownAfter(state, failureOf(kind), at + 900_001), at), 960_001);
		}
	});

	it('as long as the provider asks, within a day', () => {
		assert.equal(secondsAfter('rate-limited', 7_000), 7);
		assert.equal(secondsAfter('overloaded', 2_000_000), 2_000);
		assert.equal(secondsAfter('server', 0), 0);
		assert.equal(secondsAfter('not-available', 90_000), 90);
		assert.equal(secondsAfter('credit', 5_000), 600);
		assert.equal(secondsAfter('rate-limited', 1e15), 86_400);
		assert.equal(secondsAfter('server', -1), 60);
		assert.equal(secondsAfter('server', Number.NaN), 60);
	});

	it('never shorter because of another failure', () => {
		const long = cooldown({ untilMs: now + 600_000, reason: 'credit', told: ['credit'] });
		assert.deepEqual(cooldownAfter(long, failureOf('timeout'), now), long);
		const longer = cooldownAfter(cooldown(), failureOf('timeout'), now);
		assert.deepEqual(longer, cooldown({ untilMs: now + 60_000, reason: 'timeout' }));
	});

	it('not for ever when the clock was set back', () => {
		const far = cooldown({ untilMs: now + 1e12 });
		assert.equal(remainingMs(far, now), 0);
		assert.equal(secondsAfter('timeout', undefined, far), 60);
	});
});

describe('cooldowns of a conversation', () => {
	const failed = withFailure({}, 'a', failureOf('credit'), now);

	it('are cleared by a success, each for itself', () => {
		const both = withFailure(failed, 'b', failureOf('timeout'), now);
		assert.deepEqual(Object.keys(withSuccess(both, 'a')), ['b']);
		assert.equal(withSuccess(both, 'c'), both);
		assert.equal(withFailure(both, 'c', failureOf('bad-request'), now), both);
	});

	it('know what the person was told, for each kind', () => {
		assert.deepEqual(failed['a']?.told, []);
		const told = withTold(failed, 'a', 'credit');
		assert.deepEqual(told['a']?.told, ['credit']);
		const again = withFailure(told, 'a', failureOf('credit'), now + 1e6);
		assert.deepEqual(again['a']?.told, ['credit']);
		assert.deepEqual(withSuccess(again, 'a'), {});
		assert.equal(withTold(told, 'a', 'credit'), told);
		assert.equal(withTold(told, 'z', 'credit'), told);
	});

	it('survive a reload', () => {
		const told = withTold(failed, 'a', 'credit');
		const read: unknown = JSON.parse(JSON.stringify(told));
		assert.ok(v.is(cooldownsSchema, read));
		assert.deepEqual(read, told);
	});

	it('are not mistaken for anything else', () => {
		const good = cooldown();
		assert.ok(v.is(cooldownsSchema, {}) && v.is(cooldownsSchema, { a: good }));
		for (const value of [
			undefined,
			null,
			'x',
			{ a: null },
			{ a: { ...good, untilMs: '1' } },
			{ a: { ...good, untilMs: Number.NaN } },
			{ a: { ...good, ladderStep: 3 } },
			{ a: { ...good, ladderStep: -1 } },
			{ a: { ...good, ladderStep: 0.5 } },
			{ a: { ...good, reason: 'toString' } },
			{ a: { ...good, told: ['nothing'] } },
			{ a: { ...good, told: undefined } },
			{ a: good, b: 1 },
		]) {
			assert.equal(v.is(cooldownsSchema, value), false, JSON.stringify(value));
		}
	});

	it('take any name of a route', () => {
		const odd = withFailure({}, '__proto__', failureOf('credit'), now);
		assert.deepEqual(Object.keys(odd), ['__proto__']);
		assert.deepEqual(withSuccess({}, 'constructor'), {});
	});

	it('are bounded in number; the ones that end last are kept', () => {
		let state: Cooldowns = {};
		for (let route = 0; route < 40; route += 1) {
			state = withFailure(state, `r${route}`, failureOf('timeout'), now + route);
		}
		assert.equal(Object.keys(state).length, 16);
		assert.ok('r39' in state && 'r24' in state && !('r23' in state));
	});

	it('are told in words', () => {
		const words = (ms: number): string =>
			describeCooldown(cooldown({ untilMs: now + ms, reason: 'overloaded' }), now);
		assert.equal(words(1), 'Not asked for another 1 second: last time it was overloaded.');
		assert.match(words(89_000), /another 89 seconds:/);
		assert.match(words(89_001), /another 2 minutes:/);
		assert.match(words(900_000), /another 15 minutes:/);
		assert.match(words(5 * 3_600_000), /another 5 hours:/);
	});

	it('only ever grow under failures', () => {
		const kinds: readonly ModelFailureKind[] = ['timeout', 'credit', 'overloaded', 'bad-request'];
		const failure = fc.record({
			kind: fc.constantFrom(...kinds),
			message: fc.constant(''),
			retryAfterMs: fc.integer({ min: 0, max: 1e6 }),
		});
		fc.assert(
			fc.property(fc.array(fc.tuple(failure, fc.nat(400_000))), (happenings) => {
				let state: Cooldowns = {};
				let at = now;
				let end = 0;
				for (const [happened, later] of happenings as readonly [ModelFailure, number][]) {
					at += later;
					state = withFailure(state, 'a', happened, at);
					assert.ok((state['a']?.untilMs ?? 0) >= end);
					end = state['a']?.untilMs ?? 0;
					assert.ok(v.is(cooldownsSchema, state));
				}
			}),
		);
	});
});
