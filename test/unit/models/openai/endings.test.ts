import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { createOpenAiClient } from '../../../../src/models/openai/client.ts';
import { startFakeProvider } from '../../../support/fakeProvider/fakeProvider.ts';
import { answer, hang, type Moment } from '../../../support/fakeProvider/behaviours.ts';
import {
	begun,
	call,
	failureOf,
	outcomeOf,
	request,
	routeTo,
	useFakeProvider,
	ways,
} from './calling.ts';

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
				const outcome = outcomeOf(client.send(route, request, controller.signal));
				await provider().received(1);
				controller.abort(reason);
				await assert.rejects(outcome, reason);
				await provider().left(1);
				// The client is none the worse for it.
				const next = await outcomeOf(client.send(route, request, new AbortController().signal));
				assert.ok(next.answer);
			});

			it(`by whoever reads it, ${moment}: ends without an event and leaves the request`, async () => {
				const route = routeTo(provider(), { api, streaming });
				const client = await createOpenAiClient(route);
				provider().next(hang(moment));
				const events = client.send(route, request, new AbortController().signal);
				const iterator = events[Symbol.asyncIterator]();
				const seen: string[] = [];
				const reading = (async () => {
					for (let step = await iterator.next(); step.done !== true; step = await iterator.next()) {
						seen.push(step.value.type);
					}
				})();
				await provider().received(1);
				await iterator.return?.();
				await reading;
				assert.ok(!seen.includes('end'));
				await provider().left(1);
			});

			it(`by closing the client, ${moment}: fails and leaves the request`, async () => {
				const route = routeTo(provider(), { api, streaming });
				const client = await createOpenAiClient(route);
				provider().next(hang(moment));
				const outcome = outcomeOf(client.send(route, request, new AbortController().signal));
				await provider().received(1);
				client.close();
				const { failure } = await outcome;
				assert.equal(failure?.kind, 'connection');
				assert.equal(failure.message, 'fake/fake-model: the connection was closed.');
				await provider().left(1);
			});
		}

		it('before it began: nothing is sent', async () => {
			const route = routeTo(provider(), { api, streaming });
			const client = await createOpenAiClient(route);
			const events = client.send(route, request, AbortSignal.abort(reason));
			await assert.rejects(outcomeOf(events), reason);
			const unread = client.send(route, request, new AbortController().signal);
			await unread[Symbol.asyncIterator]().return?.();
			client.close();
			assert.equal(client.usable, false);
			const { failure } = await outcomeOf(
				client.send(route, request, new AbortController().signal),
			);
			assert.equal(failure?.kind, 'connection');
			assert.equal(provider().requests.length, 0);
		});
	});
}

describe('a stream that is left in the middle', () => {
	const provider = useFakeProvider();

	for (const api of ['chat', 'responses'] as const) {
		it(`closes its socket: ${api}`, async () => {
			const route = routeTo(provider(), { api });
			const client = await createOpenAiClient(route);
			provider().next(hang('mid-reply'));
			const events = await begun(client, route, new AbortController().signal);
			assert.deepEqual([provider().openRequests, provider().openSockets], [1, 1]);
			await events.return?.();
			await provider().quiet();
			assert.equal((await provider().request(0)).outcome, 'left');
		});
	}

	it('throws the reason of its signal though its text is complete', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		const controller = new AbortController();
		provider().next(hang('after-finish', answer('All of it', { pieceLength: 9 })));
		const events = await begun(client, route, controller.signal);
		// The reason for its end; what is left is to see that nothing follows.
		assert.deepEqual(await events.next(), { value: { type: 'activity' }, done: false });
		const next = events.next();
		controller.abort(reason);
		await assert.rejects(next, reason);
	});

	it('leaves another stream of the same client alone', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		provider().next(hang('mid-reply'), hang('mid-reply', answer('One two three four')));
		const left = await begun(client, route, new AbortController().signal);
		const other = outcomeOf(client.send(route, request, new AbortController().signal));
		await provider().received(2);
		await left.return?.();
		await provider().left(1);
		provider().release();
		assert.equal((await other).text, 'One two three four');
	});

	it('takes its listener off the signal, however it ended', async () => {
		const route = routeTo(provider());
		const client = await createOpenAiClient(route);
		const { signal } = new AbortController();
		provider().next(hang('mid-reply'), { kind: 'close-early' }, answer('Hello'));
		await (await begun(client, route, signal)).return?.();
		await outcomeOf(client.send(route, request, signal));
		await outcomeOf(client.send(route, request, signal));
		assert.deepEqual(getEventListeners(signal, 'abort'), []);
	});
});

describe('a server that only shows that it is at work', () => {
	for (const [what, contentType, streaming] of [
		['comments of a stream', 'text/event-stream', true],
		['blanks before a document', 'application/json', false],
	] as const) {
		it(`is heard: ${what}`, async () => {
			let cancelled = false;
			const body = new ReadableStream<Uint8Array>({
				start: (controller) => {
					controller.enqueue(Buffer.from(streaming ? ': PROCESSING\n\n' : '  \n'));
				},
				cancel: () => {
					cancelled = true;
				},
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
			const events = client.send(route, request, controller.signal)[Symbol.asyncIterator]();
			assert.deepEqual(await events.next(), { value: { type: 'activity' }, done: false });
			await events.return?.();
			assert.equal(cancelled, true);
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
