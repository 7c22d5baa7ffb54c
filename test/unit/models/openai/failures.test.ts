import assert from 'node:assert/strict';
import { Secret } from '../../../../src/models/secret.ts';
import type { Behaviour } from '../../../support/fakeProvider/behaviours.ts';
import {
	contextOverflowEvent,
	loading,
	modelNotFound,
	noChannel,
	rateLimited,
	unavailable,
} from '../../../support/fakeProvider/failures.ts';
import { failureOf, routeTo, useFakeProvider } from './calling.ts';

describe('a failure', () => {
	const provider = useFakeProvider();

	it('is known from an error inside a reply', async () => {
		provider().next(contextOverflowEvent);
		assert.equal((await failureOf(routeTo(provider()))).kind, 'context-too-long');
	});

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

	it('holds no key, also a short one, and whatever a server says of it', async () => {
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

	it('holds no key that a server encodes', async () => {
		const key = 'hunter2/plus+';
		const encoded = [
			encodeURIComponent(key),
			Buffer.from(`user:${key}`).toString('base64'),
			Buffer.from(`Bearer ${key} x`).toString('base64url'),
		];
		provider().next({
			kind: 'raw',
			status: 400,
			body: { error: { message: `bad header: ${encoded.join(', ')}` } },
		});
		const { message } = await failureOf(routeTo(provider(), { credential: new Secret(key) }));
		assert.match(message, /: bad header: \[REDACTED\]=*, \[REDACTED\]=*, \[REDACTED\]=*/);
	});

	it('is told in whole words where the key is none, as local servers are given', async () => {
		provider().next({ kind: 'raw', status: 400, body: { error: { message: 'No such box.' } } });
		const credential = new Secret('x');
		const { message } = await failureOf(routeTo(provider(), { credential }));
		assert.match(message, /No such box/);
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
});
