/** A reply's body on its way to whoever reads it. */

/** The body is not text, or longer than any reply. */
export class UnreadableBody extends Error {
	override readonly name = 'UnreadableBody';
}

/** Longest body that is read, bytes. A reply of 100,000 tokens is 30 MB as events of one token each. */
const longestBody = 64 * 1024 * 1024;

/** What was seen of a body while it was read. */
export interface BodyWatch {
	/** The body, unchanged. Fails with {@link UnreadableBody}. */
	readonly body: ReadableStream<Uint8Array>;
	/** The first characters, to name what came. */
	readonly beginning: () => string;
	/** Whether the event was seen that ends every stream of Chat Completions. */
	readonly sawDone: () => boolean;
}

const doneEvent = /(?:^|[\r\n])data: ?\[DONE\]/;

/**
 * Watches a body: the `openai` package decodes invalid text into replacement characters, and neither
 * tells of comments, with which servers show that they are at work, nor whether the last event came.
 * @param signal Ends the reading, and the request with it.
 * @param onComment Called for every piece that holds no event of its own.
 */
export function watchBody(
	body: ReadableStream<Uint8Array>,
	signal: AbortSignal,
	onComment: () => void,
	limit = longestBody,
): BodyWatch {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	let beginning = '';
	let ending = '';
	let done = false;
	let bytes = 0;
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
			if (bytes > limit) {
				throw new UnreadableBody(`a reply larger than ${limit} bytes`);
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
