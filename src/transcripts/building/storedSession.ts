import { TranscriptLog } from './transcriptLog.ts';
import { readDatabase, type Database } from '../bytes/sqlite/database.ts';
import { atOnce, inSlices, type Steps } from '../bytes/steps.ts';
import { ProblemList } from '../problems.ts';
import {
	TranscriptError,
	type EarlierCompaction,
	type Messages,
	type RecordedUsage,
	type Transcript,
	type TranscriptConversation,
	type TranscriptProblem,
} from '../reader.ts';

/** What the list of a database's sessions tells of one. */
interface ListedSession {
	readonly id: string;
	readonly title: string;
	/** Of the project; empty: the database does not tell. */
	readonly folder: string;
	/** When it was last written to, milliseconds since the epoch; 0: the database does not tell. */
	readonly modified: number;
	/** The title of the session that started it as a sub-agent, which may be empty. */
	readonly parent?: string | undefined;
}

/** What one session came to. */
interface ReadSession {
	readonly messages: Messages;
	readonly earlier: readonly EarlierCompaction[];
	readonly usage: RecordedUsage | undefined;
	readonly problems: readonly TranscriptProblem[];
}

/** Puts what the database holds of a session into a log. */
type FillLog = (database: Database, log: TranscriptLog) => Steps<void>;

/** A session of a database, and how it is read. */
export interface DatabaseSession extends ListedSession {
	readonly fill: FillLog;
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

	/** @param path Of the database. */
	constructor(path: string, found: DatabaseSession) {
		const { id, title, folder, modified, parent, fill } = found;
		this.id = id;
		this.title = title;
		this.about = aboutOf(found);
		this.folder = folder;
		this.modified = modified;
		this.isSubAgent = parent !== undefined;
		this.#begin = () => readSession(path, id, fill);
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

	get usage(): RecordedUsage | undefined {
		return this.#whole().usage;
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

/** What the rows of a database came to. */
export interface DatabaseSessions {
	readonly sessions: readonly DatabaseSession[];
	/** Conversations without data that can be read. */
	readonly unreadable: number;
	/** What else there is to say of those that were left out. */
	readonly note?: string | undefined;
	/** Of the program that wrote the newest. */
	readonly version?: string | undefined;
}

/**
 * The conversations of a database, in the order of a list.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation.
 */
export async function listStoredSessions(
	path: string,
	sessionsIn: (path: string, database: Database) => Steps<DatabaseSessions>,
	signal: AbortSignal | undefined,
): Promise<Omit<Transcript, 'format'>> {
	const reading = readDatabase(path, (database) => sessionsIn(path, database));
	const { sessions, unreadable, note, version } = await inSlices(reading, signal);
	const problems = new ProblemList();
	if (unreadable > 0) {
		problems.add(1, `${unreadable} conversations without readable data were left out.`);
	}
	if (note !== undefined) {
		problems.add(1, note);
	}
	if (sessions.length === 0) {
		throw withoutSessions(path, problems);
	}
	return {
		conversations: inListOrder(sessions).map((session) => new StoredSession(path, session)),
		...(version === undefined ? {} : { version }),
		problems: problems.toArray(),
	};
}

/** Sessions in the order in which people look for them: the newest first, sub-agents behind all others. */
function inListOrder(sessions: readonly DatabaseSession[]): readonly DatabaseSession[] {
	return sessions.toSorted(
		(a, b) =>
			Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
			b.modified - a.modified ||
			compareTexts(b.id, a.id),
	);
}

/** As SQLite compares texts. */
function compareTexts(a: string, b: string): number {
	return Number(a > b) - Number(a < b);
}

/** The error for a database without a session that can be read. */
function withoutSessions(path: string, problems: ProblemList): TranscriptError {
	const [problem] = problems.toArray();
	return new TranscriptError(
		problem === undefined ? 'empty' : 'unreadable',
		`"${path}" holds no conversation that can be read. ${problem?.message ?? ''}`.trim(),
	);
}

function aboutOf({ parent, folder, modified }: ListedSession): string {
	const child = parent === '' ? 'sub-agent' : `sub-agent of “${parent ?? ''}”`;
	return [parent === undefined ? '' : child, folder, dayOf(modified)]
		.filter((words) => words !== '')
		.join(' · ');
}

/** A day as `2026-01-31`, of milliseconds; empty when they are no time. */
function dayOf(milliseconds: number): string {
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) || milliseconds <= 0 ? '' : date.toISOString().slice(0, 10);
}

function readSession(path: string, id: string, fill: FillLog): Steps<ReadSession> {
	return readDatabase(path, function* (database) {
		const log = new TranscriptLog();
		const { problems } = log;
		try {
			yield* fill(database, log);
		} catch (error) {
			if (!(error instanceof TranscriptError)) {
				throw error;
			}
			problems.add(1, `${error.message} What comes before the damage was read.`);
		}
		const { messages, earlier = [], usage } = log.conversation();
		const read = { messages, earlier, usage, problems: problems.toArray() };
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
