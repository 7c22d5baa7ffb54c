import assert from 'node:assert/strict';
import type { ModelFailure } from '../../../../src/models/modelError.ts';
import { ModelError } from '../../../../src/models/modelError.ts';
import { listModels } from '../../../../src/models/openai/listModels.ts';
import { Secret } from '../../../../src/models/secret.ts';
import type { Behaviour } from '../../../support/fakeProvider/behaviours.ts';
import { failureOf, routeTo, testKey, useFakeProvider, ways } from './calling.ts';

describe('a server that redirects', () => {
	const asked = useFakeProvider();
	const other = useFakeProvider();
	const otherOrigin = (): string => new URL(other().baseUrl).origin;

	function redirect(status: number, location?: string): Behaviour {
		return {
			kind: 'raw',
			status,
			body: '',
			headers: location === undefined ? {} : { location },
		};
	}

	function assertNotFollowed(failure: ModelFailure): void {
		assert.equal(failure.kind, 'connection');
		assert.ok(failure.message.includes(` redirects to ${otherOrigin()}. `), failure.message);
		assert.equal(failure.advice, `If you trust ${otherOrigin()}, set it as the base URL of fake.`);
		assert.equal(asked().requests.length, 1);
		assert.equal(other().requests.length, 0);
	}

	for (const status of [301, 307]) {
		for (const { api, streaming, name } of ways) {
			it(`with ${status} is not followed to another one: ${name}`, async () => {
				asked().next(redirect(status, `${other().baseUrl}/chat/completions`));
				assertNotFollowed(await failureOf(routeTo(asked(), { api, streaming })));
				assert.equal(asked().requests[0]?.headers['authorization'], `Bearer ${testKey}`);
			});
		}

		it(`with ${status} is not followed with a key in a header of its own`, async () => {
			asked().next(redirect(status, `${other().baseUrl}/chat/completions`));
			const baseUrl = `${asked().baseUrl}?api-version=2024-10-21`;
			assertNotFollowed(await failureOf(routeTo(asked(), { baseUrl })));
			assert.equal(asked().requests[0]?.headers['api-key'], testKey);
		});

		it(`with ${status} is not followed for its list of models`, async () => {
			asked().list(redirect(status, `${other().baseUrl}/models`));
			const { baseUrl } = asked();
			const listing = listModels(
				{ provider: 'fake', baseUrl, credential: new Secret(testKey) },
				new AbortController().signal,
			);
			await assert.rejects(listing, (error) => {
				assert.ok(error instanceof ModelError);
				assertNotFollowed(error.failure);
				return true;
			});
		});
	}

	for (const status of [302, 303, 308]) {
		it(`with ${status} is not followed to another one`, async () => {
			asked().next(redirect(status, `${other().baseUrl}/chat/completions`));
			assertNotFollowed(await failureOf(routeTo(asked())));
		});
	}

	for (const [what, location] of [
		['to itself', '/elsewhere'],
		['nowhere', undefined],
		['to what is no address', 'http://'],
		['to another scheme', 'file:///etc/passwd'],
	] as const) {
		it(`${what} is not followed either`, async () => {
			asked().next(redirect(307, location));
			const { kind, message, advice } = await failureOf(routeTo(asked()));
			assert.deepEqual(
				[kind, message],
				['connection', 'fake/fake-model redirects to another address. Nothing was sent there.'],
			);
			assert.match(advice ?? '', /^Check the base URL http/);
			assert.equal(asked().requests.length, 1);
		});
	}

	it('shows nothing of the address but its origin', async () => {
		const target = new URL(other().baseUrl);
		target.username = 'someone';
		target.password = testKey;
		target.searchParams.set('token', 'very-secret');
		asked().next(redirect(308, target.href));
		const failure = await failureOf(routeTo(asked()));
		assertNotFollowed(failure);
		assert.doesNotMatch(JSON.stringify(failure), /someone|very-secret/);
	});
});
