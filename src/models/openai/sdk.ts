import type { OpenAI } from 'openai';
import type { Endpoint } from './failures.ts';
import type * as Package from './package.ts';

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
		// Looked up with every request: VS Code replaces it when the proxy settings change.
		fetch: (input, init) =>
			(send ?? globalThis.fetch)(input, { ...init, headers: allowed(init?.headers) }),
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

function allowed(headers: ConstructorParameters<typeof Headers>[0]): Headers {
	return new Headers([...new Headers(headers)].filter(([name]) => headersSent.includes(name)));
}
