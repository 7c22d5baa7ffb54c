import type { LogRange } from '../messages/message.ts';
import { countMessage, estimatedTokens, messageLength } from '../messages/tokens.ts';
import { userOrigin } from '../messages/origins.ts';
import { NumberColumn } from '../transcripts/bytes/numberColumn.ts';
import { pause } from '../transcripts/bytes/pause.ts';
import type { TranscriptConversation } from '../transcripts/reader.ts';

/** Messages measured before others get a turn. */
const measuredAtOnce = 100;

/** A conversation that is not held, with what has to be known of it all the same. */
export interface MeasuredConversation {
	readonly conversation: TranscriptConversation;
	/** Estimated: counting takes a hundred times as long. */
	readonly tokens: number;
	/** Of all texts. */
	readonly characters: number;
	/** Indices of the messages that start turns. */
	readonly turns: NumberColumn;
}

/**
 * Looks at every message once.
 * @param onMeasured Told how much is done, from 0 to 1.
 * @throws The signal's reason when it was aborted.
 */
export async function measured(
	conversation: TranscriptConversation,
	signal: AbortSignal,
	onMeasured: (share: number) => void = () => undefined,
): Promise<MeasuredConversation> {
	const { messages } = conversation;
	const turns = new NumberColumn();
	let [tokens, characters] = [0, 0];
	for (let start = 0; start < messages.length; start += measuredAtOnce) {
		for (const [at, message] of messages.slice(start, start + measuredAtOnce).entries()) {
			if (userOrigin(message) === 'person') {
				turns.push(start + at);
			}
			tokens += countMessage(message, estimatedTokens);
			characters += messageLength(message);
		}
		onMeasured(start / messages.length);
		await pause(signal);
	}
	return { conversation, tokens, characters, turns };
}

/** The turn that a message belongs to. @param index Of any message of it. */
export function turnAround({ conversation, turns }: MeasuredConversation, index: number): LogRange {
	let [low, high] = [0, turns.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		[low, high] = turns.at(middle) <= index ? [middle + 1, high] : [low, middle];
	}
	const end = low < turns.length ? turns.at(low) : conversation.messages.length;
	return { start: Math.max(0, turns.at(low - 1)), end };
}
