import assert from 'node:assert/strict';
import { kindOf } from '../../../../src/models/openai/failureKinds.ts';
import { reportedError } from '../../../../src/models/openai/reported.ts';
import { retryAfterMs } from '../../../../src/models/openai/retryAfter.ts';
import { Secret } from '../../../../src/models/secret.ts';
import type { Behaviour } from '../../../support/fakeProvider/behaviours.ts';
import {
	loading,
	modelNotFound,
	noChannel,
	rateLimited,
	unavailable,
} from '../../../support/fakeProvider/failures.ts';
import { failureOf, routeTo, useFakeProvider } from './calling.ts';
import { reports } from './reports.ts';

describe('the kind of a failure', () => {
	for (const [name, status, body, kind] of reports) {
		it(`is ${kind}: ${name}`, () => {
			const report = reportedError(body, status);
			const wait = retryAfterMs(undefined, report.words, 0);
			assert.equal(kindOf(report, wait !== undefined), kind, JSON.stringify(report));
		});
	}

	it('is a pause, not a lack of credit, where a 402 says how long to wait', () => {
		const report = reportedError({ error: { code: 402, message: 'In flight budget' } }, 402);
		assert.equal(kindOf(report, true), 'rate-limited');
		assert.equal(kindOf(report, false), 'credit');
	});
});

describe('how long to wait', () => {
	const now = Date.UTC(2026, 10, 21, 12, 0, 0);
	for (const [headers, words, expected] of [
		[{ 'retry-after': '7' }, '', 7_000],
		[{ 'retry-after': '0' }, '', 0],
		[{ 'retry-after': '1.5' }, '', 1_500],
		[{ 'retry-after': 'Sat, 21 Nov 2026 12:02:00 GMT' }, '', 120_000],
		[{ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, '', 0],
		[{ 'retry-after': '9', 'retry-after-ms': '1250' }, '', 1_250],
		[{ 'retry-after': '99999999999' }, '', 86_400_000],
		[{ 'retry-after': 'soon' }, '', undefined],
		[{ 'retry-after': '-5' }, '', undefined],
		[{}, 'Please try again in 20s. Visit …', 20_000],
		[{}, 'Please try again in 1m2.5s.', 62_500],
		[{}, 'Please try again in 120ms.', 120],
		[{}, 'Please retry in 12.345678s.', 12_346],
		[{}, 'Please try again in a moment.', undefined],
		[{}, '', undefined],
	] as const) {
		it(`${JSON.stringify(headers)} ${words}: ${expected} ms`, () => {
			assert.equal(retryAfterMs(new Headers(headers), words, now), expected);
		});
	}
});

describe('a failure', () => {
	const provider = useFakeProvider();

	it('says how long to wait', async () => {
		provider().next(
			rateLimited({ 'retry-after': '7' }),
			rateLimited({ 'retry-after-ms': '40' }),
			rateLimited(),
		);
		const route = routeTo(provider());
		assert.equal((await failureOf(route)).retryAfterMs, 7_000);
		assert.equal((await failureOf(route)).retryAfterMs, 40);
		assert.equal((await failureOf(route)).retryAfterMs, undefined);
	});

	it('holds no secret and not the whole request, whatever comes back', async () => {
		const token = `ghp_${'a1B2'.repeat(9)}`;
		provider().next({
			kind: 'raw',
			status: 400,
			body: { detail: `token ${token} ${'lorem ipsum '.repeat(5_000)}` },
		});
		const { message } = await failureOf(routeTo(provider()));
		assert.ok(!message.includes(token));
		assert.ok(message.length < 2_000, `${message.length} characters`);
	});

	it('holds no key, however short, and whatever a server says of it', async () => {
		for (const key of ['hunter2', 'k3y!', 'a.b*c']) {
			provider().next({
				kind: 'raw',
				status: 400,
				body: { error: { message: `bad key "${key}" (${key}${key})` } },
			});
			const { message } = await failureOf(routeTo(provider(), { credential: new Secret(key) }));
			assert.ok(!message.includes(key), message);
			assert.match(message, /: bad key "\[REDACTED\]" \(/);
		}
	});

	it('says whether a server is merely not ready', async () => {
		for (const [behaviour, notReady, advice] of [
			[unavailable, true, 'Try again later, or choose another model.'],
			[loading, true, 'Try again later, or choose another model.'],
			[{ kind: 'raw', status: 503, body: '' }, true, 'Try again later, or choose another model.'],
			[noChannel, undefined, "Check the model's name, or choose another model."],
			[modelNotFound, undefined, "Check the model's name, or choose another model."],
		] as const satisfies readonly (readonly [Behaviour, true | undefined, string])[]) {
			provider().next(behaviour);
			const failure = await failureOf(routeTo(provider()));
			assert.deepEqual(
				[failure.kind, failure.notReady, failure.advice],
				['not-available', notReady, advice],
			);
		}
	});

	it('tells a wrong address from a wrong model', async () => {
		provider().next({ kind: 'raw', status: 404, body: '404 page not found' });
		provider().next({ kind: 'raw', status: 404, body: { error: 'model "m" not found' } });
		assert.match((await failureOf(routeTo(provider()))).advice ?? '', /^Check the base URL http/);
		assert.match((await failureOf(routeTo(provider()))).advice ?? '', /^Check the model's name/);
	});
});
