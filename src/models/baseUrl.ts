/** The address of a provider as a person types it. */

/** The address, or what is wrong with it. */
export type ParsedBaseUrl =
	| {
			readonly kind: 'valid';
			/** Absolute, without a trailing slash in its path; a query stays. */
			readonly baseUrl: string;
	  }
	| {
			readonly kind: 'invalid';
			/** What is wrong and what to do about it, as sentences. */
			readonly message: string;
	  };

/** What people copy along from examples of requests; the address ends before it. */
const endpointSuffix = /(?<!\/)(?:\/+(?:chat\/completions|responses))?\/*$/i;

/** Parameters of a query that hold a key. */
const secretParameter =
	/^(?:(?:x-)?api[-_]?key|key|(?:access|auth|id)?[-_]?token|secret|password|sig|signature|subscription[-_]key)$/i;

const example = 'for example https://api.openai.com/v1';

/** Reads and normalises the address of an OpenAI-compatible server. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
	const typed = text.trim();
	if (typed === '') {
		return invalid(`The base URL is empty. Enter the address of the server, ${example}.`);
	}
	if (!/^https?:/i.test(typed)) {
		return invalid(
			`The base URL has to begin with https:// or http://. Enter the whole address, ${example}.`,
		);
	}
	const url = /^https?:\/\/[^\s]+$/i.test(typed) ? parsed(typed) : undefined;
	if (url === undefined) {
		return invalid(`The base URL is not a URL. Enter the whole address, ${example}.`);
	}
	if (url.username !== '' || url.password !== '') {
		return invalid(
			'The base URL holds a user name or password. Remove them, and set the key with "Precis: Set API Key…".',
		);
	}
	if ([...url.searchParams.keys()].some((name) => secretParameter.test(name))) {
		return invalid(
			'The base URL holds a key in its query. Remove it, and set the key with "Precis: Set API Key…".',
		);
	}
	const path = url.pathname.replace(endpointSuffix, '');
	return { kind: 'valid', baseUrl: `${url.origin}${path}${url.search}` };
}

/** The address as it may be shown: without credentials and query. */
export function shownBaseUrl(baseUrl: string): string {
	const url = parsed(baseUrl);
	return url === undefined
		? 'the base URL'
		: `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

function parsed(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

function invalid(message: string): ParsedBaseUrl {
	return { kind: 'invalid', message };
}
