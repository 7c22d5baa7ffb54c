import * as v from 'valibot';
import type { Message } from '../../messages/message.ts';

/** What a chat shows of its earlier turns, and what they tell of the conversation behind it. */

/** What every answer of ours carries; VS Code keeps it with the chat. */
export interface ChatMetadata {
	readonly conversation: string;
	/** Messages of its log when the turn ended. */
	readonly messages: number;
}

/** An earlier turn, one half at a time. */
export type ChatEntry =
	| { readonly kind: 'prompt'; readonly command?: string; readonly text: string }
	| {
			readonly kind: 'answer';
			readonly command?: string;
			readonly text: string;
			readonly metadata: unknown;
	  };

const schema = v.object({
	conversation: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
	messages: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** Where a chat stands in its conversation. */
export interface ChatPlace extends ChatMetadata {
	/**
	 * Messages sent after that whose answers carry nothing: VS Code drops it when a window closes in
	 * the middle of a turn, and when a stopped turn ends late.
	 */
	readonly lost: number;
}

/** Undefined: no turn names a conversation. */
export function placeIn(history: readonly ChatEntry[]): ChatPlace | undefined {
	let lost = 0;
	for (const entry of history.toReversed()) {
		if (entry.kind === 'prompt') {
			lost += entry.command === undefined ? 1 : 0;
			continue;
		}
		const metadata = v.safeParse(schema, entry.metadata);
		if (metadata.success) {
			return { ...metadata.output, lost };
		}
	}
	return undefined;
}

/**
 * Where a chat has left its conversation: an earlier message was edited, or sent again. What was said
 * in the panel meanwhile is no reason to leave it.
 * @param messages Of the log now.
 * @param starts Lengths of the log at which turns of chats began, ascending; undefined: not known.
 * @returns How much of the log the chat still shows; undefined: all of it.
 */
export function divergence(
	place: ChatPlace,
	messages: number,
	starts: readonly number[] | undefined,
): number | undefined {
	if (starts === undefined) {
		return place.lost === 0 && messages > place.messages ? place.messages : undefined;
	}
	const [next] = starts.filter((start) => start >= place.messages).slice(place.lost);
	return next !== undefined && next < messages ? next : undefined;
}

/** What was said in a chat, from what it shows: commands to Precis are no part of it. */
export function messagesIn(history: readonly ChatEntry[]): Message[] {
	return history
		.filter(({ command, text }) => command === undefined && text.trim() !== '')
		.map(({ kind, text }) =>
			kind === 'prompt'
				? { role: 'user', content: text, origin: 'person' }
				: { role: 'assistant', content: text },
		);
}
