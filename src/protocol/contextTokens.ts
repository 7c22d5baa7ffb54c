/** Tokens of a context by part. */
export interface ContextTokens {
	/** System prompt, with Precis' note after a compaction, and protected start. */
	readonly head: number;
	readonly summary: number;
	/** Everything after the summary. */
	readonly tail: number;
	/** Tools and instructions. */
	readonly fixed: number;
	/** What a provider or a session counted beyond the other parts: not attributed to messages. */
	readonly other: number;
}

/** The present context of a compacted conversation. */
export interface CompactedContext extends ContextTokens {
	/** Its `fixed` and `other` before the compaction. */
	readonly besideBefore: number;
}

/** Tokens of the whole context. */
export function totalTokens({ fixed, other, head, summary, tail }: ContextTokens): number {
	return fixed + other + head + summary + tail;
}
