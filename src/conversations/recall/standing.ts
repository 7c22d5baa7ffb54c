import type { Layout } from '../../compaction/record.ts';

/** Which messages a context still has word for word: looking them up costs tokens for nothing. */

/** Tells whether a message stands in a context as it is. @param number From 1. */
export type Standing = (number: number) => boolean;

/** Of a context that is derived from a record. */
export function standingUnder({ headStart, range, latestUser, edits }: Layout): Standing {
	const edited = new Set(edits.map(({ message }) => message));
	return (number) => {
		const index = number - 1;
		const isKept =
			index === latestUser || (index >= headStart && index < range.start) || index >= range.end;
		return isKept && !edited.has(index);
	};
}
