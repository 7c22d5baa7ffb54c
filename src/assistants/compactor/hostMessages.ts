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
	// The same text may occur several times: counts later occurrences here and there.
	let later = log.slice(index + 1).filter((entry) => isShownAs(entry.message, message)).length;
	for (let place = shown.length - 1; place >= 0; place -= 1) {
		const host = shown[place];
		if (host !== undefined && isHostOf(host, message)) {
			if (later === 0) {
				return place;
			}
			later -= 1;
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

/** Assistants may show the blocks of one message separately, text first. */
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
