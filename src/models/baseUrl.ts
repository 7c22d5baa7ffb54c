/** Parses a provider's address as the user enters it. */

/** The address, or a problem. */
export type ParsedBaseUrl =
	| {
			readonly kind: 'valid';
			/** Absolute, without a trailing slash in its path; a query is kept. */
			readonly baseUrl: string;
	  }
	| {
			readonly kind: 'invalid';
			/** The problem and its solution, as sentences. */
			readonly message: string;
	  };

/** Endpoint paths that users copy from examples of requests; the base URL ends before them. */
const endpointSuffix = /(?<!\/)(?:\/+(?:chat\/completions|responses))?\/*$/i;

/** Query parameters that contain a key. */
const secretParameter =
	/^(?:(?:x-)?api[-_]?key|key|(?:access|auth|id)?[-_]?token|secret|password|sig|signature|subscription[-_]key)$/i;

/** Parses and normalises the address of an OpenAI-compatible server. */
export function parseBaseUrl(text: string): ParsedBaseUrl {
	const typed = text.trim();
	const url = /^https?:\/\/\S+$/i.test(typed) ? parsed(typed) : undefined;
	if (url === undefined) {
		return invalid(
			'The base URL has to begin with https:// or http:// and be a complete address, for example https://api.openai.com/v1.',
		);
	}
	if (url.username !== '' || url.password !== '') {
		return invalid(
			'The base URL contains a user name or password. Remove them, and set the key with "Precis: Set API Key…".',
		);
	}
	if ([...url.searchParams.keys()].some((name) => secretParameter.test(name))) {
		return invalid(
			'The base URL contains a key in its query. Remove it, and set the key with "Precis: Set API Key…".',
		);
	}
	const path = url.pathname.replace(endpointSuffix, '');
	return { kind: 'valid', baseUrl: `${url.origin}${path}${url.search}` };
}

/** The address for display: without credentials and query. */
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
