import { renderContext, type RenderableRecord } from '../../compaction/render.ts';
import { hasSummary } from '../../compaction/record.ts';
import type { Log, Message, Part, UserMessage } from '../../messages/message.ts';
import { partsByAuthor } from '../../messages/origins.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/**
 * The context for an assistant that resumes it as its own session: without the client's preamble to the user's first
 * words, because the assistant adds its own (project rules, environment, skills). A compacted context begins with those
 * words, by which assistants list sessions.
 */
export function resumedContext(log: Log, record?: RenderableRecord): readonly Message[] {
	const first = log.findIndex(({ message }) => isFromPerson(message));
	const stripped = log.map((entry, index) =>
		index <= first && entry.message.role === 'user'
			? { ...entry, message: withoutClient(entry.message) }
			: entry,
	);
	const { messages } = renderContext(stripped, record);
	const opening = stripped[first]?.message;
	if (opening === undefined || !hasSummary(record) || !isOnlySummarised(first, record.layout)) {
		return messages;
	}
	const start = messages.findIndex(({ role }) => role !== 'system');
	return [...messages.slice(0, start), opening, ...messages.slice(start)];
}

/** Whether the summary covers a message that appears nowhere else in the context. */
function isOnlySummarised(
	index: number,
	{ range, latestUser }: RenderableRecord['layout'],
): boolean {
	return index >= range.start && index < range.end && index !== latestUser;
}

function withoutClient(message: UserMessage): UserMessage {
	const { content, origin } = message;
	if (origin !== undefined && origin !== 'person') {
		return { ...message, content: origin === 'client' ? '' : content };
	}
	const parts: readonly Part[] =
		typeof content === 'string' ? [{ type: 'text', text: content }] : content;
	const byAuthor = partsByAuthor(parts);
	const kept = byAuthor.filter((part) => part.type === 'image' || part.origin !== 'client');
	return kept.length === byAuthor.length ? message : { ...message, content: kept };
}
