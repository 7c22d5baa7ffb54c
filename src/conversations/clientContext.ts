import { renderContext, type RenderableRecord } from '../compaction/render.ts';
import type { Message } from '../messages/message.ts';

/**
 * A client's history as it is sent: what the record stands for is replaced, the rest made valid for
 * every provider.
 * @param system The client's system prompt of this request; empty: none.
 * @param record Absent: nothing was compacted.
 */
export function clientContext(
	system: string,
	messages: readonly Message[],
	record: RenderableRecord | undefined,
): readonly Message[] {
	// The prompt is no part of the log: behind it, it moves nothing, and is rendered first and single.
	const prompt: readonly Message[] = system === '' ? [] : [{ role: 'system', content: system }];
	const log = [...messages, ...prompt].map((message) => ({ message, tokens: 0 }));
	return renderContext(log, record).messages;
}
