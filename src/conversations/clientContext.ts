import type { RecallExchange } from '../compaction/recallExchange.ts';
import { renderContext, type RenderableRecord } from '../compaction/render.ts';
import { requiredLength } from '../compaction/record.ts';
import type { Content, Message } from '../messages/message.ts';

/**
 * A client's history as it is sent: the messages that the record covers are replaced, and the rest is made valid for
 * every provider.
 * @param system The client's system prompt of this request; empty: none.
 * @param record Absent: nothing was compacted.
 * @param recalls Look-ups within replies.
 */
export function clientContext(
	system: Content,
	messages: readonly Message[],
	record: RenderableRecord | undefined,
	recalls: readonly RecallExchange[] = [],
): readonly Message[] {
	// A record of a longer history would cover messages that this history never had.
	if (record !== undefined && requiredLength(record) > messages.length) {
		throw new RangeError(
			`A record of ${requiredLength(record)} messages over a history of ${messages.length}`,
		);
	}
	// The prompt is not part of the log. Placed after the history, it shifts no indices; it is still rendered first and
	// only once.
	const prompt: readonly Message[] =
		system.length === 0 ? [] : [{ role: 'system', content: system }];
	const log = [...messages, ...prompt].map((message) => ({ message, tokens: 0 }));
	return renderContext(log, record, recalls).messages;
}
