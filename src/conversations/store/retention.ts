/** How much is kept. What is absent does not limit. */
export interface RetentionLimits {
	/** Conversations that were not changed for this long go, milliseconds. */
	readonly maxAgeMs?: number;
	/** The longest unchanged go until the rest fits, bytes. */
	readonly maxBytes?: number;
	/** Conversations that stay in any case: those that are open. */
	readonly keep?: readonly string[];
}

/** Once there is too much, this share of the limit stays: indexes shrink only later. */
const after = 0.9;

/** A conversation and what it adds to the store's size. */
export interface Weighed {
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly updatedAt: number;
	readonly bytes: number;
}

/**
 * Who has to go. A clock that was set back makes nobody old.
 * @param size Bytes of the whole store.
 * @returns Ids, the longest unchanged first.
 */
export function expired(
	conversations: readonly Weighed[],
	size: number,
	{ maxAgeMs, maxBytes, keep = [] }: RetentionLimits,
	nowMs: number,
): readonly string[] {
	const content = conversations.reduce((sum, { bytes }) => sum + bytes, 0);
	const target = maxBytes !== undefined && size > maxBytes ? after * maxBytes : Infinity;
	// Indexes are a share of what they index.
	const factor = content === 0 ? 0 : size / content;
	const kept = new Set(keep);
	const gone: string[] = [];
	let left = size;
	for (const { id, updatedAt, bytes } of conversations.toSorted(
		(a, b) => a.updatedAt - b.updatedAt,
	)) {
		const tooOld = maxAgeMs !== undefined && nowMs - updatedAt > maxAgeMs;
		const tooMuch = left > target && bytes > 0;
		if (!kept.has(id) && (tooOld || tooMuch)) {
			gone.push(id);
			left -= bytes * factor;
		}
	}
	return gone;
}
