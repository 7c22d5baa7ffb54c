import { fieldsOf, hasFields, parsedJson } from '../messages/json.ts';
import { ModelError, type ModelFailure, type ModelFailureKind } from './modelError.ts';

/**
 * Reads and classifies providers' errors: one table for OpenAI-compatible servers and for VS Code's models, which pass
 * on the messages of their own servers.
 */

/** A provider's error report, whatever its format. */
export interface ProviderError {
	/** HTTP status; that of the body if the error came inside a reply. */
	readonly status?: number;
	/** Codes and types, lower case, separated by spaces: `insufficient_quota invalid_request_error`. */
	readonly codes: string;
	/** The provider's words; empty if there are none. */
	readonly words: string;
	/** The parameter that the provider names as the cause. */
	readonly parameter?: string;
}

/** Maximum nesting of wrapped errors. */
const maxDepth = 6;

/** Characters of a provider's words that are classified: some send the whole request back. */
const classifiedLength = 4_000;

/**
 * Reads an error's body.
 * @param body Parsed JSON, or text if it was not JSON: OpenAI's `{error: {message, type, code}}`, FastAPI's `{detail:
 * …}`, Gemini's array, LM Studio's bare text, OpenRouter's error within an error.
 * @param status HTTP status of the reply, if the reply itself was the error.
 */
export function providerError(body: unknown, status?: number): ProviderError {
	const found: Found = { codes: [], words: [], status: undefined, parameter: undefined };
	collect(body, found, 0);
	const decided = status ?? found.status;
	return {
		...(decided === undefined ? {} : { status: decided }),
		...(found.parameter === undefined ? {} : { parameter: found.parameter }),
		codes: found.codes.join(' ').toLowerCase(),
		words: [...new Set(found.words)].join(' – ').trim(),
	};
}

interface Found {
	readonly codes: string[];
	readonly words: string[];
	status: number | undefined;
	parameter: string | undefined;
}

function collect(value: unknown, into: Found, depth: number): void {
	if (typeof value === 'string') {
		collectText(value, into, depth);
		return;
	}
	if (depth > maxDepth) {
		return;
	}
	if (Array.isArray(value)) {
		value.forEach((element) => collect(element, into, depth + 1));
		return;
	}
	const fields = fieldsOf(value);
	for (const name of ['code', 'type', 'status'] as const) {
		const code = fields[name];
		if (typeof code === 'string' || typeof code === 'number') {
			into.codes.push(String(code));
			into.status ??= /^[45]\d\d$/.test(String(code)) ? Number(code) : undefined;
		}
	}
	const { param } = fields;
	into.parameter ??= typeof param === 'string' && param !== '' ? param : undefined;
	for (const name of ['message', 'msg', 'detail', 'details', 'error', 'error_msg'] as const) {
		collect(fields[name], into, depth + 1);
	}
	// Gemini specifies the wait in a separate field; OpenRouter passes on the message of the model's own provider.
	if (typeof fields['retryDelay'] === 'string') {
		into.words.push(`Retry in ${fields['retryDelay']}.`);
	}
	collect(fieldsOf(fields['metadata'])['raw'], into, depth + 1);
}

/** A text may itself be JSON, or end with it, or be a proxy's page, whose title is sufficient. */
function collectText(text: string, into: Found, depth: number): void {
	const trimmed = text.trim();
	const start = depth <= maxDepth ? trimmed.search(/[[{]/) : -1;
	const inner = start < 0 ? undefined : parsedJson(trimmed.slice(start));
	if (hasFields(inner) || (Array.isArray(inner) && inner.some(hasFields))) {
		collectText(trimmed.slice(0, start), into, maxDepth + 1);
		collect(inner, into, depth + 1);
		return;
	}
	const words = looksLikeHtml(trimmed) ? titleOf(trimmed) : trimmed;
	if (words !== '') {
		into.words.push(words.replace(/\s+/g, ' '));
	}
}

/** Whether a text is a web page. */
export function looksLikeHtml(text: string): boolean {
	return /^\s*<(?:!doctype|html|head|body|\?xml|!--)/i.test(text.slice(0, 500));
}

/** Title of a page; empty if there is none. */
export function titleOf(html: string): string {
	return (/<title[^>]{0,100}>([^<]{1,200})</i.exec(html.slice(0, 20_000))?.[1] ?? '').trim();
}

/** Signs of a kind of failure: a provider's code, or else its words, in lower case. */
interface Signs {
	readonly codes: RegExp;
	readonly words: RegExp;
}

const credit: Signs = {
	codes:
		/insufficient_(?:quota|balance|credits?|user_quota)|billing_(?:hard_limit_reached|not_active)|payment_required|credit_balance/,
	words:
		/insufficient (?:quota|credits?|balance|funds)|exceeded your current quota|requires more credits|out of (?:extra )?(?:credits?|usage)|credit balance|no credits?\b|余额不足|额度(?:已用尽|不足)/,
};

const authentication: Signs = {
	codes: /invalid_api_key|invalid_authentication|authentication_error/,
	words:
		/(?:incorrect|invalid|missing|no|wrong|expired|malformed) api[ -]?key|api[ -]?key (?:not valid|is (?:invalid|missing|required)|not found)|no auth credentials|无效的令牌/,
};

/** The first three words and "no available channel" are those named in behaviour.md. */
const missing: Signs = {
	codes:
		/model_not_found|deploymentnotfound|model_not_available|no_available_(?:channel|candidate)|invalid_model/,
	words:
		/model[^.]{0,120}not found|not found[^.]{0,40}model|does not exist|no available (?:channel|provider|upstream)|no (?:such|models?) (?:model|loaded)|(?:unknown|invalid|unsupported) model|not a valid model|no (?:allowed )?(?:providers|endpoints) (?:are )?(?:found|available)|model[^.]{0,80}(?:decommissioned|deprecated and|no longer (?:available|supported)|is not available|not loaded)|无可用渠道/,
};

const overloaded: Signs = {
	codes: /overloaded|engine_overloaded|slow_down/,
	words:
		/overloaded|(?:is|too|currently) (?:too )?busy|(?:at (?:full )?|over )capacity|high demand/,
};

const throttled: Signs = {
	codes: /rate_limit|rate-limit|too_many_requests|resource_exhausted|throttl/,
	words:
		/rate.?limit|throttl|too many requests|please wait|wait before|\bper[ -](?:second|min|minute|hour|day)\b|\b[rt]p[md]\b|\b(?:hourly|daily|weekly|monthly)\b/,
};

/** Parts of a request whose length is limited, and other limited things: the one named next to the excess counts. */
const measured =
	'(?<![\\w.])(?<!(?:completion|output|response|reply|thinking|budget|audio|image|video|file|tool) )(?:prompts?|inputs?|context|messages?|request|conversation|history|sequence|payload|body|tokens?)(?![a-z])';
const otherThing =
	'(?:images?|pictures?|audio|videos?|files?|pdfs?|headers?|cookies?|ur[il]s?|names?|ids?|tools?|functions?|metadata|rate|quota|time|timeout|deadline)';
const upTo = `(?:(?!\\b${otherThing}\\b|[.;!?:–]\\s)[^]){0,90}?`;
const excess =
	'(?:exceed|overflow|too (?:long|large|big|many)|(?:longer|larger|greater|bigger|more) than|beyond|over (?:the|its) )';
const otherExcess = `(?![^.;]{0,30}(?:\\bnumber of (?!(?:\\w+ )?tokens)|\\b${otherThing}\\b))`;
const window =
	'(?:context(?:[ _-](?:length|size|limit|window))?|(?:prompt|input|sequence|token)s?[ _-](?:length|size|limit|window)|n_ctx|(?:max\\w* )?(?:message|input|prompt|context) tokens)';
const atMost =
	'(?:\\[\\d|between|within|under|below|up to|(?:at|not|no) (?:most|more|exceed)|less|fewer|shorter|smaller|<=?|≤)';

/**
 * The only table of phrases for a request that is too long. Sentences differ with every server, but have in common a part
 * of the request and, next to it, an excess.
 */
const tooLong: Signs = {
	codes:
		/context[ _]?(?:length|window|size)[ _]?(?:limit[ _]?)?exceed|exceed[ _]?context|max_prompt_tokens|tokens?_limit_(?:exceeded|reached)|(?:request|prompt|input)_too_(?:large|long)|\b1261\b/,
	words: new RegExp(
		[
			`${measured}${upTo}(?<!(?:should|must) be )${excess}${otherExcess}`,
			`(?:exceed|too (?:long|large|big) for|over|above|beyond|outside|fit)\\w*${upTo}\\b${window}`,
			`max\\w* ${window}(?: is| of|:)? \\d`,
			`too many (?:(?:input|prompt|context) )?tokens`,
			`(?:reduce|shorten|decrease|trim|truncate|fewer|shorter)${upTo}\\b(?:messages?|prompt|inputs?|context|conversation)\\b`,
			`(?=[^.;]{0,120}(?:length|tokens?|characters))${measured}${upTo}\\b(?:should|must|can|may)\\b[^.;]{0,20}${atMost}`,
			`(?:上下文|输入|提示|长度|tokens?)[^。]{0,30}(?:超过|超出|过长|过大|上限)|(?:超过|超出)[^。]{0,30}(?:上下文|输入|长度|tokens?)`,
		].join('|'),
	),
};

/** A stated limit of a few characters or items refers to a name or a list, never to a window. */
const smallLimit =
	/\b(?:max(?:imum)?|at most|limit)(?: \w+){0,2}(?: of| is|:)? (\d{1,3})\b(?![.,]?\d)/;

/** Present models have no smaller window, tokens: a smaller number is a code or a difference. */
const smallestWindow = 4_000;

/** Statuses that never mean a request that is too long. */
const neverTooLong: readonly (number | undefined)[] = [
	401, 402, 403, 404, 408, 410, 414, 429, 431, 529,
];

/** Statuses with which a request may be rejected as too long without saying so. */
const refusals: readonly (number | undefined)[] = [400, 413, 422];

/** Share of the known window from which an unexplained rejection means that the request is too long. */
const nearlyFull = 0.8;

function isTooLong({ status, codes, words }: ProviderError): boolean {
	if (neverTooLong.includes(status)) {
		return false;
	}
	if (tooLong.codes.test(codes) || tooLong.codes.test(words)) {
		return true;
	}
	if (smallLimit.test(words)) {
		return false;
	}
	if (status === 413) {
		return !new RegExp(`\\b${otherThing}\\b${upTo}${excess}`).test(words);
	}
	return !throttled.words.test(words) && (tooLong.words.test(words) || isOverStatedLimit(words));
}

/** A count of tokens, or the length of the request: not a port, a text position, a time or a memory size. */
const measuredCount =
	/(?<![\d,_])\d[\d,_]{3,20}[^\d.,;:]{0,12}\btoken|\b(?:tokens?|sequence|context|prompt|input|messages)(?: (?:length|tokens|size))?(?: of| is| has|:|=)? ?\d|\bn_ctx\b|\b(?:prompt|input|messages)\b[^]{0,400}\blength/;

/** Whether the words contain a token count of the request, and it exceeds the limit that they state. */
function isOverStatedLimit(words: string): boolean {
	const limit = statedLimit(words);
	return (
		limit !== undefined &&
		measuredCount.test(words) &&
		!/max_(?:new_)?tokens|output|completion|budget|quota|images?\b|pixel/.test(words) &&
		countsIn(words).some((count) => count > limit)
	);
}

/** The window stated in an error about a request that is too long, tokens; the number next to the limiting word. */
function statedLimit(words: string): number | undefined {
	const text = words.toLowerCase();
	const bounded =
		/ > (\d[\d,_]{3,})/.exec(text) ??
		/(?:\bmax(?:imum)?|limit|at most|up to|window|<=|≤)(?:(?!least|min|by |requested|[.;]\s)\D){0,60}?(?<!\w)(\d[\d,_]{3,})/.exec(
			text,
		);
	const [first, second, ...more] = countsIn(text);
	// In any language, the size of the request comes first, and the limit is smaller.
	const isPair = first !== undefined && second !== undefined && first > second && more.length === 0;
	const limit = countsIn(bounded?.[1] ?? '')[0] ?? (isPair ? second : undefined);
	return limit !== undefined && limit >= smallestWindow ? limit : undefined;
}

function countsIn(text: string): readonly number[] {
	return [...text.matchAll(/(?<![\w.])\d[\d,_]{3,}(?!\w)/g)].map(([digits]) =>
		Number(digits.replace(/[,_]/g, '')),
	);
}

/**
 * The kind of an error, by its codes and words first and by its status last: compatible servers report a missing model
 * as 400, 403, 500 or 503 and a full context as 400, 413 or 500.
 * @param asksToWait Whether the provider specified a wait: then a quota is one per minute.
 */
export function kindOf(error: ProviderError, asksToWait: boolean): ModelFailureKind {
	const words = error.words.slice(0, classifiedLength).toLowerCase();
	const { status, codes } = error;
	const says = (signs: Signs): boolean => signs.codes.test(codes) || signs.words.test(words);
	if (isTooLong({ ...error, words })) {
		return 'context-too-long';
	}
	if (credit.codes.test(codes) || (!asksToWait && (status === 402 || credit.words.test(words)))) {
		return 'credit';
	}
	if (status === 401 || says(authentication)) {
		return 'authentication';
	}
	if (says(missing)) {
		return 'not-available';
	}
	if (status === 529 || says(overloaded)) {
		return 'overloaded';
	}
	if (status === 429 || status === 402 || throttled.codes.test(codes)) {
		return 'rate-limited';
	}
	return status === undefined && throttled.words.test(words) ? 'rate-limited' : byStatus(status);
}

function byStatus(status: number | undefined): ModelFailureKind {
	switch (status) {
		case 403:
			return 'forbidden';
		case 404:
		case 410:
		case 503:
			return 'not-available';
		case 408:
			return 'timeout';
		default:
			// Without a status the error came inside a reply that had begun: the request itself was valid.
			return status !== undefined && status < 500 ? 'bad-request' : 'server';
	}
}

/**
 * Whether an unavailable server does not mention the model: llama.cpp while it loads one, or a proxy without a server.
 */
export function isNotReady({ status, codes, words }: ProviderError): boolean {
	return status === 503 && !missing.codes.test(codes) && !missing.words.test(words.toLowerCase());
}

/** The part of the request that an error names: a parameter in quotes or with underscores, or another part. */
const namedCause =
	/[`'"][\w.[\]]+[`'"]|\b[a-z]+_[a-z_]+\b|\b(?:temperature|stream|tools?|functions?|roles?|images?|audio|files?|json|schema|headers?|version|policy|filter\w*|required|missing)\b/i;

/** Data for later decisions that depend on the size of the request, and for learning a smaller window. */
export function overflowSigns(
	error: ProviderError,
	kind: ModelFailureKind,
): Pick<ModelFailure, 'unexplained' | 'statedWindow'> {
	const words = error.words.slice(0, classifiedLength);
	if (kind === 'context-too-long') {
		const statedWindow = statedLimit(words);
		return statedWindow === undefined ? {} : { statedWindow };
	}
	const isUnexplained =
		kind === 'bad-request' &&
		refusals.includes(error.status) &&
		!/^(?!input\b|messages|prompt)/.test(error.parameter ?? 'input') &&
		!namedCause.test(words);
	return isUnexplained ? { unexplained: true } : {};
}

/**
 * An unexplained rejection of a request that nearly fills the known window means that it is too long; other failures
 * are unchanged.
 * @param tokens Our count of the request.
 */
export function reclassifyBySize(
	error: ModelError,
	tokens: number,
	window: number | undefined,
): ModelError {
	const { failure } = error;
	return failure.unexplained === true && window !== undefined && tokens >= nearlyFull * window
		? new ModelError({ ...failure, kind: 'context-too-long' }, { cause: error })
		: error;
}

/** Longest plausible wait, milliseconds: beyond a day, a header or a clock is wrong. */
const longestWait = 24 * 60 * 60 * 1_000;

/** Milliseconds of a unit, by its first letter. */
const units: Readonly<Record<string, number>> = {
	s: 1_000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};

const amount = String.raw`\d{1,9}(?:\.\d{1,9})?`;
const unit =
	'(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?![a-z])';
const duration = String.raw`(?:${amount}\s?${unit}(?:,? and |[, ]+)?)+`;

/** "try again in 1m2.5s", "retry after 20", "wait 30 s", "available in 2 minutes"; not "60 requests in 1 minute". */
const spokenWait = new RegExp(
	String.raw`\b(?:try(?:ing)? again|retry(?:ing)?|wait|resets?)(?: again| (?:your|the|this) request)?(?: (?:in|after|for|at|until|at least|about|another))*:? (?<after>\d{4}-\d\d-\d\dT[\d:.]{5,16}(?:Z|[+-]\d\d:\d\d)|${duration}|\d{1,6}(?=[ .,;!]|$))|(?<!(?:requests?|tokens?|calls?|messages?) )\bin (?<within>${duration})`,
	'i',
);

/**
 * The wait that a provider requests, milliseconds, in every usual form: `retry-after-ms` before `Retry-After`, as
 * OpenAI's own clients do, then its words.
 * @param now Milliseconds since the epoch, for a `Retry-After` that is a date.
 */
export function requestedWait(
	headers: Headers | undefined,
	words: string,
	now: number,
): number | undefined {
	const { after, within } = spokenWait.exec(words.slice(0, classifiedLength))?.groups ?? {};
	const exact = Number.parseFloat(
		headers?.get('retry-after-ms') ?? headers?.get('x-ms-retry-after-ms') ?? '',
	);
	const wait =
		exact >= 0
			? exact
			: (waitIn(headers?.get('retry-after') ?? '', now) ?? waitIn(after ?? within ?? '', now));
	return wait === undefined ? undefined : Math.min(Math.ceil(wait), longestWait);
}

/** Seconds, a duration, or a date. */
function waitIn(text: string, now: number): number | undefined {
	if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) {
		return Number(text) * 1_000;
	}
	if (new RegExp(`^${duration}$`, 'i').test(text.trim())) {
		const parts = text.toLowerCase().matchAll(new RegExp(`(${amount})\\s?([a-z]+)`, 'g'));
		return [...parts].reduce((sum, [, count, name = '']) => {
			const unit = /^m(?:s|illi)/.test(name) ? 1 : (units[name.charAt(0)] ?? 0);
			return sum + Number(count) * unit;
		}, 0);
	}
	// Without a month's name, `Date.parse` interprets any number as a year.
	const date = /[a-z]{3}|^\d{4}-\d\d-\d\dT/i.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
