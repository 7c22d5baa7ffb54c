import { type Message, textOf, toolCallsOf } from '../messages/message.ts';

/** Messages are counted and stored in batches, between which other requests are served. */

/** Limits of a batch. */
const maxMessages = 100;
const maxCharacters = 100_000;

/** The position after the last message of the batch that begins at a position. */
export function batchEnd(messages: readonly Message[], start: number, end: number): number {
	const last = Math.min(end, start + maxMessages);
	let characters = 0;
	for (const [index, message] of messages.slice(start, last).entries()) {
		characters += textOf(message.content).length;
		characters += toolCallsOf(message).reduce((sum, call) => sum + call.arguments.length, 0);
		if (characters >= maxCharacters) {
			return start + index + 1;
		}
	}
	return last;
}
