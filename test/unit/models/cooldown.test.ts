import assert from 'node:assert/strict';
import * as v from 'valibot';
import * as fc from 'fast-check';
import {
	cooldownReason,
	cooldownsAfter,
	cooldownsSchema,
	needsPerson,
	type Cooldowns,
} from '../../../src/models/cooldown.ts';
import type { ModelTarget } from '../../../src/models/modelCalls.ts';
import type { ModelFailureKind } from '../../../src/models/modelError.ts';
import { failureOf } from '../../support/scriptedCalls.ts';

const now = 1_700_000_000_000;

const target = (id: string, route = 'r'): ModelTarget => ({ id, window: 8_000, route });
const key = 'r a';

function failed(
	before: Cooldowns,
	kind: ModelFailureKind,
	at = now,
	retryAfterMs?: number,
	id = 'a',
): Cooldowns {
	const failure = failureOf(kind, id, retryAfterMs === undefined ? {} : { retryAfterMs });
	return cooldownsAfter(before, target(id), failure, at, () => undefined);
}

/** Seconds a failure holds a model. */
function secondsAfter(kind: ModelFailureKind, retryAfterMs?: number, before: Cooldowns = {}) {
	const until = failed(before, kind, now, retryAfterMs)[key]?.untilMs;
	return until === undefined ? undefined : (until - now) / 1_000;
}

describe('a cooldown lasts', () => {
	it('ten minutes without a key, with a refused one, without credit or permission', () => {
		for (const kind of ['authentication', 'credit', 'forbidden'] as const) {
			assert.equal(secondsAfter(kind), 600);
			assert.ok(needsPerson(kind));
		}
	});

	it('a minute after a failure that passes', () => {
		for (const kind of ['timeout', 'connection', 'server', 'cut-off'] as const) {
			assert.equal(secondsAfter(kind), 60);
			assert.ok(!needsPerson(kind));
		}
	});

	it('not at all where only this model or request was at fault', () => {
		const before = failed({}, 'timeout');
		for (const kind of ['not-available', 'context-too-long', 'bad-request'] as const) {
			assert.equal(secondsAfter(kind), undefined);
			assert.deepEqual(failed(before, kind), before);
		}
	});

	it('1, 5, 15 and 15 minutes after overloads in a row', () => {
		for (const kind of ['overloaded', 'rate-limited'] as const) {
			let state: Cooldowns = {};
			let at = now;
			const lasted = [1, 2, 3, 4].map(() => {
				state = failed(state, kind, at);
				const rest = (state[key]?.untilMs ?? 0) - at;
				at += rest + 1;
				return rest / 60_000;
			});
			assert.deepEqual(lasted, [1, 5, 15, 15]);
			const later = at + 900_001;
			assert.equal(failed(state, kind, later)[key]?.untilMs, later + 60_000);
		}
	});

	it('as long as the provider asks, within a day', () => {
		assert.equal(secondsAfter('rate-limited', 7_000), 7);
		assert.equal(secondsAfter('server', 0), 0);
		assert.equal(secondsAfter('not-available', 90_000), 90);
		assert.equal(secondsAfter('credit', 5_000), 600);
		assert.equal(secondsAfter('rate-limited', 1e15), 86_400);
		assert.equal(secondsAfter('server', Number.NaN), 60);
	});

	it('never shorter because of another failure, and not for ever when the clock was set back', () => {
		assert.equal(secondsAfter('timeout', undefined, failed({}, 'credit')), 600);
		const far = failed({}, 'credit', now + 1e12);
		assert.equal(cooldownReason(far, target('a'), now), undefined);
		assert.equal(secondsAfter('timeout', undefined, far), 60);
	});
});

describe('cooldowns of a conversation', () => {
	it('are cleared by a success, each for itself', () => {
		const both = failed(failed({}, 'credit'), 'timeout', now, undefined, 'b');
		const worked = (id: string): Cooldowns =>
			cooldownsAfter(both, target(id), undefined, now, () => undefined);
		assert.deepEqual(Object.keys(worked('a')), ['r b']);
		assert.equal(worked('c'), both);
	});

	it('know what the person was told, for each kind, whichever model of the route failed', () => {
		const told: string[] = [];
		let state: Cooldowns = {};
		const fails = (kind: ModelFailureKind, id: string, route = 'r'): void => {
			const failure = failureOf(kind);
			const tell = (): unknown => told.push(`${kind} ${id}`);
			state = cooldownsAfter(state, target(id, route), failure, now, tell);
		};
		fails('credit', 'a');
		fails('credit', 'b');
		fails('timeout', 'a');
		fails('forbidden', 'b');
		fails('credit', 'c', 'other');
		assert.deepEqual(told, ['credit a', 'forbidden b', 'credit c']);
		assert.ok(v.is(cooldownsSchema, JSON.parse(JSON.stringify(state))));
	});

	it('only ever grow under failures', () => {
		const kinds: readonly ModelFailureKind[] = ['timeout', 'credit', 'overloaded', 'bad-request'];
		const happening = fc.tuple(
			fc.constantFrom(...kinds),
			fc.nat(400_000),
			fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined }),
		);
		fc.assert(
			fc.property(fc.array(happening), (happenings) => {
				let state: Cooldowns = {};
				let [at, end] = [now, 0];
				for (const [kind, later, asked] of happenings) {
					at += later;
					state = failed(state, kind, at, asked);
					assert.ok((state[key]?.untilMs ?? 0) >= end);
					end = state[key]?.untilMs ?? 0;
					assert.ok(v.is(cooldownsSchema, state));
				}
			}),
		);
	});
});
