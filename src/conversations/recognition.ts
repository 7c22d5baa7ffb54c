import type { Message } from '../messages/message.ts';
import { isFromPerson } from '../messages/userTurns.ts';
import { chained, emptyChain } from './store/chain.ts';
import type { SqliteStore } from './store/sqliteStore.ts';
import type { Beginning } from './store/store.ts';

/**
 * Which conversation a client's request belongs to. Requests carry the whole history and no name of
 * it, so it is known by what was said: an edited or rewound history has less in common, and finds the
 * compactions that were made before the change.
 */

/** What a client says was said so far, without system messages. */
export interface ClientHistory {
	/** A conversation that is known to begin with the first `messages` messages of the history. */
	readonly known?: { readonly conversation: string; readonly messages: number };
	/** The rest of it. */
	readonly rest: readonly Message[];
}

/**
 * The conversation that has most of a history; undefined where none has its first message.
 * @param named The conversation that the client means by its own name: wins where the history goes on
 * from all that it has, or has as much of it as others.
 */
export function recognise(
	store: Pick<SqliteStore, 'findBeginning' | 'find' | 'log'>,
	source: string,
	{ known, rest }: ClientHistory,
	named?: string,
): Beginning | undefined {
	const from = known?.messages ?? 0;
	let last = known === undefined ? emptyChain : hashAt(store, known.conversation, from);
	const hashes = rest.map((message) => {
		last = chained(last, message);
		return last;
	});
	const found = store.findBeginning(source, hashes, from);
	if (named !== undefined && found !== undefined && found.conversation !== named) {
		const length = store.find(named)?.messages ?? 0;
		const end = Math.min(length, found.messages);
		const [last] = end <= from ? [] : store.log(named, { start: end - 1, end });
		// Each hash covers everything before it.
		if (last !== undefined && last.hash === hashes[end - 1 - from]) {
			return { conversation: named, messages: end, length };
		}
	}
	if (found !== undefined || known === undefined) {
		return found;
	}
	const length = store.find(known.conversation)?.messages ?? from;
	return { ...known, length };
}

function hashAt(store: Pick<SqliteStore, 'log'>, conversation: string, messages: number): string {
	const [node] = store.log(conversation, { start: messages - 1, end: messages });
	return node?.hash ?? emptyChain;
}

/**
 * Whether a history goes on, and is worth being kept: somebody answered in it. Clients also ask for
 * titles, names of branches and the like, in requests that stand alone.
 */
export function isUnderWay(messages: readonly Message[]): boolean {
	return messages.some(({ role }) => role === 'assistant') && messages.some(isFromPerson);
}
