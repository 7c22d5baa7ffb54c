import type { OpenAI } from 'openai';
import type * as Package from 'openai';
import type { Secret } from '../secret.ts';

/** The `openai` package, loaded when first needed, and set up to do nothing on its own. */

/** Where a request goes: named in every failure. */
export interface Endpoint {
	readonly provider: string;
	readonly baseUrl: string;
	readonly credential?: Secret;
	/** Absent where no model was asked, as for the list of models. */
	readonly model?: string;
}

/** `openrouter/gpt-5`, as models are named everywhere; the provider alone where no model was asked. */
export function nameOf({ provider, model }: Endpoint): string {
	return model === undefined ? provider : `${provider}/${model}`;
}

/** What is used of the `openai` package. */
export type Sdk = Pick<typeof Package, 'APIConnectionError' | 'APIError' | 'OpenAI'>;

/** How requests are sent; `globalThis.fetch` unless a test says otherwise. */
export type Fetch = typeof globalThis.fetch;

/** The longest delay a timer of JavaScript takes, milliseconds; longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Loads the `openai` package, which is large and rarely needed at once. Every call gives the same one. */
export function loadSdk(): Promise<Sdk> {
	return import('openai');
}

/**
 * A client of the package without retries, logging, a time-out of its own, and anything read from
 * the environment: how long and how often is decided where the call is made, and a key or an
 * organisation meant for one server must not go to another.
 */
export function sdkClient(sdk: Sdk, endpoint: Endpoint, send: Fetch): OpenAI {
	const key = endpoint.credential?.reveal();
	return new sdk.OpenAI({
		baseURL: endpoint.baseUrl,
		// The package insists on a key; without one its header is taken out again below.
		apiKey: key ?? 'none',
		adminAPIKey: null,
		organization: null,
		project: null,
		webhookSecret: null,
		maxRetries: 0,
		timeout: longestTimer,
		logLevel: 'off',
		defaultHeaders: { 'User-Agent': 'Precis', ...authentication(endpoint.baseUrl, key) },
		fetch: send,
	});
}

/** Azure's own addresses take keys in a header of their own; `Authorization` is for its tokens. */
function authentication(baseUrl: string, key: string | undefined): Record<string, string | null> {
	if (key === undefined) {
		return { Authorization: null };
	}
	const { hostname, searchParams } = new URL(baseUrl);
	return searchParams.has('api-version') || hostname.endsWith('.azure.com')
		? { Authorization: null, 'api-key': key }
		: {};
}

/**
 * The only headers that leave. The package adds a description of the machine, and whatever the
 * environment variable `OPENAI_CUSTOM_HEADERS` holds, to requests to any server.
 */
const headersSent = ['accept', 'authorization', 'api-key', 'content-type', 'user-agent'];

/** The server names another address instead of answering. */
export class Redirected extends Error {
	override readonly name = 'Redirected';
	/** Scheme, host and port of that address, where they are known and others than were asked. */
	readonly origin?: string;

	/**
	 * @param address What was asked.
	 * @param location Whatever the server sent; may hold credentials.
	 */
	constructor(address: string, location: string | null) {
		super('The server redirects.');
		const target = URL.parse(location ?? '', address);
		if (target !== null && location !== null && /^https?:$/.test(target.protocol)) {
			const { origin } = target;
			if (origin !== new URL(address).origin) {
				this.origin = origin;
			}
		}
	}
}

/** Longest body of an error that is read, bytes; some servers send the whole request back. */
const longestError = 64 * 1024;

/** The highest status that a response can be made of; some servers invent higher ones. */
const highestStatus = 599;

/**
 * Sends a request to this address and no other. Followed, a redirect with status 307 or 308 hands the
 * conversation to whatever server it names, and the key too where that is in a header of its own.
 * @throws {Redirected}
 */
export async function sendHere(
	send: Fetch,
	input: Parameters<Fetch>[0],
	init: Parameters<Fetch>[1],
): Promise<Response> {
	const headers = [...new Headers(init?.headers)].filter(([name]) => headersSent.includes(name));
	const response = await send(input, { ...init, headers, redirect: 'manual' });
	const { status, type, body } = response;
	if (type !== 'opaqueredirect' && (status < 300 || status > 399)) {
		return response.ok ? response : boundedError(response);
	}
	await body?.cancel().catch(() => undefined);
	const address = input instanceof Request ? input.url : String(input);
	throw new Redirected(address, response.headers.get('location'));
}

/** An error's reply without what is beyond the bytes that are read; the rest is not asked for. */
function boundedError({ body, status, statusText, headers }: Response): Response {
	let left = longestError;
	const beginning = body?.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				controller.enqueue(chunk.subarray(0, left));
				left -= Math.min(left, chunk.byteLength);
				if (left === 0) {
					controller.terminate();
				}
			},
		}),
	);
	const known = { status: Math.min(status, highestStatus), statusText, headers };
	return new Response(beginning ?? null, known);
}
