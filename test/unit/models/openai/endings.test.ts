import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { startFakeProvider } from '../../../support/fakeProvider/fakeProvider.ts';
import { answer, hang, type Moment } from '../../../support/fakeProvider/behaviours.ts';
import { call, failureOf, outcomeOf, request, routeTo, useFakeProvider, ways } from './calling.ts';

/** Until when a call may have come. */
const moments: readonly Moment[] = ['before-headers', 'after-headers', 'mid-reply'];

const reason = new Error('The person pressed Stop.');

for (const { api, streaming, name } of ways) {
	describe(`a call that is ended: ${name}`, () => {
		const provider = useFakeProvider();

		for (const moment of moments) {
			it(`by its signal, ${moment}: throws the reason and leaves the request`, async () => {
				const route = routeTo(provider(), { api, streaming });
				const client = await createOpenAiClient(route);
				const controller = new AbortController();
				provider().next(hang(moment));
				const outcome = outcomeOf(client, route, request, controller.signal);
				await provider().received(1);
				controller.abort(reason);
				await assert.rejects(outcome, reason);
				await provider().left(1);
				// The client is none the worse for it.
				assert.ok((await outcomeOf(client, route)).answer);
				assert.deepEqual(getEventListeners(controller.signal, 'abort'), []);
			});

			it(`by closing the client, ${moment}: fails and leaves the request`, async () => {
				const route = routeTo(provider(), { api, streaming });
				const client = await createOpenAiClient(route);
				provider().next(hang(moment));
				const outcome = outcomeOf(client, route);
				await provider().received(1);
				client.close();
				assert.equal((await outcome).failure?.kind, 'connection');
				await provider().left(1);
			});
		}

		it('before it began: nothing is sent', async () => {
			const route = routeTo(provider(), { api, streaming });
			const client = await createOpenAiClient(route);
			await assert.rejects(outcomeOf(client, route, request, AbortSignal.abort(reason)), reason);
			client.close();
			assert.equal((await outcomeOf(client, route)).failure?.kind, 'connection');
			assert.equal(provider().requests.length, 0);
		});
	});
}

describe('a stream that is left in the middle', () => {
	const provider = useFakeProvider();

	it('throws the reason of its signal though its text is complete', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		const controller = new AbortController();
		provider().next(hang('after-finish', answer('All of it', { pieceLength: 9 })));
		const outcome = client.send(route, request, controller.signal, (text) => {
			if (text !== undefined) {
				setImmediate(() => controller.abort(reason));
			}
		});
		await assert.rejects(outcome, reason);
	});

	it('leaves another stream of the same client alone, and closes its own socket', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		provider().next(hang('mid-reply'), hang('mid-reply', answer('One two three four')));
		const controller = new AbortController();
		const left = outcomeOf(client, route, request, controller.signal);
		const other = outcomeOf(client, route);
		await provider().received(2);
		controller.abort(reason);
		await assert.rejects(left, reason);
		await provider().left(1);
		provider().release();
		assert.equal((await other).text, 'One two three four');
	});
});

describe('a server that only shows that it is at work', () => {
	for (const [what, contentType, streaming] of [
		['comments of a stream', 'text/event-stream', true],
		['blanks before a document', 'application/json', false],
	] as const) {
		it(`is heard: ${what}`, async () => {
			const cancelled = Promise.withResolvers<void>();
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => {
					controller.enqueue(Buffer.from(streaming ? ': PROCESSING\n\n' : '  \n'));
				},
				cancel: () => cancelled.resolve(),
			});
			const reply = new Response(body, { headers: { 'content-type': contentType } });
			const route = {
				provider: 'fake',
				api: 'chat',
				baseUrl: 'http://fake.invalid/v1',
				model: 'm',
				streaming,
			} as const;
			const client = await createOpenAiClient(route, { fetch: () => Promise.resolve(reply) });
			const controller = new AbortController();
			const outcome = client.send(route, request, controller.signal, (text) => {
				assert.equal(text, undefined);
				controller.abort(reason);
			});
			await assert.rejects(outcome, reason);
			await cancelled.promise;
		});
	}
});

describe('a server that keeps its sockets', () => {
	const provider = useFakeProvider({ keepAlive: true });

	it('is called over the same one again', async () => {
		for (let count = 0; count < 5; count += 1) {
			assert.ok((await call(routeTo(provider()))).answer);
		}
		assert.ok(provider().openSockets <= 2, `${provider().openSockets} sockets`);
		assert.equal(provider().openRequests, 0);
	});
});

describe('a server that is not there', () => {
	it('is asked about', async () => {
		const provider = await startFakeProvider();
		const route = routeTo(provider);
		await provider.dispose();
		const failure = await failureOf(route);
		assert.equal(failure.kind, 'connection');
		assert.equal(failure.message, 'fake/fake-model: the connection was refused.');
		assert.equal(failure.advice, `Is the server running at ${provider.baseUrl}?`);
	});

	it('has an address that is none', async () => {
		const route = {
			provider: 'fake',
			api: 'chat',
			baseUrl: 'localhost:1234',
			model: 'm',
			streaming: true,
		} as const;
		await assert.rejects(createOpenAiClient(route), /fake: The base URL has to begin with https/);
	});
});
