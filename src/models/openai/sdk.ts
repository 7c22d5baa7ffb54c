import type { OpenAI } from 'openai';
import { boundedError } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import type * as Package from './package.ts';
import { Redirected } from './redirected.ts';

/** The `openai` package, loaded when first needed, and set up to do nothing on its own. */

/** What is used of the package. */
export type Sdk = typeof Package;

/** How requests are sent; `globalThis.fetch` unless a test says otherwise. */
export type Fetch = typeof globalThis.fetch;

/** The longest delay a timer of JavaScript takes, milliseconds; longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * The only headers that leave. The package adds a description of the machine, and whatever the
 * environment variable `OPENAI_CUSTOM_HEADERS` holds, to requests to any server.
 */
const headersSent = ['accept', 'authorization', 'api-key', 'content-type', 'user-agent'];

/** Loads the package. Every call gives the same one. */
export function loadSdk(): Promise<Sdk> {
	return import('./package.ts');
}

/**
 * A client of the package without retries, logging, a time-out of its own, and anything read from
 * the environment: how long and how often is decided where the call is made, and a key or an
 * organisation meant for one server must not go to another.
 */
export function sdkClient(sdk: Sdk, endpoint: Endpoint, send: Fetch | undefined): OpenAI {
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
		fetch: (input, init) => sendHere(send ?? globalThis.fetch, input, init),
	});
}

/**
 * Sends a request to this address and no other. Followed, a redirect with status 307 or 308 hands the
 * conversation to whatever server it names, and the key too where that is in a header of its own.
 * @param send Looked up with every request: VS Code replaces it when the proxy settings change.
 * @throws {Redirected}
 */
async function sendHere(
	send: Fetch,
	input: Parameters<Fetch>[0],
	init: Parameters<Fetch>[1],
): Promise<Response> {
	const response = await send(input, {
		...init,
		headers: allowed(init?.headers),
		redirect: 'manual',
	});
	const { status, type, headers, body } = response;
	if (type !== 'opaqueredirect' && (status < 300 || status > 399)) {
		return response.ok ? response : boundedError(response);
	}
	await body?.cancel().catch(() => undefined);
	const address = input instanceof Request ? input.url : String(input);
	throw new Redirected(address, headers.get('location'));
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

function allowed(headers: ConstructorParameters<typeof Headers>[0]): Headers {
	return new Headers([...new Headers(headers)].filter(([name]) => headersSent.includes(name)));
}
