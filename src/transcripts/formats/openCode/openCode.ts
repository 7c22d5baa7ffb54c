import * as v from 'valibot';
import { byteOrderMarkLength, decodeUtf8 } from '../../bytes/encoding.ts';
import { withoutMessages } from '../../failures.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { ProblemList } from '../../problems.ts';
import {
	TranscriptError,
	type Transcript,
	type TranscriptFormat,
	type TranscriptReader,
	type TranscriptSource,
} from '../../reader.ts';
import { firstBytes } from '../../bytes/sourceBytes.ts';
import { sqliteSignature } from '../../bytes/sqlite/database.ts';
import { firstWords } from '../../building/titles.ts';
import { listSessions } from './database.ts';
import { revertOf } from './records.ts';
import { OpenCodeSession } from './session.ts';

const sessionLabel = 'an OpenCode session';

type Format = Extract<TranscriptFormat, 'opencode' | 'kilo'>;

/** Where what an export says of its session ends at the latest: it comes first. */
const openingBytes = 65_536;

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
	const info = typeof start === 'object' && start !== null && 'info' in start ? start.info : {};
	const parsed = v.safeParse(sessionInfo, info);
	return parsed.success ? parsed.output : undefined;
}

/** Whether a file starts like `opencode export` writes it. */
function isExport(opening: string): boolean {
	const info = sessionInfoIn(opening);
	return info !== undefined && (info.directory ?? info.projectID ?? info.version) !== undefined;
}

async function readExport(
	source: TranscriptSource,
	format: Format,
	signal: AbortSignal | undefined,
): Promise<Transcript> {
	const bytes = await firstBytes(source, openingBytes, signal);
	const info = sessionInfoIn(decodeUtf8(bytes.subarray(byteOrderMarkLength(bytes))).text);
	const problems = new ProblemList();
	const document = new JsonDocument(source, problems, { listKeys: ['messages'], signal });
	const session = new OpenCodeSession(problems, revertOf(info?.revert));
	for await (const { value, position } of document.elements()) {
		const saved = v.safeParse(message, value);
		if (saved.success) {
			session.take(saved.output, position);
		} else {
			problems.add(1, `Message ${position} has no parts; it was left out.`);
		}
	}
	const { messages, earlier } = session.finish();
	if (messages.length === 0) {
		throw withoutMessages(source, sessionLabel, problems.toArray());
	}
	const title = info?.title ?? '';
	return {
		format,
		...(info?.version === undefined ? {} : { version: info.version }),
		conversations: [{ title: title === '' ? firstWords(messages) : title, messages, earlier }],
		problems: problems.toArray(),
	};
}

function readSessions(source: TranscriptSource, format: Format): Transcript {
	if (source.path === undefined) {
		throw new TranscriptError(
			'unreadable',
			`"${source.name}" is a database: it can only be read from a file on disk.`,
		);
	}
	return { format, ...listSessions(source.path) };
}

function reader(
	format: Format,
	label: string,
	detect: TranscriptReader['detect'],
): TranscriptReader {
	return {
		format,
		label,
		readsOneByOne: true,
		detect,
		async read(source, signal) {
			const bytes = await firstBytes(source, sqliteSignature.length, signal);
			return decodeUtf8(bytes).text === sqliteSignature
				? readSessions(source, format)
				: readExport(source, format, signal);
		},
	};
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
