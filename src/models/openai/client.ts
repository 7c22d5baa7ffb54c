import { parseBaseUrl } from '../baseUrl.ts';
import type { ReplyListener, ModelAnswer, ModelClient, ModelRequest, Route } from '../client.ts';
import { ModelError } from '../modelError.ts';
import { withTimeout } from '../waiting.ts';
import { modelErrorOf, reportOf } from './failures.ts';
import { ChatReply, ResponsesReply } from './reply.ts';
import { bodyOf, refusedAfter } from './request.ts';
import {
	asEvents,
	loadSdk,
	nameOf,
	replyLimits,
	sdkClient,
	sendWithoutRedirects,
	tooLarge,
	type Fetch,
	type Sdk,
	type BodyObservation,
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
	const address = parseBaseUrl(route.baseUrl);
	if (address.kind === 'invalid') {
		throw new ModelError({ kind: 'connection', message: `${route.provider}: ${address.message}` });
	}
	return new OpenAiClient(await loadSdk(), { ...route, baseUrl: address.baseUrl }, options);
}

class OpenAiClient implements ModelClient {
	readonly #sdk: Sdk;
	readonly #route: Route;
	readonly #options: OpenAiClientOptions;
	readonly #closing = new AbortController();
	/** Parameters that each model has rejected; on servers with many models, these differ by model. */
	readonly #refused = new Map<string, readonly string[]>();

	constructor(sdk: Sdk, route: Route, options: OpenAiClientOptions) {
		this.#sdk = sdk;
		this.#route = route;
		this.#options = options;
	}

	get usable(): boolean {
		return !this.#closing.signal.aborted;
	}

	close(): void {
		this.#closing.abort();
	}

	async send(
		{ model, streaming }: Route,
		request: ModelRequest,
		signal: AbortSignal,
		hear: ReplyListener,
	): Promise<ModelAnswer> {
		// Address, protocol and key are fixed when the client is built; the rest depends on the call.
		const route: Route = { ...this.#route, model, streaming };
		const ended = AbortSignal.any([signal, this.#closing.signal]);
		try {
			ended.throwIfAborted();
			return await this.#attempts(route, request, ended, hear);
		} catch (error) {
			signal.throwIfAborted();
			if (!this.usable) {
				const message = `${nameOf(route)}: the connection was closed.`;
				throw new ModelError({ kind: 'connection', message });
			}
			throw modelErrorOf(error, route, this.#sdk);
		}
	}

	/** Repeats the request with different parameters as long as the server rejects some. */
	async #attempts(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		hear: ReplyListener,
	): Promise<ModelAnswer> {
		let isBegun = false;
		for (;;) {
			const refused = this.#refused.get(route.model) ?? [];
			const body = bodyOf(route, request, refused);
			try {
				return await this.#exchange(route, body, signal, (text) => {
					isBegun ||= text !== undefined;
					hear(text);
				});
			} catch (error) {
				const report = isBegun ? undefined : reportOf(error, this.#sdk);
				const next = report && refusedAfter(refused, report, body);
				if (next === undefined || signal.aborted) {
					throw error;
				}
				this.#refused.set(route.model, next);
			}
		}
	}

	/** Sends a request and reads its reply, in any form. */
	async #exchange(
		route: Route,
		body: ReturnType<typeof bodyOf>,
		signal: AbortSignal,
		hear: ReplyListener,
	): Promise<ModelAnswer> {
		const isChat = route.api === 'chat';
		const limits = replyLimits(body.longestReply);
		const seen: BodyObservation = { isDone: false, beginning: '' };
		const { fetch = globalThis.fetch, lingering = defaultLingering } = this.#options;
		// Ends the request when the reply is no longer read, complete or not.
		const leaving = new AbortController();
		const ended = AbortSignal.any([signal, leaving.signal]);
		const client = sdkClient(this.#sdk, route, async (input, init) => {
			const response = await sendWithoutRedirects(fetch, input, init);
			return asEvents(response, body.fields['stream'] === true, limits, { ended, seen, hear });
		});
		try {
			const reply = isChat ? new ChatReply() : new ResponsesReply();
			// The package always reads events: a reply in one piece is converted to one event.
			const stream = await client.post<AsyncIterable<unknown>>(
				isChat ? '/chat/completions' : '/responses',
				{ body: body.fields, signal: ended, stream: true },
			);
			const events = stream[Symbol.asyncIterator]();
			let characters = 0;
			for (;;) {
				const next = events.next();
				const step = await (reply.isFinished ? withTimeout(next, lingering) : next);
				if (step === undefined || step.done === true) {
					break;
				}
				const text = reply.take(step.value);
				characters += text.length;
				if (characters > limits.text) {
					throw tooLarge(limits.text);
				}
				hear(text === '' ? undefined : text);
			}
			// The package ends an aborted stream as if it were complete.
			signal.throwIfAborted();
			reply.assertComplete(seen);
			return reply.answer();
		} finally {
			leaving.abort();
		}
	}
}
