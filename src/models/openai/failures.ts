import { cutMiddle } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import { redacted } from '../../redaction/values.ts';
import { shownBaseUrl } from '../baseUrl.ts';
import { nameOf } from '../client.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from '../modelError.ts';
import {
	requestedWait,
	isNotReady,
	kindOf,
	overflowSigns,
	providerError,
	type ProviderError,
} from '../providerErrors.ts';
import { ErrorReply } from './reply.ts';
import { NoReply, type Endpoint, type Sdk } from './transport.ts';

/**
 * Converts any error of a request to a failure. The original error is not kept as its cause: it contains the provider's
 * unredacted words.
 */
export function modelErrorOf(error: unknown, endpoint: Endpoint, sdk: Sdk): ModelError {
	// The package wraps errors of sending.
	const inner: unknown = error instanceof sdk.APIConnectionError ? (error.cause ?? error) : error;
	if (inner instanceof ModelError) {
		return inner;
	}
	if (inner instanceof NoReply) {
		const { elsewhere } = inner;
		const advice =
			elsewhere === true
				? checkBaseUrl(endpoint)
				: `If you trust ${elsewhere}, set it as the base URL of ${endpoint.provider}.`;
		return new ModelError({
			kind: 'connection',
			message: `${nameOf(endpoint)} ${cleaned(inner.message, endpoint)}.`,
			...(elsewhere === false ? {} : { advice }),
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

/** The provider's own error report; `undefined` if there is none. */
export function reportOf(error: unknown, sdk: Sdk): ProviderError | undefined {
	if (error instanceof ErrorReply) {
		return providerError(error.body);
	}
	if (error instanceof sdk.APIError && !(error instanceof sdk.APIConnectionError)) {
		const { status } = error as { readonly status: number | undefined };
		const body: unknown = error.error;
		// The package writes `503 <body>`, or `503 status code (no body)`.
		const text = error.message.replace(/^\d{3} /, '').replace(/^status code \(no body\)$/, '');
		return providerError(body ?? text, status);
	}
	return undefined;
}

function checkBaseUrl({ baseUrl }: Endpoint): string {
	return `Check the base URL ${shownBaseUrl(baseUrl)}: for most servers it ends with /v1.`;
}

function reportedFailure(
	error: ProviderError,
	endpoint: Endpoint,
	headers: Headers | undefined,
): ModelFailure {
	const wait = requestedWait(headers, error.words, Date.now());
	const kind = kindOf(error, wait !== undefined);
	const notReady = kind === 'not-available' && isNotReady(error);
	const words = cleaned(error.words, endpoint);
	const status = error.status === undefined ? '' : ` (${error.status})`;
	const advice = notReady ? tryLater : adviceFor(kind, endpoint, error);
	return {
		kind,
		message: `${nameOf(endpoint)} ${predicates[kind]}${status}${words === '' ? '.' : `: ${words}`}`,
		...(error.status === undefined ? {} : { status: error.status }),
		...(notReady ? { notReady } : {}),
		...overflowSigns(error, kind),
		...(wait === undefined ? {} : { retryAfterMs: wait }),
		...(advice === undefined ? {} : { advice }),
	};
}

/** The predicate of a sentence about the provider and the model. */
const predicates: Readonly<Record<ModelFailureKind, string>> = {
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

/** What users can do about it. */
function adviceFor(
	kind: ModelFailureKind,
	endpoint: Endpoint,
	{ status, words, codes }: ProviderError,
): string | undefined {
	switch (kind) {
		case 'authentication': {
			const again = endpoint.credential === undefined ? '' : ' again';
			return `Set the key${again} with "Precis: Set API Key…".`;
		}
		case 'credit':
			return `Add credit at ${endpoint.provider}, or choose another model.`;
		case 'forbidden':
			return 'Check that the key may use this model, or choose another model.';
		case 'not-available':
			// If a 404 does not mention models, a wrong address is more likely than a wrong name.
			return status === 404 && !/model|deployment|channel/i.test(words + codes)
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

/** The meaning of connection error codes, and advice that includes the base URL in display form. */
type ConnectionProblem = readonly [
	codes: RegExp,
	what: string,
	advice?: ((address: string) => string) | undefined,
	timeout?: 'first-byte' | 'idle',
];

/** Codes of Node and undici, and Chromium's names for when VS Code uses Electron's network stack. */
const connectionProblems: readonly ConnectionProblem[] = [
	[
		/CONN(?:ECTION_)?REFUSED/,
		'the connection was refused',
		(address) => `Is the server running at ${address}?`,
	],
	// Node's fetch has its own limits: five minutes without headers or without a byte.
	[/UND_ERR_HEADERS_TIMEOUT/, 'no reply came in time', undefined, 'first-byte'],
	[/UND_ERR_BODY_TIMEOUT/, 'the reply stopped coming', undefined, 'idle'],
	[
		/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|TIMEDOUT|CONNECT_TIMEOUT|TIMED_OUT|UNREACH/,
		'the server was not found or does not respond',
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
		/terminated|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|CONNECTION_RESET/,
		'the connection broke',
	],
	[/malformed server-sent event|JSON/, 'the reply is not valid JSON'],
];

function connectionFailure(error: unknown, endpoint: Endpoint): ModelFailure {
	const words = wordsOf(error);
	const innermost = words.at(-1)?.trim().replace(/\.$/, '') || 'no reason was given';
	const [, what = `the request failed: ${innermost}`, advice, timeout] =
		connectionProblems.find(([codes]) => codes.test(words.join(' '))) ?? [];
	return {
		kind: timeout === undefined ? 'connection' : 'timeout',
		message: `${nameOf(endpoint)}: ${cleaned(what, endpoint)}.`,
		...(timeout === undefined ? {} : { timeout }),
		...(advice === undefined ? {} : { advice: advice(shownBaseUrl(endpoint.baseUrl)) }),
	};
}

/** The messages of an error and its causes, outermost first: the innermost is the most informative. */
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

/** Characters of a provider's words that are kept: some send the whole request back. */
const wordsKept = { head: 1_000, tail: 200 };

/** Characters of a provider's words that are examined. */
const wordsRead = 100_000;

/** Shorter keys, as used for local servers, occur in ordinary words. */
const shortestKey = 4;

/** A text without a key in plain, URL-encoded and Base64 form. */
function withoutKey(text: string, key: string): string {
	return text
		.replaceAll(key, redacted)
		.replaceAll(encodeURIComponent(key), redacted)
		.replace(/[\w+/-]{6,}/g, (run) =>
			Buffer.from(run, 'base64').toString('latin1').includes(key) ? redacted : run,
		);
}

/** A provider's words on one line: limited, and without the key or any other secret. */
function cleaned(words: string, { credential, baseUrl }: Endpoint): string {
	const withoutQuery = words.slice(0, wordsRead).replaceAll(baseUrl, shownBaseUrl(baseUrl));
	// Servers and proxies echo what they were sent, and the user may share the message.
	const key = credential?.reveal() ?? '';
	const line = redact(key.length < shortestKey ? withoutQuery : withoutKey(withoutQuery, key))
		.replace(/\s+/g, ' ')
		.trim();
	return cutMiddle(line, wordsKept.head, wordsKept.tail);
}
