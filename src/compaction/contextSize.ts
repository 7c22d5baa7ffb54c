/**
 * How large the context is, kept up to date by adding, never by counting again: rough recounts made
 * peers compact every turn. Tokens throughout.
 */

/**
 * `measured` is what the last report said plus our counts of what came after. Right after a
 * compaction the size is `pending`: nothing may trigger on it until the next report (where a
 * provider never reports, until the next request's sum).
 */
export type ContextSize =
	| {
			readonly kind: 'measured';
			readonly tokens: number;
			/** Absent: our own counts are in it. */
			readonly isReported?: true;
	  }
	| { readonly kind: 'pending'; readonly estimate: number };

/** Tokens of a size, as well as they are known. */
export function tokensOf(size: ContextSize): number {
	return size.kind === 'measured' ? size.tokens : size.estimate;
}

/** Whether the provider, or a saved session, has counted all of a context. */
export function isReported(size: ContextSize): boolean {
	return size.kind === 'measured' && size.isReported === true;
}

/** The size of a context nobody has reported: the sum of messages, system prompt and tool schemas. */
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
