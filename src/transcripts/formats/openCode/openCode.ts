import * as v from 'valibot';
import { hasFields } from '../../../messages/json.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { PlacedRecord } from '../../bytes/records.ts';
import { openingOf } from '../../bytes/content.ts';
import { databaseReader } from '../../building/databaseReader.ts';
import { sessionReader, Session } from '../../building/sessionReader.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import type { TranscriptFormat, TranscriptReader } from '../../reader.ts';
import { sqliteSignature } from '../../bytes/sqlite/database.ts';
import { listSessions } from './database.ts';
import { revertOf } from './records.ts';
import { OpenCodeSession } from './session.ts';
import { read } from '../../building/shapes.ts';

type Format = Extract<TranscriptFormat, 'opencode' | 'kilo'>;

const optionalText = v.fallback(v.optional(v.string()), undefined);

const sessionInfo = v.object({
	id: v.string(),
	title: optionalText,
	version: optionalText,
	directory: optionalText,
	projectID: optionalText,
	revert: v.optional(v.unknown()),
});

type SessionInfo = v.InferOutput<typeof sessionInfo>;

const message = v.object({ info: v.unknown(), parts: v.array(v.unknown()) });

/** What the start of an export says of its session; `undefined` when it is none. */
function sessionInfoIn(opening: string): SessionInfo | undefined {
	const start = opening.trimStart().startsWith('{') ? parseJsonStart(opening) : undefined;
	const info = hasFields(start) && 'info' in start ? start.info : {};
	return read(sessionInfo, info);
}

/** Whether a file starts like `opencode export` writes it. */
function isExport(opening: string): boolean {
	const info = sessionInfoIn(opening);
	return info !== undefined && (info.directory ?? info.projectID ?? info.version) !== undefined;
}

/** Collects an export. */
class ExportedSession extends Session {
	readonly #session: OpenCodeSession;

	/** @param info What stands before its messages. */
	constructor(log: TranscriptLog, info: SessionInfo | undefined) {
		super(log);
		this.#session = new OpenCodeSession(log, revertOf(info?.revert));
		log.title = info?.title ?? '';
		log.version = info?.version;
	}

	take({ value, position }: PlacedRecord): void {
		const saved = v.safeParse(message, value);
		if (saved.success) {
			this.#session.take(saved.output, position);
		} else {
			this.log.problems.add(1, `Message ${position} has no parts; it was left out.`);
		}
	}

	override end(): void {
		this.#session.end();
	}
}

function reader(
	format: Format,
	label: string,
	detect: TranscriptReader['detect'],
): TranscriptReader {
	const others = sessionReader({
		format,
		label,
		holds: 'an OpenCode session',
		listKeys: ['messages'],
		detect,
		begin: async (log, { source, signal }) =>
			new ExportedSession(log, sessionInfoIn(await openingOf(source, signal))),
	});
	return databaseReader({ format, label, detect, list: listSessions, others });
}

/**
 * OpenCode's database with all sessions, and what `opencode export` writes of one.
 *
 * Stored: `opencode.db` in the folder for data, `kilo.db` likewise; exports where people put them.
 * Seen: 1.18 of OpenCode, 7.7 of Kilo Code.
 */
export const openCode: TranscriptReader = reader(
	'opencode',
	'OpenCode',
	(opening) => opening.startsWith(sqliteSignature) || isExport(opening),
);

/** Kilo Code keeps its sessions as OpenCode does; only the name of the file tells them apart. */
export const kilo: TranscriptReader = reader(
	'kilo',
	'Kilo Code',
	(opening, name) =>
		opening.startsWith(sqliteSignature) && /(?:^|[\\/])kilo[^\\/]*\.db$/i.test(name),
);
