import { textOf, toolCallsOf, type Log, type Message } from '../../messages/message.ts';
import { insideGroups, pairTools } from '../../messages/toolPairs.ts';
import { legalCuts } from '../../compaction/boundaries.ts';

/** A message as the assistant shows it to a plugin, as far as it takes to find it in the session's file. */
export interface HostMessage {
	readonly role: 'user' | 'assistant';
	readonly text: string;
	/** Of its tool calls. */
	readonly calls: readonly string[];
}

/**
 * Where the end that stays begins among the messages that an assistant shows: at the message of the file, or at the
 * nearest one before it that is shown. What is sent twice then is in the handoff as well; nothing is lost.
 * @returns Undefined: nothing of the file is shown.
 */
export function startOfTail(
	log: Log,
	tail: number,
	shown: readonly HostMessage[],
): number | undefined {
	const pairs = pairTools(log);
	const legal = legalCuts(log, insideGroups(log, pairs), pairs);
	for (let index = tail; index >= 0; index -= 1) {
		const message = log[index]?.message;
		const found =
			message !== undefined && legal[index] === true ? placeOf(log, index, message, shown) : -1;
		if (found >= 0) {
			return found;
		}
	}
	return undefined;
}

function placeOf(log: Log, index: number, message: Message, shown: readonly HostMessage[]): number {
	// The same words may be said more than once: as often behind it here as there.
	let behind = log.slice(index + 1).filter((entry) => isShownAs(entry.message, message)).length;
	for (let place = shown.length - 1; place >= 0; place -= 1) {
		const host = shown[place];
		if (host !== undefined && isHostOf(host, message)) {
			if (behind === 0) {
				return place;
			}
			behind -= 1;
		}
	}
	return -1;
}

function isShownAs(one: Message, other: Message): boolean {
	return isHostOf(hostOf(one), other);
}

function hostOf(message: Message): HostMessage {
	return {
		role: message.role === 'assistant' ? 'assistant' : 'user',
		text: message.role === 'tool' ? '' : textOf(message.content),
		calls: toolCallsOf(message).map(({ id }) => id),
	};
}

/** Assistants may show the blocks of one message apart, the words first. */
function isHostOf(host: HostMessage, message: Message): boolean {
	if (host.role !== message.role) {
		return false;
	}
	const words = plain(textOf(message.content));
	return words === ''
		? toolCallsOf(message).some(({ id }) => host.calls.includes(id))
		: plain(host.text).includes(words);
}

function plain(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
