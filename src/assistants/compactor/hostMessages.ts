import { textOf, toolCallsOf, type Log, type Message } from '../../messages/message.ts';
import { insideGroups, pairTools } from '../../messages/toolPairs.ts';
import { legalCuts } from '../../compaction/boundaries.ts';

/** What is compared of a message that the assistant passes to a plugin. */
export interface HostMessage {
	readonly role: 'user' | 'assistant';
	readonly text: string;
	/** Ids of its tool calls. */
	readonly calls: readonly string[];
}

/**
 * Finds the start of the tail in the assistant's own list of messages: the message of the log at `tail`, or the nearest
 * earlier one that is in the list. Messages between the two are sent twice, in the handoff and verbatim; none is lost.
 * @returns An index into the list; undefined if none of the log's messages is in it.
 */
export function startOfTail(
	log: Log,
	tail: number,
	hostMessages: readonly HostMessage[],
): number | undefined {
	const pairs = pairTools(log);
	const legal = legalCuts(log, insideGroups(log, pairs), pairs);
	const listed = hostMessages.map((host) => ({ ...host, text: collapseWhitespace(host.text) }));
	const logged = log.map(({ message }) => ({
		role: message.role,
		text: collapseWhitespace(textOf(message.content)),
		calls: toolCallsOf(message).map(({ id }) => id),
	}));
	for (let index = tail; index >= 0; index -= 1) {
		const message = logged[index];
		if (message === undefined || legal[index] !== true) {
			continue;
		}
		const at = listed.flatMap((host, position) => (isShownAs(host, message) ? [position] : []));
		if (at.length > 0) {
			// A text may occur several times: count its occurrences from the end.
			const later = logged.slice(index + 1).filter((other) => isShownAs(other, message)).length;
			const found = at.at(-1 - later);
			if (found !== undefined) {
				return found;
			}
		}
	}
	return undefined;
}

interface ComparableMessage extends Omit<HostMessage, 'role'> {
	readonly role: Message['role'];
}

/** Assistants may show the blocks of one message separately, text first. */
function isShownAs(host: ComparableMessage, message: ComparableMessage): boolean {
	return (
		host.role === message.role &&
		(message.text === ''
			? message.calls.some((id) => host.calls.includes(id))
			: host.text.includes(message.text))
	);
}

function collapseWhitespace(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
