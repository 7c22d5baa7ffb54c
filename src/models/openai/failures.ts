import { cutMiddle } from '../../messages/marks.ts';
import { redact } from '../../redaction/redact.ts';
import { shownBaseUrl } from '../baseUrl.ts';
import { askedWait, resetWait } from '../askedWait.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from '../modelError.ts';
import {
	isNotReady,
	kindOf,
	overflowSigns,
	providerError,
	type ProviderError,
} from '../providerErrors.ts';
import { UnreadableBody } from './body.ts';
import { connectionTrouble } from './connectionTrouble.ts';
import { nameOf, type Endpoint } from './endpoint.ts';
import { Redirected } from './redirected.ts';
import { ErrorReply, NoReply } from './reply.ts';
import type { Sdk } from './sdk.ts';
import { withoutKey } from './withoutKey.ts';

/** Characters of a provider's words that are kept: some send the whole request back. */
const wordsKept = { head: 1_000, tail: 200 };

/** Characters of a provider's words that are looked at. */
const wordsRead = 100_000;

/**
 * Whatever a request to a provider ended with, as a failure. The original error is not kept as its
 * cause: it holds the provider's words as they came.
 */
export function modelErrorOf(error: unknown, endpoint: Endpoint, sdk: Sdk): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	const redirected = redirectedOf(error);
	if (redirected !== undefined) {
		return new ModelError(redirectFailure(redirected, endpoint));
	}
	const reported = reportOf(error, sdk);
	if (reported !== undefined) {
		return new ModelError(reportedFailure(reported, endpoint, headersOf(error, sdk)));
	}
	if (error instanceof NoReply || error instanceof UnreadableBody) {
		const elsewhere = error instanceof NoReply && error.elsewhere;
		return new ModelError({
			kind: 'connection',
			message: `${nameOf(endpoint)} sent ${cleaned(error.message, endpoint)}.`,
			...(elsewhere ? { advice: checkBaseUrl(endpoint) } : {}),
		});
	}
	return new ModelError(connectionFailure(error, endpoint));
}

/** What the provider itself says went wrong; `undefined` where it said nothing. */
export function reportOf(error: unknown, sdk: Sdk): ProviderError | undefined {
	if (error instanceof ErrorReply) {
		return providerError(error.body);
	}
	if (error instanceof sdk.APIError && !(error instanceof sdk.APIConnectionError)) {
		const { status } = error as { readonly status: number | undefined };
		const said: unknown = error.error;
		return providerError(said ?? withoutStatus(error.message), status);
	}
	return undefined;
}

function headersOf(error: unknown, sdk: Sdk): Headers | undefined {
	return error instanceof sdk.APIError
		? (error as { readonly headers: Headers | undefined }).headers
		: undefined;
}

/** The package writes `503 <body>`, or `503 status code (no body)`. */
function withoutStatus(message: string): string {
	return message.replace(/^\d{3} /, '').replace(/^status code \(no body\)$/, '');
}

/** The package wraps what comes from sending. */
function redirectedOf(error: unknown): Redirected | undefined {
	const cause = error instanceof Error ? error.cause : undefined;
	return [error, cause].find((one) => one instanceof Redirected);
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

function connectionFailure(error: unknown, endpoint: Endpoint): ModelFailure {
	const { kind, what, timeout, advice } = connectionTrouble(error, shownBaseUrl(endpoint.baseUrl));
	return {
		kind,
		message: `${nameOf(endpoint)}: ${cleaned(what, endpoint)}.`,
		...(timeout === undefined ? {} : { timeout }),
		...(advice === undefined ? {} : { advice }),
	};
}

function reportedFailure(
	error: ProviderError,
	endpoint: Endpoint,
	headers: Headers | undefined,
): ModelFailure {
	const now = Date.now();
	const asked = askedWait(headers, error.words, now);
	const kind = kindOf(error, asked !== undefined);
	const wait = asked ?? (isPassing(kind) ? resetWait(headers, now) : undefined);
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

function isPassing(kind: ModelFailureKind): boolean {
	return kind === 'rate-limited' || kind === 'overloaded';
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
		case 'timeout':
		case 'connection':
		case 'server':
		case 'cut-off':
		case 'bad-request':
			return undefined;
	}
}

/** A provider's words on one line: bounded, and without the key or any other secret. */
function cleaned(words: string, { credential, baseUrl }: Endpoint): string {
	const withoutQuery = words.slice(0, wordsRead).replaceAll(baseUrl, shownBaseUrl(baseUrl));
	const clean = redact(withoutKey(withoutQuery, credential?.reveal() ?? ''));
	const line = clean.replace(/\s+/g, ' ').trim();
	return cutMiddle(line, wordsKept.head, wordsKept.tail);
}
