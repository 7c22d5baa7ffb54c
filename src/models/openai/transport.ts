import type { OpenAI } from 'openai';
import type * as Package from 'openai';
import { parsedJson } from '../../messages/json.ts';
import { parseBaseUrl } from '../baseUrl.ts';
import { ModelError } from '../modelError.ts';
import { looksLikeHtml, titleOf } from '../providerErrors.ts';
import type { Secret } from '../secret.ts';

/** The `openai` package, loaded on demand and configured to do nothing on its own, and the reading of bodies for it. */

/** The target of a request: named in every failure. */
export interface Endpoint {
	readonly provider: string;
	readonly baseUrl: string;
	readonly credential?: Secret;
	/** Absent if no model was called, as for the list of models. */
	readonly model?: string;
}

/** The same with its address in the usual form. @throws {ModelError} if that is invalid. */
export function withValidAddress<Target extends Endpoint>(target: Target): Target {
	const address = parseBaseUrl(target.baseUrl);
	if (address.kind === 'invalid') {
		const message = `${target.provider}: ${address.message}`;
		throw new ModelError({ kind: 'connection', message });
	}
	return { ...target, baseUrl: address.baseUrl };
}

/** The part of the `openai` package that is used. */
export type Sdk = Pick<typeof Package, 'APIConnectionError' | 'APIError' | 'OpenAI'>;

/** Sends requests; `globalThis.fetch` except in tests. */
export type Fetch = typeof globalThis.fetch;

/** Loads the `openai` package, which is large and rarely needed at once. Every call returns the same one. */
export function loadSdk(): Promise<Sdk> {
	return import('openai');
}

/** The longest delay of a JavaScript timer, milliseconds; longer ones fire at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * A client of the package without retries, logging, its own time-out, and anything read from the environment: the
 * caller decides on time-outs and retries, and a key or an organisation meant for one server must not go to another.
 */
export function sdkClient(sdk: Sdk, endpoint: Endpoint, send: Fetch): OpenAI {
	const key = endpoint.credential?.reveal();
	return new sdk.OpenAI({
		baseURL: endpoint.baseUrl,
		// The package requires a key; without one its header is removed below.
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

/** Azure's own addresses accept keys in a separate header; `Authorization` is for its tokens. */
function authentication(baseUrl: string, key: string | undefined): Record<string, string | null> {
	if (key === undefined) {
		return { Authorization: null };
	}
	const { hostname, searchParams } = new URL(baseUrl);
	return searchParams.has('api-version') || hostname.endsWith('.azure.com')
		? { Authorization: null, 'api-key': key }
		: {};
}

/** Something else in place of a reply. The message continues a sentence that begins with the server. */
export class NoReply extends Error {
	override readonly name = 'NoReply';
	/** Whether another program seems to answer at this address; or the origin that the server redirects to. */
	readonly elsewhere: boolean | string;

	constructor(what: string, elsewhere: boolean | string = false) {
		super(what);
		this.elsewhere = elsewhere;
	}
}

/**
 * The only headers that are sent. The package adds a description of the machine, and the contents of the environment
 * variable `OPENAI_CUSTOM_HEADERS`, to requests to any server.
 */
const headersSent = ['accept', 'authorization', 'api-key', 'content-type', 'user-agent'];

/**
 * Sends a request to this address and no other. A redirect with status 307 or 308, if followed, would send the
 * conversation to whatever server it names, and the key too if that is in a separate header.
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

/** Maximum body of an error that is read, bytes; some servers send the whole request back. */
const longestError = 64 * 1024;

/** The highest valid status of a response; some servers invent higher ones. */
const highestStatus = 599;

/** An error's reply, limited to the bytes that are read; the rest is not requested. */
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

/** Limits for reading a reply. */
export interface ReplyLimits {
	/** Bytes of a reply in events. */
	readonly events: number;
	/** Bytes of one event or of a whole document, and characters of the text. */
	readonly text: number;
}

/** Maximum body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** Tokens of a reply without a limit. */
const unlimitedTokens = 100_000;

/** Tokens of thinking that a server may send in addition to the reply without counting them. */
const thinkingTokens = 25_000;

/**
 * The maximum size of a reply that respects its limit: JSON may encode a character with six bytes, and the Responses
 * API repeats much in each event.
 * @param maxOutputTokens The requested limit; absent: none.
 */
export function replyLimits(maxOutputTokens = unlimitedTokens): ReplyLimits {
	const tokens = maxOutputTokens + thinkingTokens;
	const envelope = 64 * 1024;
	return {
		events: Math.min(longestBody, envelope + tokens * 640),
		text: Math.min(longestBody, envelope + tokens * 32),
	};
}

/** The error for a reply that exceeds its limit. */
export function tooLarge(limit: number): NoReply {
	return new NoReply(`sent a reply larger than ${limit} bytes`);
}

/** Observations of a body that the package does not report. */
export interface BodyObservation {
	/** Whether the event came that ends every stream of Chat Completions. */
	isDone: boolean;
	/** The first characters, to identify the content; all of a document. */
	beginning: string;
}

/** How to read a body. */
export interface BodyReader {
	/** Stops reading, and ends the request. */
	readonly ended: AbortSignal;
	readonly seen?: BodyObservation;
	/** Called for every piece that contains no event. */
	readonly hear?: () => void;
}

const lineFeed = 0x0a;

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/**
 * A limited body: the package decodes invalid text into replacement characters, rejoins a continued line with every
 * piece, and reports neither comments, which servers send as signs of activity, nor whether the last event came.
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
 * A reply as events, whatever its form: its declared type counts; without one, the requested type is assumed. A
 * document becomes the only event of a stream.
 * @throws {NoReply} if it is neither.
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

/** Identifies the content. */
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
	if (/^[[{]/.test(text) && parsedJson(text) === undefined) {
		return new NoReply('sent a reply that is broken JSON');
	}
	const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
	return new NoReply(`sent something else instead of a reply: ${start}`, true);
}
