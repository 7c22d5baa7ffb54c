import * as v from 'valibot';
import { parsedJson } from '../../../messages/json.ts';
import { inListOrder, StoredSession, withoutSessions } from '../../building/storedSession.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptConversation, TranscriptProblem } from '../../reader.ts';
import { readDatabase, type Database } from '../../bytes/sqlite/database.ts';
import { jsonOf, otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import { inSlices, type Steps } from '../../bytes/steps.ts';
import { messagePlaces, partPlaces } from './places.ts';
import { revertOf } from './records.ts';
import { OpenCodeSession } from './session.ts';

/** The tables a conversation is in. */
const tables = ['session', 'message', 'part'] as const;

const row = v.object({
	id: v.string(),
	parent_id: v.nullish(v.string()),
	title: v.fallback(v.string(), ''),
	directory: v.fallback(v.string(), ''),
	version: v.fallback(v.string(), ''),
	revert: v.nullish(v.string()),
	time_updated: v.fallback(v.number(), 0),
});

type SessionRow = v.InferOutput<typeof row>;

/** What the list of a database's sessions tells. */
export interface SessionList {
	readonly conversations: readonly TranscriptConversation[];
	/** Of the program that wrote to the newest session. */
	readonly version?: string;
	readonly problems: readonly TranscriptProblem[];
}

/**
 * The sessions of a database, the newest first and those of sub-agents behind the others. Only their
 * names are read.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no session.
 */
export async function listSessions(path: string, signal?: AbortSignal): Promise<SessionList> {
	const { rows, unreadable, newer } = await inSlices(
		readDatabase(path, (database) => sessionsIn(path, database)),
		signal,
	);
	const problems = new ProblemList();
	if (unreadable > 0) {
		problems.add(1, `${unreadable} sessions without a readable name were left out.`);
	}
	if (newer > 0) {
		problems.add(
			1,
			`${newer} sessions are kept in a newer form that is not known yet; they were left out. ` +
				'Export them to read them.',
		);
	}
	const listed = inListOrder(sessionsOf(rows));
	if (listed.length === 0) {
		throw withoutSessions(path, problems);
	}
	const newest = rows.reduce((one, other) => (other.time_updated > one.time_updated ? other : one));
	return {
		conversations: listed.map(
			(session) =>
				new StoredSession(path, {
					...session,
					fill: (database, log) => readMessages(database, log, session),
				}),
		),
		...(newest.version === '' ? {} : { version: newest.version }),
		problems: problems.toArray(),
	};
}

/** What the rows of a database's sessions came to. */
interface FoundSessions {
	readonly rows: readonly SessionRow[];
	readonly unreadable: number;
	/** Whose messages are only in the table that a later version keeps them in. */
	readonly newer: number;
}

function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
	const names = tablesIn(database);
	if (tables.some((table) => !names.has(table))) {
		throw otherDatabase(path, 'OpenCode or Kilo Code', names);
	}
	const begun = yield* sessionsWith(database, 'message');
	const known = names.has('session_message')
		? yield* sessionsWith(database, 'session_message')
		: begun;
	const newer = [...known].filter((id) => !begun.has(id)).length;
	return { ...(yield* sessionRows(database, begun)), newer };
}

/** The sessions that have rows in a table. */
function* sessionsWith(
	database: Database,
	table: 'message' | 'session_message',
): Steps<Set<unknown>> {
	const sessions = new Set<unknown>();
	for (const { session_id: id } of database.rows(`select session_id from ${table}`)) {
		if (id !== null) {
			sessions.add(id);
		}
		yield;
	}
	return sessions;
}

/** @param begun Ids of those that have messages. */
function* sessionRows(
	database: Database,
	begun: ReadonlySet<unknown>,
): Steps<Pick<FoundSessions, 'rows' | 'unreadable'>> {
	const rows: SessionRow[] = [];
	let unreadable = 0;
	for (const each of database.rows(
		'select id, parent_id, title, directory, version, revert, time_updated from session',
	)) {
		const parsed = v.safeParse(row, each);
		if (!parsed.success) {
			unreadable += 1;
		} else if (begun.has(parsed.output.id)) {
			rows.push(parsed.output);
		}
		yield;
	}
	return { rows, unreadable };
}

function sessionsOf(rows: readonly SessionRow[]) {
	const titles = new Map(rows.map(({ id, title }) => [id, title]));
	return rows.map(
		({ id, title, directory, time_updated: modified, parent_id: parent, revert }) => ({
			id,
			title,
			folder: directory,
			modified,
			parent: typeof parent === 'string' ? (titles.get(parent) ?? '') : undefined,
			revert,
		}),
	);
}

function* readMessages(
	database: Database,
	log: TranscriptLog,
	{ id, revert }: Pick<SessionRow, 'id' | 'revert'>,
): Steps<void> {
	const session = new OpenCodeSession(log, revertOf(parsedJson(revert ?? '')));
	try {
		const messages = yield* messagePlaces(database, id);
		const partsOf = yield* partPlaces(database, messages);
		for (const [index, { id: message, place }] of messages.entries()) {
			const position = index + 1;
			const [saved] = database.rows('select id, data from message where rowid = ?', place);
			const info = dataIn(saved ?? {});
			if (info === undefined) {
				log.problems.add(1, `Message ${position} is not valid JSON; it was left out.`);
				continue;
			}
			const parts: object[] = [];
			for (const part of partsOf(message)) {
				const [found] = database.rows('select id, data from part where rowid = ?', part);
				parts.push(dataIn(found ?? {}) ?? {});
				yield;
			}
			session.take({ info, parts }, position);
			yield;
		}
	} finally {
		session.end();
	}
}

/** The JSON of a row, with the row's id in it; `undefined` when it is not valid. */
function dataIn(message: Readonly<Record<string, unknown>>): object | undefined {
	const data = jsonOf(message['data']);
	return typeof data === 'object' && data !== null ? { ...data, id: message['id'] } : undefined;
}
