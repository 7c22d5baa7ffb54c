import { inspect } from 'node:util';
import type {
	ModelAnswer,
	ModelClient,
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
	/** What was heard of it: texts, and undefined for signs of life. */
	readonly heard: readonly (string | undefined)[];
	readonly answer?: ModelAnswer;
	readonly failure?: ModelFailure;
}

/** Reads a reply to its end or failure. Anything but a {@link ModelError} is thrown on. */
export async function outcomeOf(
	client: ModelClient,
	route: Route,
	asked: ModelRequest = request,
	signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
	const heard: (string | undefined)[] = [];
	const text = (): string => heard.join('');
	try {
		const answer = await client.send(route, asked, signal, (more) => heard.push(more));
		return { text: text(), heard, answer };
	} catch (error) {
		if (!(error instanceof ModelError)) {
			throw error;
		}
		if (inspect(error, { depth: 20 }).includes(testKey)) {
			throw new Error('The key is in the error.', { cause: error });
		}
		return { text: text(), heard, failure: error.failure };
	}
}

/** Calls once with a client of its own. */
export async function call(route: Route, options: OpenAiClientOptions = {}): Promise<Outcome> {
	return outcomeOf(await createOpenAiClient(route, options), route);
}

/** Asks for something of one's own, once, with a client of its own. */
export async function ask(route: Route, asked: ModelRequest): Promise<Outcome> {
	return outcomeOf(await createOpenAiClient(route), route, asked);
}

/** The failure of a call that has to fail. */
export async function failureOf(route: Route): Promise<ModelFailure> {
	const { failure } = await call(route);
	if (failure === undefined) {
		throw new Error('The call did not fail.');
	}
	return failure;
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
