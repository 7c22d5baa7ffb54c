import type { OpenAI } from 'openai';
import type * as Package from 'openai';
import { parsedJson } from '../../messages/json.ts';
import { looksLikeHtml, titleOf } from '../providerErrors.ts';
import type { Secret } from '../secret.ts';

/** The `openai` package, loaded when first needed and set up to do nothing on its own, and what it is given to read. */

/** Where a request goes: named in every failure. */
export interface Endpoint {
	readonly provider: string;
	readonly baseUrl: string;
	readonly credential?: Secret;
	/** Absent where no model was asked, as for the list of models. */
	readonly model?: string;
}

/** `openrouter/gpt-5`, as models are named everywhere; the provider alone where no model was asked. */
export function nameOf({ provider, model }: Endpoint): string {
	return model === undefined ? provider : `${provider}/${model}`;
}

/** What is used of the `openai` package. */
export type Sdk = Pick<typeof Package, 'APIConnectionError' | 'APIError' | 'OpenAI'>;

/** How requests are sent; `globalThis.fetch` unless a test says otherwise. */
export type Fetch = typeof globalThis.fetch;

/** Loads the `openai` package, which is large and rarely needed at once. Every call gives the same one. */
export function loadSdk(): Promise<Sdk> {
	return import('openai');
}

/** The longest delay a timer of JavaScript takes, milliseconds; longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * A client of the package without retries, logging, a time-out of its own, and anything read from
 * the environment: how long and how often is decided where the call is made, and a key or an
 * organisation meant for one server must not go to another.
 */
export function sdkClient(sdk: Sdk, endpoint: Endpoint, send: Fetch): OpenAI {
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
		fetch: send,
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

/** Something else where a reply should be. The message goes on a sentence that begins with the server. */
export class NoReply extends Error {
	override readonly name = 'NoReply';
	/** Whether another program seems to answer at this address; the origin the server redirects to. */
	readonly elsewhere: boolean | string;

	constructor(what: string, elsewhere: boolean | string = false) {
		super(what);
		this.elsewhere = elsewhere;
	}
}

/**
 * The only headers that leave. The package adds a description of the machine, and whatever the
 * environment variable `OPENAI_CUSTOM_HEADERS` holds, to requests to any server.
 */
const headersSent = ['accept', 'authorization', 'api-key', 'content-type', 'user-agent'];

/**
 * Sends a request to this address and no other. Followed, a redirect with status 307 or 308 hands the
 * conversation to whatever server it names, and the key too where that is in a header of its own.
 * @throws {NoReply} for a redirect.
 */
export async function sendWithoutRedirects(
	send: Fetch,
	input: Parameters<Fetch>[0],
	init: Parameters<Fetch>[1],
): Promise<Response> {
	const headers = [...new Headers(init?.headers)].filter(([name]) => headersSent.includes(name));
	const response = await send(input, { ...init, headers, redirect: 'manual' });
	const { status, type, body } = response;
	if (type !== 'opaqueredirect' && (status < 300 || status > 399)) {
		return response.ok ? response : boundedError(response);
	}
	await body?.cancel().catch(() => undefined);
	const address = input instanceof Request ? input.url : String(input);
	const location = response.headers.get('location');
	const target = location === null ? null : URL.parse(location, address);
	const isElsewhere =
		target !== null &&
		/^https?:$/.test(target.protocol) &&
		target.origin !== new URL(address).origin;
	const where = isElsewhere ? target.origin : 'another address';
	throw new NoReply(
		`redirects to ${where}. Nothing was sent there`,
		isElsewhere ? target.origin : true,
	);
}

/** Longest body of an error that is read, bytes; some servers send the whole request back. */
const longestError = 64 * 1024;

/** The highest status that a response can be made of; some servers invent higher ones. */
const highestStatus = 599;

/** An error's reply without what is beyond the bytes that are read; the rest is not asked for. */
function boundedError({ body, status, statusText, headers }: Response): Response {
	let left = longestError;
	const beginning = body?.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				controller.enqueue(chunk.subarray(0, left));
				left -= Math.min(left, chunk.byteLength);
				if (left === 0) {
					controller.terminate();
				}
			},
		}),
	);
	const known = { status: Math.min(status, highestStatus), statusText, headers };
	return new Response(beginning ?? null, known);
}

/** How much of a reply is read. */
export interface ReplyLimits {
	/** Bytes of a reply that comes as events. */
	readonly events: number;
	/** Bytes of one event, of a whole document, and characters of the text. */
	readonly text: number;
}

/** Longest body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** Tokens of a reply whose length nobody limits. */
const unlimitedTokens = 100_000;

/** Tokens of thinking that a server may send beside the reply and not count as part of it. */
const thinkingTokens = 25_000;

/**
 * The most that a reply can be which keeps to what it was asked for: JSON may write a character with six
 * bytes, and the Responses API names much in each event.
 * @param maxOutputTokens As asked for; absent: nobody asked for less.
 */
export function replyLimits(maxOutputTokens = unlimitedTokens): ReplyLimits {
	const tokens = maxOutputTokens + thinkingTokens;
	const envelope = 64 * 1024;
	return {
		events: Math.min(longestBody, envelope + tokens * 640),
		text: Math.min(longestBody, envelope + tokens * 32),
	};
}

/** A reply that goes on beyond what was asked for. */
export function tooLarge(limit: number): NoReply {
	return new NoReply(`sent a reply larger than ${limit} bytes`);
}

/** What was seen of a body on its way that the package tells nothing of. */
export interface BodyObservation {
	/** Whether the event came that ends every stream of Chat Completions. */
	isDone: boolean;
	/** The first characters, to name what came; all of a document. */
	beginning: string;
}

/** How a body is read. */
export interface BodyReader {
	/** Ends it, and the request with it. */
	readonly ended: AbortSignal;
	readonly seen?: BodyObservation;
	/** Called for every piece that holds no event of its own. */
	readonly hear?: () => void;
}

const lineFeed = 0x0a;

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/**
 * A body within bounds: the package decodes invalid text into replacement characters, joins a line that goes
 * on with each piece anew, and tells neither of comments, with which servers show that they are at work, nor
 * whether the last event came.
 */
export function bounded(
	body: ReadableStream<Uint8Array>,
	limit: { readonly bytes: number; readonly line: number },
	{ ended, seen = { isDone: false, beginning: '' }, hear }: BodyReader,
): ReadableStream<Uint8Array> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let ending = '';
	let [bytes, line] = [0, 0];
	const decode = (chunk?: Uint8Array): string => {
		try {
			return decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			throw new NoReply('sent a reply that is not valid UTF-8');
		}
	};
	return body.pipeThrough(
		new TransformStream<Uint8Array, Uint8Array>({
			transform(chunk, controller) {
				bytes += chunk.byteLength;
				const start = chunk.lastIndexOf(lineFeed) + 1;
				line = start === 0 ? line + chunk.byteLength : chunk.byteLength - start;
				if (bytes > limit.bytes || line > limit.line) {
					throw tooLarge(bytes > limit.bytes ? limit.bytes : limit.line);
				}
				const text = decode(chunk);
				controller.enqueue(chunk);
				seen.beginning = (seen.beginning + text.slice(0, 400)).slice(0, 400);
				seen.isDone ||= doneEvent.test(ending + text);
				ending = (ending + text).slice(-16);
				if (!text.includes('data:')) {
					hear?.();
				}
			},
			flush: () => void decode(),
		}),
		{ signal: ended },
	);
}

/**
 * A reply as events, whatever it is: what it says of itself counts; where it says nothing, it is taken for
 * what was asked. A document becomes the one event of a stream.
 * @throws {NoReply} where it is neither.
 */
export async function asEvents(
	response: Response,
	isStreamAsked: boolean,
	{ events, text }: ReplyLimits,
	reading: Required<BodyReader>,
): Promise<Response> {
	if (!response.ok) {
		return response;
	}
	if (response.body === null) {
		throw unexpectedReply('');
	}
	const type = response.headers.get('content-type') ?? '';
	if (/event-stream/i.test(type) || (isStreamAsked && !/json|html/i.test(type))) {
		return new Response(bounded(response.body, { bytes: events, line: text }, reading));
	}
	const { seen, ...whole } = reading;
	const body = bounded(response.body, { bytes: text, line: text }, whole);
	const document = await new Response(body).text();
	const value = parsedJson(document);
	if (value === undefined) {
		throw unexpectedReply(document);
	}
	Object.assign(seen, { beginning: document, isDone: true });
	return new Response(`data: ${JSON.stringify(value)}\n\ndata: [DONE]\n\n`);
}

/** Names what came. */
export function unexpectedReply(body: string): NoReply {
	const text = body.trim();
	if (text === '') {
		return new NoReply('sent an empty reply');
	}
	if (looksLikeHtml(text)) {
		const title = titleOf(text);
		return new NoReply(
			`sent a web page${title === '' ? '' : ` ("${title}")`} instead of a reply`,
			true,
		);
	}
	if (/^[[{]/.test(text)) {
		return parsedJson(text) !== undefined
			? new NoReply('sent JSON that is no reply', true)
			: new NoReply('sent a reply that is broken JSON');
	}
	const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
	return new NoReply(`sent something else instead of a reply: ${start}`, true);
}
