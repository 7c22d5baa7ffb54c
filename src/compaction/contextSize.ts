/**
 * The size of a context, tokens. Updated incrementally and never recounted: similar tools compacted every turn because of
 * rough recounts.
 */
export interface ContextSize {
	readonly tokens: number;
	/**
	 * `reported`: the provider, or a saved session, has counted all of it; `counted`: at least part of it is our own count.
	 * Right after a compaction our own count is `pending`: it must not trigger anything until the next report (or, if a
	 * provider never reports, until the next request's sum).
	 */
	readonly kind: 'reported' | 'counted' | 'pending';
}

/** A message of this many tokens was appended. */
export function sizeAfterAppend(size: ContextSize, tokens: number): ContextSize {
	return tokens === 0
		? size
		: {
				kind: size.kind === 'pending' ? 'pending' : 'counted',
				tokens: size.tokens + tokens,
			};
}
