import { countMessage, estimatedTokens, messageLength } from '../messages/tokens.ts';
import { pause } from '../transcripts/bytes/steps.ts';
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
	let [tokens, characters] = [0, 0];
	for (let start = 0; start < messages.length; start += measuredAtOnce) {
		for (const message of messages.slice(start, start + measuredAtOnce)) {
			tokens += countMessage(message, estimatedTokens);
			characters += messageLength(message);
		}
		onMeasured(start / messages.length);
		await pause(signal);
	}
	return { conversation, tokens, characters };
}
