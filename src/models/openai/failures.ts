import { cutMiddle } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import { redacted } from '../../redaction/values.ts';
import { askedWait, resetWait } from '../askedWait.ts';
import { shownBaseUrl } from '../baseUrl.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from '../modelError.ts';
import {
	isNotReady,
	kindOf,
	overflowSigns,
	providerError,
	type ProviderError,
} from '../providerErrors.ts';
import { ErrorReply } from './reply.ts';
import { nameOf, Redirected, type Endpoint, type Sdk } from './sdk.ts';
import { NoReply } from './wire.ts';

/** Characters of a provider's words that are kept: some send the whole request back. */
const wordsKept = { head: 1_000, tail: 200 };

/** Characters of a provider's words that are looked at. */
const wordsRead = 100_000;

/**
 * Whatever a request to a provider ended with, as a failure. The original error is not kept as its
 * cause: it holds the provider's words as they came.
 */
export function modelErrorOf(error: unknown, endpoint: Endpoint, sdk: Sdk): ModelError {
	// The package wraps what comes from sending.
	const inner: unknown = error instanceof sdk.APIConnectionError ? (error.cause ?? error) : error;
	if (inner instanceof ModelError) {
		return inner;
	}
	if (inner instanceof Redirected) {
		return new ModelError(redirectFailure(inner, endpoint));
	}
	if (inner instanceof NoReply) {
		return new ModelError({
			kind: 'connection',
			message: `${nameOf(endpoint)} sent ${cleaned(inner.message, endpoint)}.`,
			...(inner.elsewhere ? { advice: checkBaseUrl(endpoint) } : {}),
		});
	}
	const reported = reportOf(inner, sdk);
	if (reported === undefined) {
		return new ModelError(connectionFailure(inner, endpoint));
	}
	const headers: unknown = inner instanceof sdk.APIError ? inner.headers : undefined;
	return new ModelError(
		reportedFailure(reported, endpoint, headers instanceof Headers ? headers : undefined),
	);
}

/** What the provider itself says went wrong; `undefined` where it said nothing. */
export function reportOf(error: unknown, sdk: Sdk): ProviderError | undefined {
	if (error instanceof ErrorReply) {
		return providerError(error.body);
	}
	if (error instanceof sdk.APIError && !(error instanceof sdk.APIConnectionError)) {
		const { status } = error as { readonly status: number | undefined };
		const said: unknown = error.error;
		// The package writes `503 <body>`, or `503 status code (no body)`.
		const text = error.message.replace(/^\d{3} /, '').replace(/^status code \(no body\)$/, '');
		return providerError(said ?? text, status);
	}
	return undefined;
}

function redirectFailure({ origin }: Redirected, endpoint: Endpoint): ModelFailure {
	const where = origin === undefined ? 'another address' : cleaned(origin, endpoint);
	return {
		kind: 'connection',
		message: `${nameOf(endpoint)} redirects to ${where}. Nothing was sent there.`,
		advice:
			origin === undefined
				? checkBaseUrl(endpoint)
				: `If you trust ${where}, set it as the base URL of ${endpoint.provider}.`,
	};
}

function checkBaseUrl({ baseUrl }: Endpoint): string {
	return `Check the base URL ${shownBaseUrl(baseUrl)}: for most servers it ends with /v1.`;
}

function reportedFailure(
	error: ProviderError,
	endpoint: Endpoint,
	headers: Headers | undefined,
): ModelFailure {
	const now = Date.now();
	const asked = askedWait(headers, error.words, now);
	const kind = kindOf(error, asked !== undefined);
	const isPassing = kind === 'rate-limited' || kind === 'overloaded';
	const wait = asked ?? (isPassing ? resetWait(headers, now) : undefined);
	const notReady = kind === 'not-available' && isNotReady(error);
	const words = cleaned(error.words, endpoint);
	const status = error.status === undefined ? '' : ` (${error.status})`;
	const [happened, adviceFor] = tellings[kind];
	const advice = notReady ? tryLater : adviceFor?.(endpoint, error);
	return {
		kind,
		message: `${nameOf(endpoint)} ${happened}${status}${words === '' ? '.' : `: ${words}`}`,
		...(error.status === undefined ? {} : { status: error.status }),
		...(notReady ? { notReady } : {}),
		...overflowSigns(error, kind),
		...(wait === undefined ? {} : { retryAfterMs: wait }),
		...(advice === undefined ? {} : { advice }),
	};
}

const tryLater = 'Try again later, or choose another model.';

/** What happened, as the rest of a sentence that begins with the provider and the model, and what people can do. */
const tellings: Readonly<
	Record<
		ModelFailureKind,
		readonly [happened: string, advice?: (endpoint: Endpoint, error: ProviderError) => string]
	>
> = {
	timeout: ['timed out'],
	connection: ['could not be reached'],
	authentication: [
		'refused the key',
		({ credential }) =>
			`Set the key${credential === undefined ? '' : ' again'} with "Precis: Set API Key…".`,
	],
	credit: [
		'reports that the credit or quota is used up',
		({ provider }) => `Add credit at ${provider}, or choose another model.`,
	],
	forbidden: [
		'refused access',
		() => 'Check that the key may use this model, or choose another model.',
	],
	'not-available': [
		'is not available',
		// Without a word about models, a 404 is more likely a wrong address than a wrong name.
		(endpoint, { status, words, codes }) =>
			status === 404 && !/model|deployment|channel/i.test(words + codes)
				? checkBaseUrl(endpoint)
				: "Check the model's name, or choose another model.",
	],
	'context-too-long': [
		'says that the request is too long',
		() => 'Choose a model with a larger context window.',
	],
	'rate-limited': ['asks to slow down', () => tryLater],
	overloaded: ['is overloaded', () => tryLater],
	'cut-off': ['cut off its replies'],
	server: ['reports an internal error'],
	'bad-request': ['refused the request'],
};

/** What codes of connections mean, and what people can do about it with the base URL as it may be shown. */
type ConnectionTrouble = readonly [
	codes: RegExp,
	what: string,
	advice?: ((address: string) => string) | undefined,
	timeout?: 'first-byte' | 'idle',
];

/** Codes of Node and undici, and Chromium's names for where VS Code's network stack is Electron's. */
const connectionTroubles: readonly ConnectionTrouble[] = [
	[
		/ECONNREFUSED|ERR_CONNECTION_REFUSED/,
		'the connection was refused',
		(address) => `Is the server running at ${address}?`,
	],
	[
		/ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
		'the address was not found',
		(address) => `Check the network connection and the base URL ${address}.`,
	],
	// Node's fetch has limits of its own, five minutes without headers or without a byte.
	[/UND_ERR_HEADERS_TIMEOUT/, 'no reply came in time', undefined, 'first-byte'],
	[/UND_ERR_BODY_TIMEOUT/, 'the reply stopped coming', undefined, 'idle'],
	[
		/ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH/,
		'the server does not respond',
		(address) => `Check the network connection, the proxy settings and the base URL ${address}.`,
	],
	[
		/CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/,
		"the server's certificate is not trusted",
		() => 'Check the base URL, or let this computer trust the certificate.',
	],
	[
		/ERR_SSL|EPROTO|WRONG_VERSION_NUMBER/,
		'no secure connection could be made',
		(address) => `Check whether ${address} has to begin with http:// or https://.`,
	],
	[
		/terminated|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|ERR_CONNECTION_RESET/,
		'the connection broke',
	],
	[/malformed server-sent event|JSON/, 'the reply held what is no JSON'],
];

function connectionFailure(error: unknown, endpoint: Endpoint): ModelFailure {
	const told = wordsOf(error);
	const innermost = told.at(-1)?.trim().replace(/\.$/, '') || 'no reason was given';
	const [, what = `the request failed: ${innermost}`, advice, timeout] =
		connectionTroubles.find(([codes]) => codes.test(told.join(' '))) ?? [];
	return {
		kind: timeout === undefined ? 'connection' : 'timeout',
		message: `${nameOf(endpoint)}: ${cleaned(what, endpoint)}.`,
		...(timeout === undefined ? {} : { timeout }),
		...(advice === undefined ? {} : { advice: advice(shownBaseUrl(endpoint.baseUrl)) }),
	};
}

/** What an error and its causes say, outermost first: what matters is innermost. */
function wordsOf(error: unknown): readonly string[] {
	const parts: string[] = [];
	let current = error;
	for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
		const { code } = current as { readonly code?: unknown };
		parts.push(typeof code === 'string' ? `${current.message} [${code}]` : current.message);
		if (current instanceof AggregateError) {
			parts.push(...current.errors.flatMap((one) => wordsOf(one)));
		}
		current = current.cause;
	}
	return parts;
}

/** A provider's words on one line: bounded, and without the key or any other secret. */
function cleaned(words: string, { credential, baseUrl }: Endpoint): string {
	const withoutQuery = words.slice(0, wordsRead).replaceAll(baseUrl, shownBaseUrl(baseUrl));
	const clean = redact(withoutKey(withoutQuery, credential?.reveal() ?? ''));
	return cutMiddle(clean.replace(/\s+/g, ' ').trim(), wordsKept.head, wordsKept.tail);
}

/** So many letters and digits of a key in a row give it away. */
const tellingPiece = 8;

/** Shorter keys are in every other word. */
const shortestKey = 4;

/**
 * Takes a key out of what a server says: as it is, encoded, and in pieces, however they are joined. Servers
 * and proxies send back what they were sent, and the person may show it to others. Linear in the words.
 */
export function withoutKey(words: string, key: string): string {
	if (key.length < shortestKey) {
		return words;
	}
	const whole = words.replaceAll(key, redacted);
	const pieces = new Set(formsOf(key).flatMap(piecesOf));
	const { text, places } = alphanumeric(whole);
	let result = '';
	let copied = 0;
	for (let at = 0; at + tellingPiece <= text.length; at += 1) {
		if (!pieces.has(text.slice(at, at + tellingPiece))) {
			continue;
		}
		let end = at + tellingPiece;
		while (end < text.length && pieces.has(text.slice(end + 1 - tellingPiece, end + 1))) {
			end += 1;
		}
		result += whole.slice(copied, places[at]) + redacted;
		copied = (places[end - 1] ?? whole.length) + 1;
		at = end - 1;
	}
	return result + whole.slice(copied);
}

/** Base64 differs with what stands before the key: each of the three ways its bytes can fall. */
function formsOf(key: string): readonly string[] {
	const base64 = [0, 1, 2].map((before) =>
		Buffer.from(' '.repeat(before) + key)
			.toString('base64')
			.replaceAll('=', '')
			.slice(before === 0 ? 0 : before + 1, -1),
	);
	return [key, Buffer.from(key).toString('hex'), ...base64];
}

function piecesOf(form: string): readonly string[] {
	const { text } = alphanumeric(form);
	return Array.from({ length: Math.max(0, text.length - tellingPiece + 1) }, (_, at) =>
		text.slice(at, at + tellingPiece),
	);
}

/** The letters and digits of a text, and where each of them stands. */
function alphanumeric(text: string): { readonly text: string; readonly places: readonly number[] } {
	const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
	return { text: places.map((place) => text.charAt(place)).join(''), places };
}
