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
import { atOnce, inSlices, type Steps } from '../../bytes/steps.ts';
import { compare, messagePlaces, partPlaces } from './places.ts';
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
	readonly #begin: () => Steps<ReadSession>;
	#session: ReadSession | undefined;

	constructor(path: string, session: SessionRow, about: string) {
		const { id, title, revert } = session;
		this.id = id;
		this.title = title;
		this.about = about;
		this.folder = session.directory;
		this.modified = session.time_updated;
		this.isSubAgent = isChild(session);
		this.#begin = () => readSession(path, id, revertOf(tryParse(revert ?? '')));
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

	async load(signal?: AbortSignal): Promise<void> {
		this.#session ??= await inSlices(this.#begin(), signal);
	}

	#whole(): ReadSession {
		this.#session ??= atOnce(this.#begin());
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

/** What the rows of a database's sessions came to. */
interface FoundSessions {
	readonly rows: readonly SessionRow[];
	readonly unreadable: number;
	/** Whose messages are only in the table that a later version keeps them in. */
	readonly newer: number;
}

function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
	requireTables(path, database);
	const begun = yield* sessionsWith(database, 'message');
	const [later] = database.rows("select 1 from sqlite_schema where name = 'session_message'");
	const known = later === undefined ? begun : yield* sessionsWith(database, 'session_message');
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
	rows.sort((a, b) => b.time_updated - a.time_updated || compare(b.id, a.id));
	return { rows, unreadable };
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

function readSession(path: string, id: string, revert: Revert | undefined): Steps<ReadSession> {
	return readDatabase(path, function* (database) {
		const log = new TranscriptLog();
		const { problems } = log;
		const session = new OpenCodeSession(log, revert);
		try {
			yield* readMessages(database, id, session, problems);
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

function* readMessages(
	database: Database,
	id: string,
	session: OpenCodeSession,
	problems: ProblemList,
): Steps<void> {
	const messages = yield* messagePlaces(database, id);
	const partsOf = yield* partPlaces(database, messages);
	for (const [index, { id: message, place }] of messages.entries()) {
		const position = index + 1;
		const [saved] = database.rows('select id, data from message where rowid = ?', place);
		const info = dataIn(saved ?? {});
		if (info === undefined) {
			problems.add(1, `Message ${position} is not valid JSON; it was left out.`);
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
}

/** The JSON of a row, with the row's id in it; `undefined` when it is not valid. */
function dataIn(message: Readonly<Record<string, unknown>>): object | undefined {
	const data = typeof message['data'] === 'string' ? tryParse(message['data']) : undefined;
	return typeof data === 'object' && data !== null ? { ...data, id: message['id'] } : undefined;
}
