import type { Connection } from './connection.ts';

/**
 * The tables. A conversation's log is a row of spans: ranges of branches. A branch consists of the nodes that one
 * conversation has appended itself. So a fork costs one row, however long its prefix.
 */
const firstSchema = `
	create table @.conversation (
		key integer primary key autoincrement,
		id text not null unique,
		title text not null,
		source text not null,
		file text,
		workspace text,
		created integer not null,
		updated integer not null,
		messages integer not null,
		tokens integer not null,
		-- What it has appended itself.
		bytes integer not null,
		-- The newest node, 0 in an empty conversation.
		leaf integer not null,
		active integer references record (id) deferrable initially deferred,
		state text not null
	) strict;
	create index @.conversation_active on conversation (active);

	-- No key on the parent: an index for it would cost each append a tenth, and nodes are only ever
	-- deleted together with all that follow.
	create table @.node (
		id integer primary key,
		parent integer not null,
		-- The key of the conversation that appended it; that may be gone.
		branch integer not null,
		number integer not null,
		tokens integer not null,
		counter text not null,
		hash text not null,
		message text not null,
		unique (branch, number)
	) strict;

	create table @.span (
		conversation integer not null references conversation (key) on delete cascade,
		branch integer not null,
		first integer not null,
		last integer not null,
		primary key (conversation, first)
	) strict, without rowid;
	create index @.span_branch on span (branch);

	create table @.record (
		id integer primary key autoincrement,
		conversation integer not null references conversation (key) on delete cascade,
		parent integer references record (id),
		created integer not null,
		body text not null
	) strict;
	create index @.record_conversation on record (conversation);
	create index @.record_parent on record (parent);

	-- What summaries have cost, US dollars.
	create table @.spending (day text primary key, dollars real not null) strict, without rowid;

	-- Contentless: the text is in the nodes already. 'scope' holds the branch as a word, which finds
	-- one conversation's messages without looking at the others'.
	create virtual table @.words using fts5 (
		text, parts, scope,
		content = '', contentless_delete = 1,
		tokenize = 'unicode61 remove_diacritics 2'
	);
	insert into @.words (words, rank) values ('rank', 'bm25(1.0, 0.5, 0.0)');
	-- Deleting writes the index anew at this share of dead entries, percent. The default of 10 makes
	-- retention of a large store write it several times: minutes in place of seconds.
	insert into @.words (words, rank) values ('deletemerge', 50);
`;

/** Migrates a database from one version to the next. */
export type Migration = (connection: Connection) => void;

/** Step `n` migrates to version `n + 1`. Existing steps never change. */
export const migrations: readonly Migration[] = [
	(connection) => {
		connection.exec(firstSchema);
	},
	// Index for finding the conversation that a history belongs to.
	(connection) => connection.exec('create index @.node_hash on node (hash)'),
	// Index for finding a conversation by its client's name; a state may be invalid JSON.
	(connection) =>
		connection.exec(
			`create index @.conversation_client on conversation
			(case when json_valid(state) then json_extract(state, '$.clientName') end)`,
		),
	// Index for finding the conversation of a file or a key. It may exist only in memory, so the row has no reference.
	(connection) => {
		connection.exec(`create table @.identity (
				digest text primary key,
				conversation text not null
			) strict, without rowid;
			create index @.identity_conversation on identity (conversation)`);
		// Ids of earlier versions are themselves digests, recognizable by the version of the UUID.
		connection.exec(`insert into @.identity (digest, conversation)
			select id, id from @.conversation where substr(id, 15, 1) = '8'`);
	},
];

/** The version of a database, 0 for a new one. */
export function versionOf(connection: Connection): number {
	return connection.number('pragma @.user_version');
}

/** Runs the missing steps, each in full or not at all. */
export function migrate(connection: Connection, steps: readonly Migration[] = migrations): void {
	for (let version = versionOf(connection); version < steps.length; version += 1) {
		connection.transaction(() => {
			steps[version]?.(connection);
			connection.exec(`pragma @.user_version = ${version + 1}`);
		});
	}
}
