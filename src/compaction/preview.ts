import type { LogRange } from '../messages/message.ts';

/** What a compaction would do. No model was asked. Tokens. */
export interface Preview {
	readonly id: number;
	readonly focus?: string;
	/** In front of the summary, word for word but for digests. Log indices. */
	readonly head: LogRange;
	/** What the summary will stand for. */
	readonly summarised: LogRange;
	readonly tail: LogRange;
	/** Messages of head and tail that are shortened. */
	readonly digested: number;
	/** Tokens of the context now. */
	readonly before: number;
	/** Tokens expected after: with a summary as long as it may become. */
	readonly after: number;
	/** The longest the summary may become, tokens. */
	readonly summary: number;
}
