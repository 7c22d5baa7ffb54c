import * as v from 'valibot';
import { tryParse } from '../../bytes/jsonPieces.ts';
import { TranscriptLog } from '../../building/transcriptLog.ts';
import { ProblemList } from '../../problems.ts';
import {
	TranscriptError,
	type EarlierCompaction,
	type Messages,
	type TranscriptConversation,
	type TranscriptProblem,
} from '../../reader.ts';
import { readDatabase, type Database } from '../../bytes/sqlite/database.ts';
import { revertOf, type Revert } from './records.ts';
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
	empty: v.number(),
});

type SessionRow = v.InferOutput<typeof row>;

/** What one session came to. */
interface ReadSession {
	readonly messages: Messages;
	readonly earlier: readonly EarlierCompaction[];
	readonly problems: readonly TranscriptProblem[];
}

/**
 * A session of a database. It is read when its messages, or what comes with them, are first asked
 * for: a database has hundreds. The database is closed in between.
 */
class StoredSession implements TranscriptConversation {
	readonly id: string;
	readonly title: string;
	readonly about: string;
	readonly folder: string;
	readonly modified: number;
	readonly isSubAgent: boolean;
	readonly messages: Messages;
	readonly #read: () => ReadSession;
	#session: ReadSession | undefined;

	constructor(path: string, session: SessionRow, about: string) {
		const { id, title, revert } = session;
		this.id = id;
		this.title = title;
		this.about = about;
		this.folder = session.directory;
		this.modified = session.time_updated;
		this.isSubAgent = isChild(session);
		this.#read = () => readSession(path, id, revertOf(tryParse(revert ?? '')));
		const messages = (): Messages => this.#whole().messages;
		this.messages = {
			get length() {
				return messages().length;
			},
			slice: (start, end) => messages().slice(start, end),
			[Symbol.iterator]: () => messages()[Symbol.iterator](),
		};
	}

	get earlier(): readonly EarlierCompaction[] {
		return this.#whole().earlier;
	}

	get problems(): readonly TranscriptProblem[] {
		return this.#session?.problems ?? [];
	}

	#whole(): ReadSession {
		this.#session ??= this.#read();
		return this.#session;
	}
}

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
export function listSessions(path: string): SessionList {
	const { rows, unreadable, newer } = readDatabase(path, (database) => {
		requireTables(path, database);
		return { ...sessionRows(database), newer: newerSessions(database) };
	});
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
	const [newest] = rows;
	if (newest === undefined) {
		const [problem] = problems.toArray();
		throw new TranscriptError(
			problem === undefined ? 'empty' : 'unreadable',
			`"${path}" holds no conversation that can be read. ${problem?.message ?? ''}`.trim(),
		);
	}
	return {
		conversations: conversationsOf(path, rows),
		...(newest.version === '' ? {} : { version: newest.version }),
		problems: problems.toArray(),
	};
}

function requireTables(path: string, database: Database): void {
	const schema = database.rows("select name from sqlite_schema where type = 'table' order by name");
	const names = Array.from(schema, ({ name }) => String(name));
	if (tables.some((table) => !names.includes(table))) {
		const found = names.length === 0 ? 'it has no tables' : `its tables are ${shortened(names)}`;
		throw new TranscriptError(
			'unknown-format',
			`"${path}" is a SQLite database, but not one of OpenCode or Kilo Code: ${found}.`,
		);
	}
}

function shortened(names: readonly string[]): string {
	const shown = names.slice(0, 6).map((name) => name.slice(0, 40));
	return [...shown, ...(names.length > shown.length ? ['…'] : [])].join(', ');
}

function sessionRows(database: Database): { rows: readonly SessionRow[]; unreadable: number } {
	const rows: SessionRow[] = [];
	let unreadable = 0;
	const found =
		database.rows(`select id, parent_id, title, directory, version, revert, time_updated,
			id not in (select session_id from message where session_id is not null) as empty
		from session order by time_updated desc, id desc`);
	for (const each of found) {
		const parsed = v.safeParse(row, each);
		if (!parsed.success) {
			unreadable += 1;
		} else if (parsed.output.empty === 0) {
			rows.push(parsed.output);
		}
	}
	return { rows, unreadable };
}

/** Sessions whose messages are only in the table that a later version keeps them in. */
function newerSessions(database: Database): number {
	const [table] = database.rows("select 1 from sqlite_schema where name = 'session_message'");
	if (table === undefined) {
		return 0;
	}
	const [counted] = database.rows(`select count(distinct session_id) as sessions
		from session_message
		where session_id not in (select session_id from message where session_id is not null)`);
	return Number(counted?.['sessions'] ?? 0);
}

function conversationsOf(
	path: string,
	rows: readonly SessionRow[],
): readonly TranscriptConversation[] {
	const titles = new Map(rows.map(({ id, title }) => [id, title]));
	const ordered = [...rows.filter((each) => !isChild(each)), ...rows.filter(isChild)];
	return ordered.map((each) => {
		const parent = titles.get(each.parent_id ?? '');
		const child = parent === undefined ? 'sub-agent' : `sub-agent of “${parent}”`;
		const about = [isChild(each) ? child : '', each.directory, dayOf(each.time_updated)];
		return new StoredSession(path, each, about.filter((words) => words !== '').join(' · '));
	});
}

function isChild({ parent_id: parent }: SessionRow): boolean {
	return typeof parent === 'string';
}

/** A day as `2026-01-31`, of milliseconds; empty when they are no time. */
function dayOf(milliseconds: number): string {
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) || milliseconds <= 0 ? '' : date.toISOString().slice(0, 10);
}

function readSession(path: string, id: string, revert: Revert | undefined): ReadSession {
	return readDatabase(path, (database) => {
		const log = new TranscriptLog();
		const { problems } = log;
		const session = new OpenCodeSession(log, revert);
		try {
			readMessages(database, id, session, problems);
		} catch (error) {
			if (!(error instanceof TranscriptError)) {
				throw error;
			}
			problems.add(1, `${error.message} What comes before the damage was read.`);
		}
		session.end();
		const { messages, earlier = [] } = log.conversation();
		const read = { messages, earlier, problems: problems.toArray() };
		if (messages.length === 0) {
			const why = read.problems[0]?.message ?? 'All it holds is bookkeeping.';
			throw new TranscriptError(
				'unreadable',
				`No message of ${id} in "${path}" can be read. ${why}`,
			);
		}
		return read;
	});
}

function readMessages(
	database: Database,
	id: string,
	session: OpenCodeSession,
	problems: ProblemList,
): void {
	const messages = database.rows(
		'select id, data from message where session_id = ? order by time_created, id',
		id,
	);
	const places = partPlaces(database, id);
	let position = 0;
	for (const message of messages) {
		position += 1;
		const info = dataIn(message);
		if (info === undefined) {
			problems.add(1, `Message ${position} is not valid JSON; it was left out.`);
			continue;
		}
		const parts = (places.get(String(message['id'])) ?? []).flatMap((place) =>
			Array.from(
				database.rows('select id, data from part where rowid = ?', place),
				(part) => dataIn(part) ?? {},
			),
		);
		session.take({ info, parts }, position);
	}
}

/** Where the parts of a session's messages are: one pass, also in a database that has lost its indexes. */
function partPlaces(database: Database, id: string): Map<string, number[]> {
	const places = new Map<string, number[]>();
	const found = database.rows(
		`select rowid as place, message_id from part
		where message_id in (select id from message where session_id = ?) order by id`,
		id,
	);
	for (const { place, message_id: message } of found) {
		const before = places.get(String(message));
		if (before === undefined) {
			places.set(String(message), [Number(place)]);
		} else {
			before.push(Number(place));
		}
	}
	return places;
}

/** The JSON of a row, with the row's id in it; `undefined` when it is not valid. */
function dataIn(message: Readonly<Record<string, unknown>>): object | undefined {
	const data = typeof message['data'] === 'string' ? tryParse(message['data']) : undefined;
	return typeof data === 'object' && data !== null ? { ...data, id: message['id'] } : undefined;
}
