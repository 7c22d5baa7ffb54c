import type { Log, LogRange, Message } from '../messages/message.ts';
import { ContextRows, type ContextPiece, type RenderedContext } from './contextRows.ts';
import { withinImageLimits } from './imageLimits.ts';
import type { RecallExchange } from './recallExchange.ts';
import { hasSummary, type CompactionRecord, type Layout, type RecordTokens } from './record.ts';

/**
 * `context = render(log, record)`. Replays the record's decisions and appends later messages, so that between two
 * records every context begins with the bytes of the previous one. Nothing is decided here except what makes a message
 * list valid for providers.
 */

/** The part of a record from which its context is derived. */
export type RenderableRecord = Pick<CompactionRecord, 'layout' | 'handoff'> & {
	readonly tokens: Pick<RecordTokens, 'summary'>;
};

/**
 * The messages to send to a model now. Without a record: the log, made valid.
 * @param recalls Look-ups within replies, inserted at their replies. Their tokens are not counted.
 */
export function renderContext(
	log: Log,
	record?: RenderableRecord,
	recalls?: readonly RecallExchange[],
): RenderedContext {
	return contextRows(log, record, recalls).finish();
}

/** The pieces that {@link renderContext} joins, for display of their origins. */
export function contextPieces(log: Log, record?: RenderableRecord): readonly ContextPiece[] {
	const rows = contextRows(log, record);
	rows.finish();
	return rows.pieces;
}

function contextRows(
	log: Log,
	record: RenderableRecord | undefined,
	recalls?: readonly RecallExchange[],
): ContextRows {
	const ranges: ReturnType<typeof sentRanges> =
		record === undefined ? [{ start: 0, end: log.length }] : sentRanges(log, record.layout);
	const limited = withinImageLimits(log, ranges, record?.layout.range.end ?? 0);
	const rows = new ContextRows(limited, record?.layout.edits, recalls);
	rows.addSystem(hasSummary(record));
	const [head, ...tail] = ranges;
	rows.addRange(head);
	if (hasSummary(record)) {
		rows.addSummary(record.handoff, record.tokens.summary, record.layout.placement);
	}
	tail.forEach((range) => rows.addRange(range));
	return rows;
}

/** The parts of the log before the summary, and after it. */
function sentRanges(
	log: Log,
	{ headStart, range, latestUser }: Pick<Layout, 'range' | 'headStart' | 'latestUser'>,
): readonly [head: LogRange, ...tail: LogRange[]] {
	return [
		{ start: headStart, end: range.start },
		...(latestUser === undefined ? [] : [{ start: latestUser, end: latestUser + 1 }]),
		{ start: range.end, end: log.length },
	];
}

/** The roles of the row before the summary and of the row after it, if there is one. */
export function neighboursOfSummary(
	log: Log,
	layout: Pick<Layout, 'range' | 'headStart' | 'latestUser'>,
): { readonly before: Message['role'] | undefined; readonly after: Message['role'] | undefined } {
	const [before, ...after] = sentRanges(log, layout);
	const messagesOf = (ranges: readonly LogRange[]): readonly Message[] => {
		const rows = new ContextRows(log);
		ranges.forEach((range) => rows.addRange(range));
		return rows.finish().messages;
	};
	return { before: messagesOf([before]).at(-1)?.role, after: messagesOf(after)[0]?.role };
}
