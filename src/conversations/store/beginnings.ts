import { type Connection, numberIn, textIn } from './connection.ts';
import { toConversation } from './rows.ts';
import type { Beginning, StoredConversation } from './store.ts';

/**
 * The longest beginning of a history that is known. Whoever knows a message knows all before it, so
 * that a few looks are enough, however long the history. Among several one that ends there, then the newest.
 * @param source Where the conversation came from.
 * @param hashes See `StoredNode.hash`: the first is of a history of `from + 1` messages.
 */
export function longestIn(
	connection: Connection,
	source: string,
	hashes: readonly string[],
	from: number,
): Beginning | undefined {
	let longest: Beginning | undefined;
	let low = 0;
	let high = hashes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const found = beginningIn(connection, source, hashes[middle] ?? '', from + middle + 1);
		if (found === undefined) {
			high = middle;
		} else {
			longest = found;
			low = middle + 1;
		}
	}
	return longest;
}

/** A conversation that has these messages; one that has no others first, then the newest. */
function beginningIn(
	connection: Connection,
	source: string,
	hash: string,
	messages: number,
): Beginning | undefined {
	const row = connection.get(
		`select c.id, c.messages from @.node n
		join @.span s on s.branch = n.branch and n.number between s.first and s.last
		join @.conversation c on c.key = s.conversation
		where n.hash = ? and n.number = ? and c.source = ?
		order by c.messages = n.number desc, c.updated desc, c.key desc limit 1`,
		hash,
		messages,
		source,
	);
	return row === undefined
		? undefined
		: { conversation: textIn(row, 'id'), messages, length: numberIn(row, 'messages') };
}

/** The newest conversation that its client calls by this name. */
export function namedIn(
	connection: Connection,
	source: string,
	name: string,
): StoredConversation | undefined {
	const row = connection.get(
		`select * from @.conversation
		where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
		and source = ? order by updated desc, key desc limit 1`,
		name,
		source,
	);
	return row === undefined ? undefined : toConversation(row);
}
