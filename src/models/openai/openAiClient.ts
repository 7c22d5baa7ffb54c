import type { OpenAI } from 'openai';
import { parseBaseUrl } from '../baseUrl.ts';
import type { ModelClient, ModelEvent, ModelRequest, Route } from '../client.ts';
import { ModelError } from '../modelError.ts';
import { dialectAfter, firstDialect, type Dialect } from './dialect.ts';
import { exchange } from './exchange.ts';
import { nameOf } from './endpoint.ts';
import { modelErrorOf, reportOf } from './failures.ts';
import { optionalParameters } from './parameters.ts';
import { loadSdk, sdkClient, type Fetch, type Sdk } from './sdk.ts';

/** What may be set otherwise for a test. */
export interface OpenAiClientOptions {
	/** How requests are sent. */
	readonly fetch?: Fetch;
	/** How long a finished reply is waited for to end, milliseconds. */
	readonly lingering?: number;
}

/** Long enough for the usage, which comes at once or not at all. */
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
	const sdk = await loadSdk();
	return new OpenAiClient(sdk, { ...route, baseUrl: address.baseUrl }, options);
}

class OpenAiClient implements ModelClient {
	usable = true;
	readonly #sdk: Sdk;
	readonly #client: OpenAI;
	readonly #route: Route;
	readonly #lingering: number;
	/** What ends each call that runs. */
	readonly #running = new Set<AbortController>();
	/** What was learnt of each model; servers with many models differ by model. */
	readonly #dialects = new Map<string, Dialect>();

	constructor(
		sdk: Sdk,
		route: Route,
		{ fetch, lingering = defaultLingering }: OpenAiClientOptions,
	) {
		this.#sdk = sdk;
		this.#route = route;
		this.#client = sdkClient(sdk, route, fetch);
		this.#lingering = lingering;
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
		const first = firstDialect(route.api, route.baseUrl);
		for (;;) {
			const dialect = this.#dialects.get(route.model) ?? first;
			let begun = false;
			try {
				const task = { sdk: this.#sdk, client: this.#client, lingering: this.#lingering };
				for await (const event of exchange({ ...task, route, request, dialect, signal })) {
					begun ||= event.type !== 'activity';
					yield event;
				}
				return;
			} catch (error) {
				const report = begun ? undefined : reportOf(error, this.#sdk);
				const next =
					report === undefined
						? undefined
						: dialectAfter(dialect, report, first, {
								streaming: route.streaming && dialect.streaming,
								optional: Object.keys(optionalParameters(route.api, request)),
							});
				if (next === undefined || signal.aborted) {
					throw error;
				}
				this.#dialects.set(route.model, next);
			}
		}
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
