import { textOf, toolCallsOf, type Log, type Message } from '../../messages/message.ts';
import { insideGroups, pairTools } from '../../messages/toolPairs.ts';
import { legalCuts } from '../../compaction/boundaries.ts';

/** The part of an assistant's message in a plugin that is needed to find it in the session's file. */
export interface HostMessage {
	readonly role: 'user' | 'assistant';
	readonly text: string;
	/** Of its tool calls. */
	readonly calls: readonly string[];
}

/**
 * Where the kept end begins among the messages that an assistant shows: at the message of the file, or at the nearest
 * earlier one that is shown. Anything that is sent twice then is also in the handoff; nothing is lost.
 * @returns Undefined: nothing of the file is shown.
 */
export function startOfTail(
	log: Log,
	tail: number,
	shown: readonly HostMessage[],
): number | undefined {
	const pairs = pairTools(log);
	const legal = legalCuts(log, insideGroups(log, pairs), pairs);
	const hosts = shown.map((host) => ({ ...host, text: plain(host.text) }));
	const spoken = log.map(({ message }) => ({
		role: message.role,
		text: plain(textOf(message.content)),
		calls: toolCallsOf(message).map(({ id }) => id),
	}));
	for (let index = tail; index >= 0; index -= 1) {
		const message = spoken[index];
		if (message === undefined || legal[index] !== true) {
			continue;
		}
		const at = hosts.flatMap((host, place) => (isShownAs(host, message) ? [place] : []));
		if (at.length > 0) {
			// The same text may occur several times: counts later occurrences here and there.
			const later = spoken.slice(index + 1).filter((other) => isShownAs(other, message)).length;
			const found = at.at(-1 - later);
			if (found !== undefined) {
				return found;
			}
		}
	}
	return undefined;
}

interface Spoken extends Omit<HostMessage, 'role'> {
	readonly role: Message['role'];
}

/** Assistants may show the blocks of one message separately, text first. */
function isShownAs(host: Spoken, message: Spoken): boolean {
	return (
		host.role === message.role &&
		(message.text === ''
			? message.calls.some((id) => host.calls.includes(id))
			: host.text.includes(message.text))
	);
}

function plain(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
