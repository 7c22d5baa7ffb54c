import type { ContextPiece } from '../../compaction/contextRows.ts';
import type { CompactionRecord } from '../../compaction/record.ts';
import type { Log, Message } from '../../messages/message.ts';
import type { CompactedContext } from '../../protocol/contextTokens.ts';
import type { ContextPart } from '../../protocol/session.ts';

/** A message with its position. */
export interface SessionEntry {
	readonly message: Message;
	/** Of the message in the log, from 1; absent: it is not in the log. */
	readonly number?: number;
	readonly tokens: number;
	readonly place: ContextPart;
	/** The model sees one line in place of its content. */
	readonly isDigested?: true;
}

/** Messages that the session editor shows, read on demand. */
export interface SessionEntries {
	readonly length: number;
	readonly context?: CompactedContext;
	slice(start: number, end: number): readonly SessionEntry[];
}

/** A record, with the tokens of its context. */
interface Compacted extends Pick<CompactionRecord, 'layout'> {
	readonly context: CompactedContext;
}

/** The original conversation. */
export function logEntries(log: Log, record: Compacted | undefined): SessionEntries {
	const placing = placesUnder(log, record);
	return {
		length: log.length,
		...(record === undefined ? {} : { context: record.context }),
		slice: (start, end) =>
			log.slice(start, end).map(({ message, tokens }, at) => ({
				message,
				number: start + at + 1,
				tokens,
				...placing(start + at),
			})),
	};
}

/** What the model sees now. */
export function contextEntries(
	log: Log,
	record: Compacted | undefined,
	pieces: readonly ContextPiece[],
): SessionEntries {
	const placing = placesUnder(log, record);
	return {
		length: pieces.length,
		...(record === undefined ? {} : { context: record.context }),
		slice: (start, end) =>
			pieces.slice(start, end).map(({ index, message, tokens }) => ({
				message,
				...(index === undefined ? {} : { number: index + 1 }),
				tokens,
				...(index === undefined ? { place: placeOfStandIn(message) } : placing(index)),
			})),
	};
}

/**
 * The kind of a message that is in a context but not in the log: the handoff, or the placeholder for a missing result.
 */
function placeOfStandIn({ role }: Message): ContextPart {
	return role === 'tool' ? 'tail' : 'summary';
}

function placesUnder(
	log: Log,
	record: Compacted | undefined,
): (index: number) => Pick<SessionEntry, 'place' | 'isDigested'> {
	if (record === undefined) {
		return () => ({ place: 'conversation' });
	}
	const { range, edits, latestUser } = record.layout;
	const digested = new Set(edits.map(({ message }) => message));
	return (index) => {
		// Only the newest system prompt is included, at the beginning, wherever it was in the log.
		const isHead = index < range.start || log[index]?.message.role === 'system';
		const isSummarised = index < range.end && index !== latestUser;
		const place = isHead ? 'head' : isSummarised ? 'summarised' : 'tail';
		return { place, ...(digested.has(index) ? { isDigested: true } : {}) };
	};
}
