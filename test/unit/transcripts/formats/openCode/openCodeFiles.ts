import { DatabaseSync } from 'node:sqlite';

/** A message with its parts, as OpenCode keeps it. */
export interface Saved {
	readonly info: Readonly<Record<string, unknown>>;
	readonly parts: readonly Readonly<Record<string, unknown>>[];
}

export function user(id: string, ...parts: readonly (string | Saved['parts'][number])[]): Saved {
	return {
		info: { id, role: 'user', agent: 'build', time: { created: 1 } },
		parts: parts.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
	};
}

export function assistant(id: string, ...parts: Parameters<typeof user>[1][]): Saved {
	const { parts: all } = user(id, ...parts);
	return { info: { id, role: 'assistant', finish: 'stop', time: { created: 1 } }, parts: all };
}

/** A call with its result. */
export function tool(callID: string, output: string, more: object = {}): Saved['parts'][number] {
	const time = { start: 1, end: 2 };
	const state = { status: 'completed', input: { path: callID }, output, title: '', time, ...more };
	return { type: 'tool', callID, tool: 'read', state };
}

/** The summary that answers a compaction. */
export function summary(id: string, parentID: string, text: string, more: object = {}): Saved {
	const info = { id, role: 'assistant', summary: true, parentID, finish: 'stop', ...more };
	return { info, parts: [{ type: 'step-start' }, { type: 'text', text }] };
}

/** What `opencode export` writes. */
export function exported(messages: readonly Saved[], more: object = {}): string {
	const info = { id: 'ses_1', title: 'A title', directory: '/p', version: '1.2.3', ...more };
	return JSON.stringify({ info, messages });
}

/** A session as it is put into a database. */
export interface StoredSession {
	readonly id: string;
	readonly messages: readonly Saved[];
	readonly title?: string;
	readonly parent?: string;
	readonly revert?: object;
	/** Milliseconds since the epoch. */
	readonly updated?: number;
}

/** The tables of OpenCode's and Kilo Code's databases, as far as a conversation is in them. */
const schema = `create table session (id text primary key, project_id text not null, parent_id text,
		slug text not null, directory text not null, title text not null, version text not null,
		revert text, time_created integer not null, time_updated integer not null);
	create table message (id text primary key, session_id text not null,
		time_created integer not null, time_updated integer not null, data text not null);
	create table part (id text primary key, message_id text not null, session_id text not null,
		time_created integer not null, time_updated integer not null, data text not null);
	create index message_session_time_created_id_idx on message (session_id, time_created, id);
	create index part_message_id_id_idx on part (message_id, id);`;

/** Makes a database, or adds to it. Parts are inserted last first: their ids order them. */
export function store(path: string, ...sessions: readonly StoredSession[]): DatabaseSync {
	const database = new DatabaseSync(path);
	database.exec('pragma journal_mode = wal');
	const [known] = database.prepare("select 1 from sqlite_schema where name = 'session'").all();
	database.exec(known === undefined ? schema : '');
	const session = database.prepare('insert into session values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
	const message = database.prepare('insert into message values (?, ?, ?, ?, ?)');
	const part = database.prepare('insert into part values (?, ?, ?, ?, ?, ?)');
	for (const { id, messages, title = '', parent = null, revert, updated = 1 } of sessions) {
		const reverted = revert === undefined ? null : JSON.stringify(revert);
		const directory = '/home/me/project';
		session.run(id, 'p', parent, '', directory, title, '1.2.3', reverted, 1, updated);
		for (const [index, { info, parts }] of messages.entries()) {
			const { id: messageId, ...data } = info;
			message.run(String(messageId), id, index, index, JSON.stringify(data));
			for (const [number, saved] of [...parts.entries()].reverse()) {
				const partId = `prt_${String(messageId)}_${number}`;
				part.run(partId, String(messageId), id, 1, 1, JSON.stringify(saved));
			}
		}
	}
	return database;
}
