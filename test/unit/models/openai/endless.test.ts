import assert from 'node:assert/strict';
import { listModels } from '../../../../src/models/openai/listModels.ts';
import { answer } from '../../../support/fakeProvider/behaviours.ts';
import { call, failureOf, routeTo, useFakeProvider, ways } from './calling.ts';

/** A test that does not come to an end is the failure: nothing here waits for a time. */
describe('a body that never ends', () => {
	const provider = useFakeProvider();
	const error = `{"error":{"message":"${'too much '.repeat(100_000)}`;
	const more = 'more '.repeat(100_000);

	for (const [what, behaviour] of [
		['an error', { status: 400, piece: error }],
		['an error with a status that does not exist', { status: 999, piece: error }],
		['an error that unpacks without end', { status: 400, piece: error, gzip: true }],
	] as const) {
		it(`is left: ${what}`, async () => {
			provider().next({ kind: 'endless', ...behaviour });
			const failure = await failureOf(routeTo(provider()));
			assert.equal(failure.status, Math.min(behaviour.status, 599));
			assert.match(failure.message, /too much/);
			await provider().left(1);
		});
	}

	for (const [what, piece, type] of [
		['events', `data: {"choices":[{"delta":{"content":"${more}"}}]}\n\n`, 'text/event-stream'],
		['comments', `: ${'still here '.repeat(100_000)}\n\n`, 'text/event-stream'],
		['one event', `data: ${more}`, 'text/event-stream'],
		['one document', more, 'application/json'],
	] as const) {
		it(`is left: a reply of ${what}`, async () => {
			const headers = { 'content-type': type };
			provider().next({ kind: 'endless', status: 200, piece, headers });
			const { failure } = await call(routeTo(provider()));
			assert.equal(failure?.kind, 'connection');
			await provider().left(1);
		});
	}

	it('is left: a list of models', async () => {
		provider().list({ kind: 'endless', status: 200, piece: ' '.repeat(100_000) });
		const { baseUrl } = provider();
		const listing = listModels({ provider: 'fake', baseUrl }, new AbortController().signal);
		await assert.rejects(listing, { name: 'ModelError' });
	});
});

describe('a long reply', () => {
	const provider = useFakeProvider();

	for (const { api, streaming, name } of ways) {
		it(`is read to its end: ${name}`, async () => {
			const text = 'é€ word '.repeat(4_321);
			provider().next(answer(text, { pieceLength: 8 }));
			assert.equal((await call(routeTo(provider(), { api, streaming }))).text, text);
		});
	}
});
