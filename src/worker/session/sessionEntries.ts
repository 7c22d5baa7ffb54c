import type { ContextPiece } from '../../compaction/contextRows.ts';
import type { CompactionRecord } from '../../compaction/record.ts';
import type { Log, Message } from '../../messages/message.ts';
import type { ContextPart, SessionCompaction } from '../../protocol/session.ts';

/** A message with its position. */
export interface SessionEntry {
	readonly message: Message;
	/** Of the message in the log, from 1; absent: it is not in the log. */
	readonly number?: number;
	readonly tokens: number;
	readonly place: ContextPart;
}

/** Messages that the session editor shows, read on demand. */
export interface SessionEntries {
	readonly length: number;
	readonly compaction?: SessionCompaction;
	slice(start: number, end: number): readonly SessionEntry[];
}

type Compacted = Pick<CompactionRecord, 'layout' | 'tokens'>;

/** The original conversation. */
export function logEntries(log: Log, record: Compacted | undefined): SessionEntries {
	const placeAt = placesUnder(log, record);
	return {
		length: log.length,
		...accountOf(log, record),
		slice: (start, end) =>
			log.slice(start, end).map(({ message, tokens }, at) => ({
				message,
				number: start + at + 1,
				tokens,
				place: placeAt(start + at),
			})),
	};
}

/** What the model sees now. */
export function contextEntries(
	log: Log,
	record: Compacted | undefined,
	pieces: readonly ContextPiece[],
): SessionEntries {
	const placeAt = placesUnder(log, record);
	return {
		length: pieces.length,
		...accountOf(log, record),
		slice: (start, end) =>
			pieces.slice(start, end).map(({ index, message, tokens }) => ({
				message,
				...(index === undefined ? {} : { number: index + 1 }),
				tokens,
				place: index === undefined ? placeOfStandIn(message) : placeAt(index),
			})),
	};
}

/**
 * The kind of a message that is in a context but not in the log: the handoff, or the placeholder for a missing result.
 */
function placeOfStandIn({ role }: Message): ContextPart {
	return role === 'tool' ? 'tail' : 'summary';
}

function placesUnder(log: Log, record: Compacted | undefined): (index: number) => ContextPart {
	if (record === undefined) {
		return () => 'conversation';
	}
	const { range, edits, latestUser } = record.layout;
	const digested = new Set(edits.map(({ message }) => message));
	return (index) => {
		if (digested.has(index)) {
			return 'digested';
		}
		// Only the newest system prompt is included, at the beginning, wherever it was in the log.
		if (index < range.start || log[index]?.message.role === 'system') {
			return 'head';
		}
		return index < range.end && index !== latestUser ? 'summarised' : 'tail';
	};
}

function accountOf(
	log: Log,
	record: Compacted | undefined,
): { readonly compaction?: SessionCompaction } {
	if (record === undefined) {
		return {};
	}
	const { range, edits } = record.layout;
	const savedBy = (some: typeof edits): number =>
		some.reduce((sum, { message, tokens }) => sum + (log[message]?.tokens ?? 0) - tokens, 0);
	return {
		compaction: {
			range: [range.start + 1, range.end],
			summary: record.tokens.summary,
			digestsSave: {
				head: savedBy(edits.filter(({ message }) => message < range.start)),
				tail: savedBy(edits.filter(({ message }) => message >= range.end)),
			},
		},
	};
}
