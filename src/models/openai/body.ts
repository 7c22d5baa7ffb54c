/** A reply's body on its way to whoever reads it. */

/** The body is not text, or longer than any reply. */
export class UnreadableBody extends Error {
	override readonly name = 'UnreadableBody';
}

/** Longest body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** Longest body of an error that is read, bytes; some servers send the whole request back. */
const longestError = 64 * 1024;

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

/** Bytes of one token: most are below eight, JSON may write each character with six. */
const bytesPerToken = 32;

/** Bytes of an event that brings one token; the Responses API names much in each. */
const bytesPerEvent = 640;

/** The highest status that a response can be made of; some servers invent higher ones. */
const highestStatus = 599;

/** Servers send a token at most with each event, and now and then that they are at work. */
const eventsPerToken = 2;

/** Room for what stands around a reply, bytes. */
const envelope = 64 * 1024;

/**
 * The most that a reply can be which keeps to what it was asked for.
 * @param maxOutputTokens As asked for; absent: nobody asked for less.
 */
export function replyLimits(maxOutputTokens = unlimitedTokens): ReplyLimits {
	const tokens = maxOutputTokens + thinkingTokens;
	return {
		count: tokens * eventsPerToken,
		events: Math.min(longestBody, envelope + tokens * bytesPerEvent),
		text: Math.min(longestBody, envelope + tokens * bytesPerToken),
	};
}

/** A reply that goes on beyond what was asked for. */
export function tooLarge(limit: number, unit = 'bytes'): UnreadableBody {
	return new UnreadableBody(`a reply larger than ${limit} ${unit}`);
}

/** What was seen of a body while it was read. */
export interface BodyWatch {
	/** The body, unchanged. Fails with {@link UnreadableBody}. */
	readonly body: ReadableStream<Uint8Array>;
	/** The first characters, to name what came. */
	readonly beginning: () => string;
	/** Whether the event was seen that ends every stream of Chat Completions. */
	readonly sawDone: () => boolean;
}

const lineFeed = 0x0a;

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/**
 * Watches a body: the `openai` package decodes invalid text into replacement characters, and neither
 * tells of comments, with which servers show that they are at work, nor whether the last event came.
 * @param signal Ends the reading, and the request with it.
 * @param onComment Called for every piece that holds no event of its own.
 * @param limit Bytes of the body, and of one line: the package joins a line that goes on with each piece anew.
 */
export function watchBody(
	body: ReadableStream<Uint8Array>,
	signal: AbortSignal,
	onComment: () => void,
	limit: { readonly bytes: number; readonly line: number },
): BodyWatch {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let beginning = '';
	let ending = '';
	let done = false;
	let bytes = 0;
	let line = 0;
	const decode = (chunk?: Uint8Array): string => {
		try {
			return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
		} catch {
			throw new UnreadableBody('a reply that is not valid UTF-8');
		}
	};
	const watch = new TransformStream<Uint8Array, Uint8Array>({
		transform(chunk, controller) {
			bytes += chunk.byteLength;
			const start = chunk.lastIndexOf(lineFeed) + 1;
			line = start === 0 ? line + chunk.byteLength : chunk.byteLength - start;
			if (bytes > limit.bytes || line > limit.line) {
				throw tooLarge(bytes > limit.bytes ? limit.bytes : limit.line);
			}
			const text = decode(chunk);
			beginning = beginning.length < 400 ? beginning + text.slice(0, 400) : beginning;
			done ||= doneEvent.test(ending + text);
			ending = (ending + text).slice(-16);
			controller.enqueue(chunk);
			if (!text.includes('data:')) {
				onComment();
			}
		},
		flush() {
			decode();
		},
	});
	return {
		body: body.pipeThrough(watch, { signal }),
		beginning: () => beginning,
		sawDone: () => done,
	};
}

/** The whole text of a body. */
export async function textOfBody(body: ReadableStream<Uint8Array>): Promise<string> {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	const pieces: string[] = [];
	for await (const chunk of body) {
		pieces.push(decoder.decode(chunk, { stream: true }));
	}
	pieces.push(decoder.decode());
	return pieces.join('');
}

/** An error's reply without what is beyond the bytes that are read; the rest is not asked for. */
export function boundedError(response: Response): Response {
	const { body, status, statusText, headers } = response;
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
	return new Response(beginning ?? null, {
		status: Math.min(status, highestStatus),
		statusText,
		headers,
	});
}
