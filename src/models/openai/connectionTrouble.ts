import type { ModelFailure } from '../modelError.ts';

/** What went wrong below the API: no connection, or one that broke. */
export interface ConnectionTrouble {
	readonly kind: 'connection' | 'timeout';
	/** Without a full stop. */
	readonly what: string;
	readonly timeout?: NonNullable<ModelFailure['timeout']>;
	readonly advice?: string;
}

interface Known {
	readonly pattern: RegExp;
	readonly trouble: (address: string) => ConnectionTrouble;
}

const connection =
	(what: string, advice?: (address: string) => string) =>
	(address: string): ConnectionTrouble => ({
		kind: 'connection',
		what,
		...(advice === undefined ? {} : { advice: advice(address) }),
	});

/** Codes of Node and undici, and Chromium's names for where VS Code's network stack is Electron's. */
const known: readonly Known[] = [
	{
		pattern: /ECONNREFUSED|ERR_CONNECTION_REFUSED/,
		trouble: connection(
			'the connection was refused',
			(address) => `Is the server running at ${address}?`,
		),
	},
	{
		pattern: /ENOTFOUND|EAI_AGAIN|ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/,
		trouble: connection(
			'the address was not found',
			(address) => `Check the network connection and the base URL ${address}.`,
		),
	},
	{
		// Node's fetch has limits of its own, five minutes without headers or without a byte.
		pattern: /UND_ERR_HEADERS_TIMEOUT/,
		trouble: () => ({ kind: 'timeout', what: 'no reply came in time', timeout: 'first-byte' }),
	},
	{
		pattern: /UND_ERR_BODY_TIMEOUT/,
		trouble: () => ({ kind: 'timeout', what: 'the reply stopped coming', timeout: 'idle' }),
	},
	{
		pattern: /ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ERR_CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH/,
		trouble: connection(
			'the server does not respond',
			(address) => `Check the network connection, the proxy settings and the base URL ${address}.`,
		),
	},
	{
		pattern: /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/,
		trouble: connection(
			"the server's certificate is not trusted",
			() => 'Check the base URL, or let this computer trust the certificate.',
		),
	},
	{
		pattern: /ERR_SSL|EPROTO|WRONG_VERSION_NUMBER/,
		trouble: connection(
			'no secure connection could be made',
			(address) => `Check whether ${address} has to begin with http:// or https://.`,
		),
	},
	{
		pattern: /terminated|ECONNRESET|EPIPE|UND_ERR_SOCKET|other side closed|ERR_CONNECTION_RESET/,
		trouble: connection('the connection broke'),
	},
	{
		pattern: /malformed server-sent event|JSON/,
		trouble: connection('the reply held what is no JSON'),
	},
];

/**
 * Tells what an error of the network means.
 * @param address The base URL as it may be shown.
 */
export function connectionTrouble(error: unknown, address: string): ConnectionTrouble {
	const told = wordsOf(error);
	const match = known.find(({ pattern }) => pattern.test(told.join(' ')));
	const innermost = told.at(-1)?.trim().replace(/\.$/, '') || 'no reason was given';
	return (
		match?.trouble(address) ?? { kind: 'connection', what: `the request failed: ${innermost}` }
	);
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
