import { parsedJson } from '../../messages/json.ts';
import { looksLikeHtml, titleOf } from '../providerErrors.ts';

/** Bodies of replies, before the `openai` package reads them. */

/** What was seen of a reply on its way that the package tells nothing of. */
export interface Wire {
	/** Whether the event came that ends every stream of Chat Completions. */
	isDone: boolean;
	/** The first characters, to name what came; all of a document. */
	beginning: string;
}

/** Something else where a reply should be. The message says what, as the end of "… sent". */
export class NoReply extends Error {
	override readonly name = 'NoReply';
	/** Whether it looks as if another program answered. */
	readonly elsewhere: boolean;

	constructor(what: string, elsewhere = false) {
		super(what);
		this.elsewhere = elsewhere;
	}
}

/** Longest body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** How much of a reply is read. */
export interface ReplyLimits {
	/** Bytes of a reply that comes as events. */
	readonly events: number;
	/** How many events, whatever they bring. */
	readonly count: number;
	/** Bytes of one event, of a whole document, and characters of the text. */
	readonly text: number;
}

/** Tokens of a reply whose length nobody limits. */
const unlimitedTokens = 100_000;

/** Tokens of thinking that a server may send beside the reply and not count as part of it. */
const thinkingTokens = 25_000;

/**
 * The most that a reply can be which keeps to what it was asked for: JSON may write a character with six
 * bytes, the Responses API names much in each event, and servers send two events for a token at most.
 * @param maxOutputTokens As asked for; absent: nobody asked for less.
 */
export function replyLimits(maxOutputTokens = unlimitedTokens): ReplyLimits {
	const tokens = maxOutputTokens + thinkingTokens;
	const envelope = 64 * 1024;
	return {
		count: tokens * 2,
		events: Math.min(longestBody, envelope + tokens * 640),
		text: Math.min(longestBody, envelope + tokens * 32),
	};
}

/** A reply that goes on beyond what was asked for. */
export function tooLarge(limit: number, unit = 'bytes'): NoReply {
	return new NoReply(`a reply larger than ${limit} ${unit}`);
}

const lineFeed = 0x0a;

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/**
 * Watches a body: the package decodes invalid text into replacement characters, and neither tells of
 * comments, with which servers show that they are at work, nor whether the last event came.
 * @param signal Ends the reading, and the request with it.
 * @param beat Called for every piece that holds no event of its own.
 * @param limit Bytes of the body, and of one line: the package joins a line that goes on with each piece anew.
 */
export function watched(
	body: ReadableStream<Uint8Array>,
	limit: { readonly bytes: number; readonly line: number },
	signal: AbortSignal,
	wire?: Wire,
	beat?: () => void,
): ReadableStream<Uint8Array> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let ending = '';
	let bytes = 0;
	let line = 0;
	const decode = (chunk?: Uint8Array): string => {
		try {
			return decoder.decode(chunk, { stream: chunk !== undefined });
		} catch {
			throw new NoReply('a reply that is not valid UTF-8');
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
				if (wire !== undefined) {
					wire.beginning = (wire.beginning + text.slice(0, 400)).slice(0, 400);
					wire.isDone ||= doneEvent.test(ending + text);
					ending = (ending + text).slice(-16);
				}
				if (!text.includes('data:')) {
					beat?.();
				}
			},
			flush() {
				decode();
			},
		}),
		{ signal },
	);
}

/**
 * A reply as events, whatever it is: what it says of itself counts; where it says nothing, it is taken for
 * what was asked. A document becomes the one event of a stream.
 * @throws {NoReply} where it is neither.
 */
export async function readable(
	response: Response,
	isStreamAsked: boolean,
	{ events, text }: ReplyLimits,
	signal: AbortSignal,
	wire: Wire,
	beat: () => void,
): Promise<Response> {
	if (!response.ok) {
		return response;
	}
	if (response.body === null) {
		throw new NoReply('an empty reply');
	}
	const type = response.headers.get('content-type') ?? '';
	if (/event-stream/i.test(type) || (isStreamAsked && !/json|html/i.test(type))) {
		return new Response(watched(response.body, { bytes: events, line: text }, signal, wire, beat));
	}
	const limit = { bytes: text, line: text };
	const document = await new Response(
		watched(response.body, limit, signal, undefined, beat),
	).text();
	const value = parsedJson(document);
	if (value === undefined) {
		throw insteadOfReply(document);
	}
	wire.beginning = document;
	wire.isDone = true;
	return new Response(`data: ${JSON.stringify(value)}\n\ndata: [DONE]\n\n`);
}

/** Names what came. */
export function insteadOfReply(body: string): NoReply {
	const text = body.trim();
	if (text === '') {
		return new NoReply('an empty reply');
	}
	if (looksLikeHtml(text)) {
		const title = titleOf(text);
		return new NoReply(`a web page${title === '' ? '' : ` ("${title}")`} instead of a reply`, true);
	}
	if (/^[[{]/.test(text)) {
		return parsedJson(text) !== undefined
			? new NoReply('JSON that is no reply', true)
			: new NoReply('a reply that is broken JSON');
	}
	const start = text.length > 80 ? `${text.slice(0, 80)}…` : text;
	return new NoReply(`something else instead of a reply: ${start}`, true);
}
