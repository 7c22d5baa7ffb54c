import { type Connection, numberIn, textIn } from './connection.ts';

/** What a conversation shares with a history. */
export interface Beginning {
	readonly conversation: string;
	/** Messages they have in common, from the first on. */
	readonly messages: number;
	/** Messages of the conversation. */
	readonly length: number;
}

/**
 * The longest beginning of a history that is known. Whoever knows a message knows all before it, so
 * that a few looks are enough, however long the history.
 * @param hashes Of the history's beginnings, each one message longer than the one before.
 * @param find Looks one of them up.
 */
export function longestBeginning(
	hashes: readonly string[],
	find: (hash: string, index: number) => Beginning | undefined,
): Beginning | undefined {
	let longest: Beginning | undefined;
	let low = 0;
	let high = hashes.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const found = find(hashes[middle] ?? '', middle);
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
export function beginningIn(
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

/** The id of the newest conversation that its client calls by this name. */
export function namedIn(connection: Connection, source: string, name: string): string | undefined {
	const row = connection.get(
		`select id from @.conversation
		where case when json_valid(state) then json_extract(state, '$.clientName') end = ?
		and source = ? order by updated desc, key desc limit 1`,
		name,
		source,
	);
	return row === undefined ? undefined : textIn(row, 'id');
}
