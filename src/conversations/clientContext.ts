import type { RecallExchange } from '../compaction/recallExchange.ts';
import { renderContext, type RenderableRecord } from '../compaction/render.ts';
import { requiredLength } from '../compaction/record.ts';
import type { Content, Message } from '../messages/message.ts';

/**
 * A client's history as it is sent: what the record stands for is replaced, the rest made valid for
 * every provider.
 * @param system The client's system prompt of this request; empty: none.
 * @param record Absent: nothing was compacted.
 * @param recalls What was looked up within replies.
 */
export function clientContext(
	system: Content,
	messages: readonly Message[],
	record: RenderableRecord | undefined,
	recalls: readonly RecallExchange[] = [],
): readonly Message[] {
	// A record of a longer history would stand for what this one never had.
	assertReach(record, messages.length);
	// The prompt is no part of the log: behind it, it moves nothing, and is rendered first and single.
	const prompt: readonly Message[] =
		system.length === 0 ? [] : [{ role: 'system', content: system }];
	const log = [...messages, ...prompt].map((message) => ({ message, tokens: 0 }));
	return renderContext(log, record, recalls).messages;
}

function assertReach(record: RenderableRecord | undefined, messages: number): void {
	if (record !== undefined && requiredLength(record) > messages) {
		throw new RangeError(
			`A record of ${requiredLength(record)} messages over a history of ${messages}`,
		);
	}
}
