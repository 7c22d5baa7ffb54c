import {
	nameOf,
	type ModelAnswer,
	type ModelClient,
	type ReplyListener,
	type Route,
} from '../client.ts';
import { ModelError } from '../modelError.ts';
import { withTimeout } from '../waiting.ts';
import { modelErrorOf, reportOf } from './failures.ts';
import { ChatReply, ResponsesReply } from './reply.ts';
import { bodyOf, refusedAfter, type Body } from './request.ts';
import {
	asEvents,
	BodyObservation,
	loadSdk,
	sdkClient,
	sendWithoutRedirects,
	withValidAddress,
	type Fetch,
	type Sdk,
} from './transport.ts';

/** Options that tests can replace. */
export interface OpenAiClientOptions {
	/** Sends requests. */
	readonly fetch?: Fetch;
	/** How long to wait for the end of a finished reply, milliseconds. */
	readonly lingering?: number;
}

/**
 * Long enough for the usage, which follows a reply at once or not at all. Some proxies leave the connection open: a
 * finished summary must not be lost because of that.
 */
const defaultLingering = 2_000;

/**
 * A client for OpenAI and every compatible server, over Chat Completions or Responses. Has no time-outs and repeats
 * only requests whose parameters were rejected.
 * @throws {ModelError} if the route's base URL is invalid.
 */
export async function createOpenAiClient(
	route: Route,
	options: OpenAiClientOptions = {},
): Promise<ModelClient> {
	// Address, protocol and key are fixed when the client is built; the rest depends on the call.
	const fixed = withValidAddress(route);
	const sdk = await loadSdk();
	const closing = new AbortController();
	/** Parameters that each model has rejected; on servers with many models, these differ by model. */
	const refused = new Map<string, readonly string[]>();
	return {
		close: () => closing.abort(),
		async send({ model, streaming }, request, signal, onReply) {
			const called: Route = { ...fixed, model, streaming };
			const ended = AbortSignal.any([signal, closing.signal]);
			let isBegun = false;
			const onPart: ReplyListener = (text) => {
				isBegun ||= text !== undefined;
				onReply(text);
			};
			// Repeats the request with different parameters as long as the server rejects some.
			for (;;) {
				const before = refused.get(model) ?? [];
				const body = bodyOf(called, request, before);
				try {
					ended.throwIfAborted();
					return await exchange(sdk, called, body, ended, onPart, options);
				} catch (error) {
					signal.throwIfAborted();
					if (closing.signal.aborted) {
						const message = `${nameOf(called)}: the connection was closed.`;
						throw new ModelError({ kind: 'connection', message });
					}
					const report = isBegun ? undefined : reportOf(error, sdk);
					const next = report && refusedAfter(before, report, body);
					if (next === undefined) {
						throw modelErrorOf(error, called, sdk);
					}
					refused.set(model, next);
				}
			}
		},
	};
}

/** Sends a request and reads its reply, in any form. */
async function exchange(
	sdk: Sdk,
	route: Route,
	body: Body,
	signal: AbortSignal,
	onReply: ReplyListener,
	{ fetch = globalThis.fetch, lingering = defaultLingering }: OpenAiClientOptions,
): Promise<ModelAnswer> {
	const isChat = route.api === 'chat';
	const observed = new BodyObservation();
	// Ends the request when the reply is no longer read, complete or not.
	const stopped = new AbortController();
	const ended = AbortSignal.any([signal, stopped.signal]);
	const client = sdkClient(sdk, route, async (input, init) => {
		const response = await sendWithoutRedirects(fetch, input, init, (text) => {
			// Comments, too, are signs of activity.
			onReply();
			observed.take(text);
		});
		return asEvents(response, body['stream'] === true, observed);
	});
	try {
		const reply = isChat ? new ChatReply() : new ResponsesReply();
		// The package always reads events: a reply in one piece is converted to one event.
		const stream = await client.post<AsyncIterable<unknown>>(
			isChat ? '/chat/completions' : '/responses',
			{ body, signal: ended, stream: true },
		);
		const events = stream[Symbol.asyncIterator]();
		for (;;) {
			const next = events.next();
			const step = await (reply.isFinished ? withTimeout(next, lingering) : next);
			if (step === undefined || step.done === true) {
				break;
			}
			const text = reply.take(step.value);
			if (text !== '') {
				onReply(text);
			}
		}
		// The package ends an aborted stream as if it were complete.
		signal.throwIfAborted();
		reply.assertComplete(observed);
		return reply.answer();
	} finally {
		stopped.abort();
	}
}
