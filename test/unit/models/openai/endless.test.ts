import assert from 'node:assert/strict';
import { listModels } from '../../../../src/models/openai/listModels.ts';
import { replyLimits } from '../../../../src/models/openai/transport.ts';
import { answer } from '../../../support/fakeProvider/behaviours.ts';
import { call, failureOf, routeTo, useFakeProvider, ways } from './calling.ts';

/** A test that does not come to an end is the failure: nothing here waits for a time. */
describe('a body that never ends', () => {
	const provider = useFakeProvider();
	const error = `{"error":{"message":"${'too much '.repeat(8_000)}`;

	for (const { api, streaming, name } of ways) {
		for (const status of [400, 999]) {
			it(`of an error is left, with what it said: ${status}, ${name}`, async () => {
				provider().next({ kind: 'endless', status, piece: error });
				const failure = await failureOf(routeTo(provider(), { api, streaming }));
				assert.equal(failure.status, Math.min(status, 599));
				assert.match(failure.message, /too much/);
				await provider().left(1);
			});
		}

		it(`of an error is left when it unpacks without end: ${name}`, async () => {
			provider().next({ kind: 'endless', status: 400, piece: error.repeat(16), gzip: true });
			const failure = await failureOf(routeTo(provider(), { api, streaming }));
			assert.equal(failure.status, 400);
			await provider().left(1);
		});

		for (const [what, piece, type] of [
			['events', 'data: {"choices":[{"delta":{"content":"more "}}]}\n\n', 'text/event-stream'],
			['comments', `: ${'still here '.repeat(1_000)}\n\n`, 'text/event-stream'],
			['one event', `data: ${'more '.repeat(4_000)}`, 'text/event-stream'],
			['one document', 'more '.repeat(4_000), 'application/json'],
		] as const) {
			it(`of a reply is left: ${what}, ${name}`, async () => {
				const headers = { 'content-type': type };
				provider().next({ kind: 'endless', status: 200, piece: piece.repeat(50), headers });
				const { failure } = await call(routeTo(provider(), { api, streaming }));
				assert.equal(failure?.kind, 'connection');
				await provider().left(1);
			});
		}
	}

	it('of a list of models is left', async () => {
		provider().list({ kind: 'endless', status: 200, piece: ' '.repeat(100_000) });
		const { baseUrl } = provider();
		const listing = listModels({ provider: 'fake', baseUrl }, new AbortController().signal);
		await assert.rejects(listing, { name: 'ModelError' });
	});
});

describe('a reply that is as long as it may be', () => {
	const provider = useFakeProvider();

	for (const { api, streaming, name } of ways) {
		it(`is read to its end: ${name}`, async () => {
			const text = 'é€ word '.repeat(4_321);
			provider().next(answer(text, { pieceLength: 8 }));
			assert.equal((await call(routeTo(provider(), { api, streaming }))).text, text);
		});

		it(`is not read beyond: ${name}`, async () => {
			const text = 'x'.repeat(replyLimits(4_321).text + 1);
			provider().next(answer(text, { pieceLength: 100_000 }));
			const { failure, text: read } = await call(routeTo(provider(), { api, streaming }));
			assert.equal(failure?.kind, 'connection');
			assert.ok(read.length <= replyLimits(4_321).text);
		});
	}
});
