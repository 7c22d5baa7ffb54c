import { parseBaseUrl } from '../baseUrl.ts';
import type { ModelClient, ModelEvent, ModelRequest, Route } from '../client.ts';
import { ModelError } from '../modelError.ts';
import { Pulse, within } from '../waiting.ts';
import { modelErrorOf, reportOf } from './failures.ts';
import { ChatReply, ResponsesReply } from './reply.ts';
import { bodyOf, dialectAfter, firstDialect, type Dialect } from './request.ts';
import { loadSdk, nameOf, sdkClient, sendHere, type Fetch, type Sdk } from './sdk.ts';
import { readable, replyLimits, tooLarge, type Wire } from './wire.ts';

/** What may be set otherwise for a test. */
export interface OpenAiClientOptions {
	/** How requests are sent. */
	readonly fetch?: Fetch;
	/** How long a finished reply is waited for to end, milliseconds. */
	readonly lingering?: number;
}

/**
 * Long enough for the usage, which comes behind a reply at once or not at all. Some proxies leave the
 * connection open: a summary that is there is not lost to that.
 */
const defaultLingering = 2_000;

/**
 * A client for OpenAI and every server that speaks like it, over Chat Completions or Responses. Times
 * nothing out and repeats nothing but a request whose parameters were refused.
 * @throws {ModelError} where the route's base URL is none.
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
	usable = true;
	readonly #sdk: Sdk;
	readonly #route: Route;
	readonly #options: OpenAiClientOptions;
	/** What ends each call that runs. */
	readonly #running = new Set<AbortController>();
	/** What was learnt of each model; servers with many models differ by model. */
	readonly #dialects = new Map<string, Dialect>();

	constructor(sdk: Sdk, route: Route, options: OpenAiClientOptions) {
		this.#sdk = sdk;
		this.#route = route;
		this.#options = options;
	}

	send(route: Route, request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent> {
		// Where to, how and with which key is settled when the client is built; the rest is the call's.
		const call: Route = { ...this.#route, model: route.model, streaming: route.streaming };
		return { [Symbol.asyncIterator]: () => this.#iterate(call, request, signal) };
	}

	close(): void {
		this.usable = false;
		for (const controller of this.#running) {
			controller.abort();
		}
	}

	#iterate(route: Route, request: ModelRequest, signal: AbortSignal): AsyncIterator<ModelEvent> {
		const controller = new AbortController();
		const events = this.#events(route, request, signal, controller);
		return {
			next: () => events.next(),
			return: () => {
				// A generator would take note only at its next event, which may never come.
				controller.abort();
				return events.return(undefined);
			},
		};
	}

	async *#events(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
		controller: AbortController,
	): AsyncGenerator<ModelEvent, undefined> {
		signal.throwIfAborted();
		const abort = (): void => controller.abort();
		signal.addEventListener('abort', abort, { once: true });
		this.#running.add(controller);
		try {
			this.#throwIfClosed(route);
			yield* this.#attempts(route, request, controller.signal);
		} catch (error) {
			signal.throwIfAborted();
			this.#throwIfClosed(route);
			if (!controller.signal.aborted) {
				throw modelErrorOf(error, route, this.#sdk);
			}
			// Otherwise whoever iterated has left: there is nobody to tell.
		} finally {
			signal.removeEventListener('abort', abort);
			this.#running.delete(controller);
			controller.abort();
		}
		return undefined;
	}

	/** Asks again, said otherwise, as long as the server refuses how it is asked. */
	async *#attempts(
		route: Route,
		request: ModelRequest,
		signal: AbortSignal,
	): AsyncGenerator<ModelEvent, void> {
		for (;;) {
			const dialect = this.#dialects.get(route.model) ?? firstDialect(route.api, route.baseUrl);
			let begun = false;
			try {
				for await (const event of this.#exchange(route, request, dialect, signal)) {
					begun ||= event.type !== 'activity';
					yield event;
				}
				return;
			} catch (error) {
				const report = begun ? undefined : reportOf(error, this.#sdk);
				const next = report && dialectAfter(dialect, report, route, request);
				if (next === undefined || signal.aborted) {
					throw error;
				}
				this.#dialects.set(route.model, next);
			}
		}
	}

	/** Sends a request and gives its reply as events, in whatever form it comes. */
	async *#exchange(
		route: Route,
		request: ModelRequest,
		dialect: Dialect,
		signal: AbortSignal,
	): AsyncGenerator<ModelEvent, void> {
		const isChat = route.api === 'chat';
		const isStream = route.streaming && dialect.streaming;
		const limits = replyLimits(request.maxOutputTokens);
		const pulse = new Pulse();
		const wire: Wire = { isDone: false, beginning: '' };
		const { fetch = globalThis.fetch, lingering = defaultLingering } = this.#options;
		const client = sdkClient(this.#sdk, route, (input, init) =>
			sendHere(fetch, input, init).then((response) =>
				readable(response, isStream, limits, signal, wire, pulse.beat),
			),
		);
		const reply = isChat ? new ChatReply() : new ResponsesReply();
		// The package reads events whatever was asked for: a reply in one piece is made one.
		const sent = client.post<AsyncIterable<unknown>>(isChat ? '/chat/completions' : '/responses', {
			body: bodyOf(route, request, dialect),
			signal,
			stream: true,
		});
		const events = (yield* pulse.until(sent))[Symbol.asyncIterator]();
		let [count, characters] = [0, 0];
		for (;;) {
			const next = events.next();
			const step = yield* pulse.until(reply.isFinished ? within(next, lingering) : next);
			if (step === undefined || step.done === true) {
				break;
			}
			const text = reply.take(step.value);
			count += 1;
			characters += text.length;
			if (count > limits.count || characters > limits.text) {
				const isCount = count > limits.count;
				throw isCount ? tooLarge(limits.count, 'events') : tooLarge(limits.text, 'characters');
			}
			yield text === '' ? { type: 'activity' } : { type: 'text', text };
		}
		// The package ends an aborted stream as if it were complete.
		signal.throwIfAborted();
		reply.assertComplete(wire);
		yield { type: 'end', answer: reply.answer() };
	}

	#throwIfClosed(route: Route): void {
		if (!this.usable) {
			throw new ModelError({
				kind: 'connection',
				message: `${nameOf(route)}: the connection was closed.`,
			});
		}
	}
}
