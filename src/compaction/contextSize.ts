/**
 * The size of the context, updated incrementally and never recounted: similar tools compacted every turn because of
 * rough recounts. Tokens throughout.
 */

/**
 * `measured` is the last reported size plus our counts of later messages. Right after a compaction the size is
 * `pending`: it must not trigger anything until the next report (or, if a provider never reports, until the next
 * request's sum).
 */
export type ContextSize =
	| {
			readonly kind: 'measured';
			readonly tokens: number;
			/** Absent: it includes our own counts. */
			readonly isReported?: true;
	  }
	| { readonly kind: 'pending'; readonly estimate: number };

/** The best estimate of a size, tokens. */
export function tokensOf(size: ContextSize): number {
	return size.kind === 'measured' ? size.tokens : size.estimate;
}

/** Whether the provider, or a saved session, has counted the whole context. */
export function isReported(size: ContextSize): boolean {
	return size.kind === 'measured' && size.isReported === true;
}

/** The size of a context without a report: the sum of messages, system prompt and tool schemas. */
export function initialSize(sum: number): ContextSize {
	return { kind: 'measured', tokens: sum };
}

/** A message of this many tokens was appended. */
export function sizeAfterAppend(size: ContextSize, tokens: number): ContextSize {
	if (tokens === 0) {
		return size;
	}
	return size.kind === 'measured'
		? { kind: 'measured', tokens: size.tokens + tokens }
		: { kind: 'pending', estimate: size.estimate + tokens };
}

/** A provider reported the prompt tokens of a request. */
export function sizeAfterReport(promptTokens: number): ContextSize {
	return { kind: 'measured', tokens: promptTokens, isReported: true };
}

/** A compaction was committed. */
export function sizeAfterCompaction(estimate: number): ContextSize {
	return { kind: 'pending', estimate };
}
