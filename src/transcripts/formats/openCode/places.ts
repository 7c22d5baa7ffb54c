import { compareTexts } from '../../building/storedSession.ts';
import type { Database } from '../../bytes/sqlite/database.ts';
import { isLookedUp } from '../../bytes/sqlite/tables.ts';
import type { Steps } from '../../bytes/steps.ts';

/**
 * Where the rows of a session lie, in their order. A database may have lost its indexes: then all rows are
 * gone through, one step each, for nothing can end a query that looks for the next row that fits.
 */

/** A message of a session. */
export interface MessagePlace {
	readonly id: string;
	/** The row's number. */
	readonly place: number;
}

/** The messages of a session. */
export function* messagePlaces(
	database: Database,
	session: string,
): Steps<readonly MessagePlace[]> {
	const columns = 'rowid as place, id, session_id, cast(time_created as real) as time';
	const ofSession = `select ${columns} from message where session_id = ?`;
	const rows = isLookedUp(database, ofSession)
		? database.rows(ofSession, session)
		: database.rows(`select ${columns} from message`);
	const found: (MessagePlace & { readonly time: number })[] = [];
	for (const { place, id, session_id: of, time } of rows) {
		if (of === session) {
			found.push({ id: String(id), place: Number(place), time: Number(time) });
		}
		yield;
	}
	return found.sort((a, b) => a.time - b.time || compareTexts(a.id, b.id));
}

/** Where the parts of messages are. */
export function* partPlaces(
	database: Database,
	messages: readonly MessagePlace[],
): Steps<(message: string) => readonly number[]> {
	const ofMessage = 'select rowid as place, id from part where message_id = ?';
	if (isLookedUp(database, ofMessage)) {
		return (message) =>
			inOrder(
				Array.from(database.rows(ofMessage, message), ({ place, id }) => ({
					id: String(id),
					place: Number(place),
				})),
			);
	}
	const places = new Map<string, { readonly id: string; readonly place: number }[]>(
		messages.map(({ id }) => [id, []]),
	);
	for (const { place, id, message_id: message } of database.rows(
		'select rowid as place, id, message_id from part',
	)) {
		places.get(String(message))?.push({ id: String(id), place: Number(place) });
		yield;
	}
	return (message) => inOrder(places.get(message) ?? []);
}

function inOrder(parts: readonly MessagePlace[]): readonly number[] {
	return [...parts].sort((a, b) => compareTexts(a.id, b.id)).map(({ place }) => place);
}
