import { inspect } from 'node:util';
import type {
	ModelAnswer,
	ModelClient,
	ModelEvent,
	ModelRequest,
	Route,
} from '../../../../src/models/client.ts';
import { ModelError, type ModelFailure } from '../../../../src/models/modelError.ts';
import {
	createOpenAiClient,
	type OpenAiClientOptions,
} from '../../../../src/models/openai/client.ts';
import { Secret } from '../../../../src/models/secret.ts';
import {
	startFakeProvider,
	type FakeProvider,
	type FakeProviderOptions,
} from '../../../support/fakeProvider/fakeProvider.ts';

/** Calls of models through the adapter, for its tests. */

/** A key no rule of ours knows, so that only its own value can give it away. */
export const testKey = 'zq81-local-key-zq81';

export const request = {
	messages: [
		{ role: 'system', content: 'You summarise.' },
		{ role: 'user', content: 'Summarise this.' },
	],
	maxOutputTokens: 4_321,
} as const;

/** The four ways a reply can be asked for. */
export const ways = (['chat', 'responses'] as const).flatMap((api) =>
	[true, false].map((streaming) => ({
		api,
		streaming,
		name: `${api}, ${streaming ? 'streaming' : 'whole'}`,
	})),
);

export function routeTo(provider: FakeProvider, changes: Partial<Route> = {}): Route {
	return {
		provider: 'fake',
		api: 'chat',
		baseUrl: provider.baseUrl,
		credential: new Secret(testKey),
		model: 'fake-model',
		streaming: true,
		...changes,
	};
}

/** What a call came to. */
export interface Outcome {
	readonly text: string;
	readonly types: readonly ModelEvent['type'][];
	readonly answer?: ModelAnswer;
	readonly failure?: ModelFailure;
}

/** Reads a reply to its end or failure. Anything but a {@link ModelError} is thrown on. */
export async function outcomeOf(events: AsyncIterable<ModelEvent>): Promise<Outcome> {
	let text = '';
	let answer: ModelAnswer | undefined;
	const types: ModelEvent['type'][] = [];
	try {
		for await (const event of events) {
			types.push(event.type);
			text += event.type === 'text' ? event.text : '';
			answer = event.type === 'end' ? event.answer : answer;
		}
	} catch (error) {
		if (!(error instanceof ModelError)) {
			throw error;
		}
		if (inspect(error, { depth: 20 }).includes(testKey)) {
			throw new Error('The key is in the error.', { cause: error });
		}
		return { text, types, failure: error.failure };
	}
	return answer === undefined ? { text, types } : { text, types, answer };
}

/** Calls once with a client of its own. */
export async function call(route: Route, options: OpenAiClientOptions = {}): Promise<Outcome> {
	const client = await createOpenAiClient(route, options);
	return outcomeOf(client.send(route, request, new AbortController().signal));
}

/** Asks for something of one's own, once, with a client of its own. */
export async function ask(route: Route, asked: ModelRequest): Promise<Outcome> {
	const client = await createOpenAiClient(route);
	return outcomeOf(client.send(route, asked, new AbortController().signal));
}

/** The failure of a call that has to fail. */
export async function failureOf(route: Route): Promise<ModelFailure> {
	const { failure } = await call(route);
	if (failure === undefined) {
		throw new Error('The call did not fail.');
	}
	return failure;
}

/** Reads until the text begins, and leaves the rest to come. */
export async function begun(
	client: ModelClient,
	route: Route,
	signal: AbortSignal,
): Promise<AsyncIterator<ModelEvent>> {
	const events = client.send(route, request, signal)[Symbol.asyncIterator]();
	for (;;) {
		const step = await events.next();
		if (step.done === true) {
			throw new Error('The reply ended before its text.');
		}
		if (step.value.type === 'text') {
			return events;
		}
	}
}

/** A provider for every test of a block, which must be left without open requests and sockets. */
export function useFakeProvider(options: FakeProviderOptions = {}): () => FakeProvider {
	let provider: FakeProvider | undefined;
	beforeEach(async () => {
		provider = await startFakeProvider(options);
	});
	afterEach(async () => {
		try {
			// Sockets that are kept for the next request are none that leaked.
			await (options.keepAlive === true ? undefined : provider?.quiet());
		} finally {
			await provider?.dispose();
		}
	});
	return () => {
		if (provider === undefined) {
			throw new Error('There is a provider only while a test runs.');
		}
		return provider;
	};
}
