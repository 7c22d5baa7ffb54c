import * as v from 'valibot';
import { fieldsOf, parsedJson } from '../../../messages/json.ts';
import { databaseReader, jsonOf, type DatabaseSessions } from '../../building/databaseReader.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import { anything, optionalText, read } from '../../building/shapes.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { sqliteSignature, type Database } from '../../bytes/sqlite/database.ts';
import type { FileHead, TranscriptFormat, TranscriptReader } from '../../reader.ts';
import { exportedMessage, OpenCodeSession } from './session.ts';

const row = v.object({
	id: v.string(),
	parent_id: v.nullish(v.string()),
	title: v.fallback(v.string(), ''),
	directory: v.fallback(v.string(), ''),
	revert: v.nullish(v.string()),
	time_updated: v.fallback(v.number(), 0),
	/** 1 if it has messages, and 1 if it has messages in the table of later versions; otherwise 0. */
	hasMessages: v.number(),
	hasNewerMessages: v.number(),
});

async function sessionsIn(
	database: Database,
	tables: ReadonlySet<string>,
): Promise<DatabaseSessions> {
	const has = (table: string): string =>
		tables.has(table) ? `exists (select 1 from ${table} where session_id = session.id)` : '0';
	const rows: v.InferOutput<typeof row>[] = [];
	let unreadable = 0;
	let newer = 0;
	for await (const each of database.rows(
		'select id, parent_id, title, directory, revert, time_updated, ' +
			`${has('message')} as hasMessages, ${has('session_message')} as hasNewerMessages from session`,
	)) {
		const found = read(row, each);
		if (found === undefined) {
			unreadable += 1;
		} else if (found.hasMessages !== 0) {
			rows.push(found);
		} else {
			newer += found.hasNewerMessages;
		}
	}
	const titles = new Map(rows.map(({ id, title }) => [id, title]));
	return {
		sessions: rows.map(({ id, parent_id: parent, revert, ...row }) => ({
			id,
			title: row.title,
			folder: row.directory,
			modified: row.time_updated,
			parent: typeof parent === 'string' ? (titles.get(parent) ?? '') : undefined,
			fill: (from, log) => readMessages(from, log, id, parsedJson(revert ?? '')),
		})),
		unreadable,
		note:
			newer === 0
				? undefined
				: `${newer} sessions have a newer format that Precis does not know; they were left out. ` +
					'Export them to read them.',
	};
}

async function readMessages(
	database: Database,
	log: TranscriptLog,
	id: string,
	revert: unknown,
): Promise<void> {
	const session = new OpenCodeSession(log, revert);
	let position = 0;
	try {
		for await (const saved of database.rows(
			'select id, data from message where session_id = ? order by time_created, id',
			id,
		)) {
			position += 1;
			const info = dataIn(saved);
			const parts: object[] = [];
			for await (const part of database.rows(
				'select id, data from part where message_id = ? order by id',
				String(saved['id']),
			)) {
				parts.push(dataIn(part) ?? {});
			}
			if (info === undefined) {
				log.problems.add(1, `Message ${position} is not valid JSON; it was left out.`);
			} else {
				session.take({ info, parts }, { position });
			}
		}
	} finally {
		session.end();
	}
}

/** The JSON of a row together with the row's id; `undefined` if the JSON is invalid. */
function dataIn(saved: Readonly<Record<string, unknown>>): object | undefined {
	const data = jsonOf(saved['data']);
	return typeof data === 'object' && data !== null ? { ...data, id: saved['id'] } : undefined;
}

const sessionInfo = v.object({
	id: v.string(),
	title: optionalText,
	version: optionalText,
	directory: optionalText,
	projectID: optionalText,
	revert: anything,
});

/** Whether a file begins like the output of `opencode export`. */
function isExport({ document }: FileHead): boolean {
	const info = read(sessionInfo, fieldsOf(document)['info']);
	return (
		info !== undefined && typeof (info.directory ?? info.projectID ?? info.version) === 'string'
	);
}

function reader(
	format: Extract<TranscriptFormat, 'opencode' | 'kilo'>,
	label: string,
	detect: TranscriptReader['detect'],
): TranscriptReader {
	const fileReader = sessionReader({
		format,
		label,
		listKeys: ['messages'],
		shape: exportedMessage,
		detect,
		begin(log, { fields }) {
			const info = read(sessionInfo, fields['info']);
			log.title = info?.title ?? '';
			return new OpenCodeSession(log, info?.revert);
		},
	});
	return databaseReader({
		format,
		label,
		detect,
		programs: 'OpenCode or Kilo Code',
		requiredTables: ['session', 'message', 'part'],
		list: sessionsIn,
		fileReader,
	});
}

/**
 * OpenCode's database with all sessions, and the output of `opencode export` with one.
 *
 * Stored: `opencode.db` or `kilo.db` in the folder for data; exports in any folder. Seen: 1.18 of
 * OpenCode, 7.7 of Kilo Code.
 */
export const openCode: TranscriptReader = reader(
	'opencode',
	'OpenCode',
	(opening) => opening.text.startsWith(sqliteSignature) || isExport(opening),
);

/** Kilo Code stores its sessions like OpenCode; only the name of the file distinguishes them. */
export const kilo: TranscriptReader = reader(
	'kilo',
	'Kilo Code',
	({ text, name }) => text.startsWith(sqliteSignature) && /(?:^|[\\/])kilo[^\\/]*\.db$/i.test(name),
);
