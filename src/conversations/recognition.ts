import type { Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { hashesOf } from './store/chain.ts';
import type { SqliteStore } from './store/sqliteStore.ts';
import type { Beginning } from './store/store.ts';

/**
 * Which conversation a client's request belongs to. Requests carry the whole history and no name of
 * it, so it is known by what was said: an edited or rewound history has less in common, and finds the
 * compactions that were made before the change.
 */

/**
 * The conversation that has most of a history; undefined where none has its first message.
 * @param named The conversation that the client means by its own name: wins where the history goes on
 * from all that it has, or has as much of it as others.
 */
export function recognise(
	store: SqliteStore,
	source: string,
	history: readonly Message[],
	named?: string,
): Beginning | undefined {
	const hashes = hashesOf(history);
	const found = store.findBeginning(source, hashes);
	if (named === undefined || found === undefined || found.conversation === named) {
		return found;
	}
	const length = store.find(named)?.messages ?? 0;
	const end = Math.min(length, found.messages);
	const [last] = end === 0 ? [] : store.log(named, { start: end - 1, end });
	// Each hash covers everything before it.
	return last !== undefined && last.hash === hashes[end - 1]
		? { conversation: named, messages: end, length }
		: found;
}

/**
 * Whether a history goes on, and is worth being kept: somebody answered in it. Clients also ask for
 * titles, names of branches and the like, in requests that stand alone.
 */
export function isUnderWay(messages: readonly Message[]): boolean {
	return messages.some(({ role }) => role === 'assistant') && messages.some(isFromPerson);
}
