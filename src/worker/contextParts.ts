import type { RenderedContext } from '../compaction/contextRows.ts';
import type { RenderableRecord } from '../compaction/render.ts';
import type { ContextUsage } from '../conversations/service/contextUsage.ts';
import type { LiveConversation } from '../conversations/service/live.ts';
import type { Log } from '../messages/message.ts';
import type { ContextTokens } from '../protocol/contextTokens.ts';

interface ContextSource {
	readonly log: Log;
	readonly active: Pick<RenderableRecord, 'layout' | 'tokens'> | undefined;
	readonly context: Pick<RenderedContext, 'tokens' | 'added'>;
}

/**
 * Tokens of the current context by part, for both the meter and the session editor. Head, summary and tail are our
 * own counts of the messages in the file or from the client. Tokens that a provider or a session reported on top of
 * those are split by the effect of a compaction, see `LiveConversation.#staying`: `fixed` stays, `other` shrinks with
 * the messages.
 * @param end Index after the protected start; absent: that of the active summary.
 */
export function contextParts(
	{ log, active, context }: ContextSource,
	{ usage, fixed }: Pick<LiveConversation, 'fixed'> & { usage: Pick<ContextUsage, 'tokens'> },
	end = active?.layout.range.start ?? 0,
): ContextTokens {
	const start = active?.layout.headStart ?? 0;
	const edited = new Map(active?.layout.edits.map((edit) => [edit.message, edit.tokens]));
	// The compaction note is in the system prompt.
	let head = context.added;
	for (let index = 0; index < end; index += 1) {
		const entry = log[index];
		if (entry !== undefined && (index >= start || entry.message.role === 'system')) {
			head += edited.get(index) ?? entry.tokens;
		}
	}
	const summary = active?.tokens.summary ?? 0;
	const tail = Math.max(0, context.tokens - head - summary);
	const beyond = usage.tokens - context.tokens;
	const staying = Math.min(fixed, beyond > 0 ? beyond : Math.max(0, usage.tokens - head - summary));
	return {
		head,
		summary,
		// A session may have counted less than we do.
		tail: Math.max(0, tail + Math.min(0, beyond - staying)),
		fixed: staying,
		other: Math.max(0, beyond - fixed),
	};
}
