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

/** Maximum body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** Maximum body of an error that is read, bytes; some servers send the whole request back. */
const longestError = 64 * 1024;

/** The highest valid status of a response; some servers invent higher ones. */
const highestStatus = 599;

/**
 * Sends a request to this address and no other. A redirect with status 307 or 308, if followed, would send the
 * conversation to whatever server it names, and the key too if that is in a separate header.
 * @param onText Called with each piece of the body.
 * @returns The response, whose body is limited and ends with the request's signal.
 * @throws {NoReply} for a redirect.
 */
export async function sendWithoutRedirects(
	send: Fetch,
	input: Parameters<Fetch>[0],
	init: Parameters<Fetch>[1],
	onText: (text: string) => void = () => undefined,
): Promise<Response> {
	const allowed = [...new Headers(init?.headers)].filter(([name]) => headersSent.includes(name));
	const response = await send(input, { ...init, headers: allowed, redirect: 'manual' });
	const { status, statusText, type, body, headers } = response;
	if (type !== 'opaqueredirect' && (status < 300 || status > 399)) {
		const read = response.ok ? bounded(body, onText, init?.signal ?? undefined) : beginningOf(body);
		return new Response(read, { status: Math.min(status, highestStatus), statusText, headers });
	}
	await body?.cancel().catch(() => undefined);
	const address = input instanceof Request ? input.url : String(input);
	const location = headers.get('location');
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

/** The beginning of an error, in whatever encoding; the rest is not requested. */
function beginningOf(body: ReadableStream<Uint8Array> | null): ReadableStream<Uint8Array> | null {
	let left = longestError;
	const beginning = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			controller.enqueue(chunk.subarray(0, left));
			left -= Math.min(left, chunk.byteLength);
			if (left === 0) {
				controller.terminate();
			}
		},
	});
	return body?.pipeThrough(beginning) ?? null;
}

/** A limited body in UTF-8: the package would replace invalid characters, and read without end. */
function bounded(
	body: ReadableStream<Uint8Array> | null,
	onText: (text: string) => void,
	signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> | null {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	const decode = (chunk?: Uint8Array): string => {
		try {
			return decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			throw new NoReply('sent a reply that is not valid UTF-8');
		}
	};
	let bytes = 0;
	const limit = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			if (bytes > longestBody) {
				throw new NoReply(`sent more than ${longestBody} bytes`);
			}
			onText(decode(chunk));
			controller.enqueue(chunk);
		},
		flush: () => void decode(),
	});
	return body?.pipeThrough(limit, signal === undefined ? {} : { signal }) ?? null;
}

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/** Observations of a body that the package does not report. */
export class BodyObservation {
	/** Whether the event came that ends every stream of Chat Completions. */
	isDone = false;
	/** The first characters, to identify the content; all of a document. */
	beginning = '';
	#ending = '';

	/** Takes the next piece of the body. */
	take(text: string): void {
		this.beginning = (this.beginning + text.slice(0, 400)).slice(0, 400);
		this.isDone ||= doneEvent.test(this.#ending + text);
		this.#ending = (this.#ending + text).slice(-16);
	}
}

/**
 * A reply as events, whatever its form: its declared type counts; without one, the requested type is assumed. A
 * document becomes the only event of a stream.
 * @throws {NoReply} if it is neither.
 */
export async function asEvents(
	response: Response,
	wantsStream: boolean,
	seen: BodyObservation,
): Promise<Response> {
	const type = response.headers.get('content-type') ?? '';
	const isStream = /event-stream/i.test(type) || (wantsStream && !/json|html/i.test(type));
	if (!response.ok || (isStream && response.body !== null)) {
		return response;
	}
	const document = await response.text();
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
