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
	const advice = notReady ? tryLater : adviceFor(kind, endpoint, error);
	return {
		kind,
		message: `${nameOf(endpoint)} ${happened[kind]}${status}${words === '' ? '.' : `: ${words}`}`,
		...(error.status === undefined ? {} : { status: error.status }),
		...(notReady ? { notReady } : {}),
		...overflowSigns(error, kind),
		...(wait === undefined ? {} : { retryAfterMs: wait }),
		...(advice === undefined ? {} : { advice }),
	};
}

/** What happened, as the rest of a sentence that begins with the provider and the model. */
const happened: Readonly<Record<ModelFailureKind, string>> = {
	timeout: 'timed out',
	connection: 'could not be reached',
	authentication: 'refused the key',
	credit: 'reports that the credit or quota is used up',
	forbidden: 'refused access',
	'not-available': 'is not available',
	'context-too-long': 'says that the request is too long',
	'rate-limited': 'asks to slow down',
	overloaded: 'is overloaded',
	'cut-off': 'cut off its replies',
	server: 'reports an internal error',
	'bad-request': 'refused the request',
};

const tryLater = 'Try again later, or choose another model.';

function adviceFor(
	kind: ModelFailureKind,
	endpoint: Endpoint,
	error: ProviderError,
): string | undefined {
	switch (kind) {
		case 'authentication':
			return `Set the key${endpoint.credential === undefined ? '' : ' again'} with "Precis: Set API Key…".`;
		case 'credit':
			return `Add credit at ${endpoint.provider}, or choose another model.`;
		case 'forbidden':
			return 'Check that the key may use this model, or choose another model.';
		case 'not-available':
			// Without a word about models, a 404 is more likely a wrong address than a wrong name.
			return error.status === 404 && !/model|deployment|channel/i.test(error.words + error.codes)
				? checkBaseUrl(endpoint)
				: "Check the model's name, or choose another model.";
		case 'context-too-long':
			return 'Choose a model with a larger context window.';
		case 'rate-limited':
		case 'overloaded':
			return tryLater;
		default:
			return undefined;
	}
}

interface ConnectionTrouble {
	readonly codes: RegExp;
	/** Without a full stop. */
	readonly what: string;
	readonly timeout?: 'first-byte' | 'idle';
	readonly advice?: (address: string) => string;
}

/** Codes of Node and undici, and Chromium's names for where VS Code's network stack is Electron's. */
const connectionTroubles: readonly ConnectionTrouble[] = [
	{
		codes: /ECONNREFUSED|ERR_CONNECTION_REFUSED/,
		what: 'the connection was refused',
		advice: (address) => `Is the server running at ${address}?`,
	},
	{
		codes: /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
		what: 'the address was not found',
		advice: (address) => `Check the network connection and the base URL ${address}.`,
	},
	// Node's fetch has limits of its own, five minutes without headers or without a byte.
	{ codes: /UND_ERR_HEADERS_TIMEOUT/, what: 'no reply came in time', timeout: 'first-byte' },
	{ codes: /UND_ERR_BODY_TIMEOUT/, what: 'the reply stopped coming', timeout: 'idle' },
	{
		codes: /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH/,
		what: 'the server does not respond',
		advice: (address) =>
			`Check the network connection, the proxy settings and the base URL ${address}.`,
	},
	{
		codes: /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/,
		what: "the server's certificate is not trusted",
		advice: () => 'Check the base URL, or let this computer trust the certificate.',
	},
	{
		codes: /ERR_SSL|EPROTO|WRONG_VERSION_NUMBER/,
		what: 'no secure connection could be made',
		advice: (address) => `Check whether ${address} has to begin with http:// or https://.`,
	},
	{
		codes: /terminated|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|ERR_CONNECTION_RESET/,
		what: 'the connection broke',
	},
	{ codes: /malformed server-sent event|JSON/, what: 'the reply held what is no JSON' },
];

function connectionFailure(error: unknown, endpoint: Endpoint): ModelFailure {
	const told = wordsOf(error);
	const known = connectionTroubles.find(({ codes }) => codes.test(told.join(' ')));
	const innermost = told.at(-1)?.trim().replace(/\.$/, '') || 'no reason was given';
	const what = known?.what ?? `the request failed: ${innermost}`;
	return {
		kind: known?.timeout === undefined ? 'connection' : 'timeout',
		message: `${nameOf(endpoint)}: ${cleaned(what, endpoint)}.`,
		...(known?.timeout === undefined ? {} : { timeout: known.timeout }),
		...(known?.advice === undefined
			? {}
			: { advice: known.advice(shownBaseUrl(endpoint.baseUrl)) }),
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
