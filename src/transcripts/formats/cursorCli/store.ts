import * as v from 'valibot';
import { readDatabase, type Database } from '../../bytes/sqlite/database.ts';
import { jsonOf, otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import { inSlices, type Steps } from '../../bytes/steps.ts';
import { StoredSession, type FoundSession } from '../../building/storedSession.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { listedAgain } from '../../problems.ts';
import type { Transcript } from '../../reader.ts';
import { addMessage, savedMessage } from './messages.ts';
import { Repetitions } from './repetitions.ts';
import { bytesOfField } from './wireFormat.ts';

/** Problems name a message by its position: databases have no lines. */
const line = 1;

/** Fields of a chat's state, agent.v1.ConversationStateStructure: the ids of messages, of folders the addresses. */
const messageField = 1;
const folderField = 9;

/** The field of a message that is wrapped once more. */
const wrappedField = 4;

/** Bytes of an id, SHA-256 of what it names. */
const idBytes = 32;

const meta = v.object({
	agentId: v.fallback(v.string(), ''),
	name: v.fallback(v.string(), ''),
	createdAt: v.fallback(v.number(), 0),
	latestRootBlobId: v.fallback(v.string(), ''),
});

type Meta = v.InferOutput<typeof meta>;

/** The only chat of a store. @throws {TranscriptError} when it cannot be read, or is another program's. */
export async function chatOf(
	path: string,
	signal?: AbortSignal,
): Promise<Pick<Transcript, 'conversations' | 'problems'>> {
	const found = await inSlices(
		readDatabase(path, (database) => chatIn(path, database)),
		signal,
	);
	return { conversations: [new StoredSession(path, found)], problems: [] };
}

function* chatIn(path: string, database: Database): Steps<FoundSession> {
	const tables = tablesIn(database);
	if (!tables.has('blobs') || !tables.has('meta')) {
		throw otherDatabase(path, "Cursor's agent", tables);
	}
	const { agentId, name, createdAt, latestRootBlobId } = yield* metaIn(database);
	const root = (yield* blobsIn(database))(latestRootBlobId);
	return {
		id: agentId,
		title: name,
		folder: folderIn(root),
		modified: createdAt,
		fill,
	};
}

/** What the store says of its chat: JSON, which versions seen write in hexadecimal digits. */
function* metaIn(database: Database): Steps<Meta> {
	for (const { value } of database.rows('select value from meta')) {
		const digits = typeof value === 'string' && /^(?:[\da-f]{2})+$/i.test(value);
		const parsed = v.safeParse(meta, jsonOf(digits ? Buffer.from(value, 'hex') : value));
		if (parsed.success) {
			return parsed.output;
		}
		yield;
	}
	return { agentId: '', name: '', createdAt: 0, latestRootBlobId: '' };
}

/** What the store holds by id. */
function* blobsIn(database: Database): Steps<(id: string) => Uint8Array> {
	const places = new Map<string, number>();
	for (const { place, id } of database.rows('select rowid as place, id from blobs')) {
		places.set(String(id), Number(place));
		yield;
	}
	return (id) => {
		const place = places.get(id);
		const [row] =
			place === undefined ? [] : database.rows('select data from blobs where rowid = ?', place);
		const data = row?.['data'];
		return data instanceof Uint8Array ? data : Buffer.from(typeof data === 'string' ? data : '');
	};
}

function folderIn(root: Uint8Array): string {
	const [told] = bytesOfField(root, folderField);
	const folder = told === undefined ? '' : Buffer.from(told).toString();
	return folder.replace(/^file:\/\//, '');
}

function* fill(database: Database, log: TranscriptLog): Steps<void> {
	const { latestRootBlobId } = yield* metaIn(database);
	const blobs = yield* blobsIn(database);
	const ids = bytesOfField(blobs(latestRootBlobId), messageField).filter(
		({ length }) => length === idBytes,
	);
	if (ids.length === 0) {
		log.problems.add(line, 'The store does not say which messages the chat has.');
	}
	const repetitions = new Repetitions();
	for (const [index, bytes] of ids.entries()) {
		const id = Buffer.from(bytes).toString('hex');
		if (!repetitions.allow(id)) {
			continue;
		}
		const data = blobs(id);
		repetitions.took(id, data.length);
		const saved =
			savedMessage(jsonOf(data)) ?? savedMessage(jsonOf(bytesOfField(data, wrappedField)[0]));
		if (saved === undefined) {
			const what = data.length === 0 ? 'is missing' : 'cannot be read';
			log.problems.add(line, `Message ${index + 1} ${what}; it was left out.`);
		} else {
			addMessage(log, saved, line);
		}
		yield;
	}
	if (repetitions.left > 0) {
		log.problems.add(line, listedAgain(repetitions.left));
	}
}
