import type { Database } from '../../bytes/sqlite/database.ts';
import { otherDatabase, tablesIn } from '../../bytes/sqlite/tables.ts';
import { KeyedRows } from './keyedRows.ts';
import type { Steps } from '../../bytes/steps.ts';
import type { FoundSession, FoundSessions, ListedSession } from '../../building/storedSession.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { listedAgain } from '../../problems.ts';
import { CursorConversation } from './conversation.ts';
import {
	composersListed,
	folderOf,
	millisecondsOf,
	savedBubble,
	savedComposer,
	savedHeader,
	type Composer,
} from './records.ts';

/** Problems are told of the whole: databases have no lines. */
const line = 1;

/** The key under which conversations are listed with their folders, apart from what they say. */
const headersKey = 'composer.composerHeaders';

/** A conversation with messages. */
interface BegunComposer extends Omit<ListedSession, 'parent'> {
	readonly children: readonly string[];
}

/**
 * The conversations of a database of Cursor's, the newest first and those of sub-agents behind the
 * others.
 * @throws {TranscriptError} when the database cannot be read, is another program's, or has no conversation.
 */
export function* sessionsIn(path: string, database: Database): Steps<FoundSessions> {
	const tables = tablesIn(database);
	if (!tables.has('cursorDiskKV')) {
		throw otherDatabase(path, 'Cursor', tables);
	}
	return yield* composersIn(database, tables);
}

/** The conversations that have a row each, and their messages too. */
function* composersIn(
	database: Database,
	tables: ReadonlySet<string>,
): Steps<{ readonly sessions: readonly FoundSession[]; readonly unreadable: number }> {
	const rows = new KeyedRows(database, 'cursorDiskKV');
	const begun: BegunComposer[] = [];
	let unreadable = 0;
	for (const { key, place } of yield* rows.beginningWith('composerData:')) {
		const composer = savedComposer(rows.at(place));
		if (composer === undefined) {
			unreadable += 1;
		} else if (composer.fullConversationHeadersOnly.length + composer.conversation.length > 0) {
			begun.push(yield* begunComposer(rows, key.slice('composerData:'.length), composer));
		}
		yield;
	}
	const folders = yield* foldersIn(database, tables);
	const parents = new Map(
		begun.flatMap(({ title, children }) => children.map((id) => [id, title] as const)),
	);
	const sessions = begun.map(({ id, title, folder, modified }): FoundSession => {
		return {
			id,
			title,
			folder: folder || (folders.get(id) ?? ''),
			modified,
			parent: parents.get(id),
			fill: (from, log) => fill(from, log, id),
		};
	});
	return { sessions, unreadable };
}

function* begunComposer(rows: KeyedRows, id: string, composer: Composer): Steps<BegunComposer> {
	const { name, lastUpdatedAt, createdAt, subagentComposerIds, subComposerIds } = composer;
	return {
		id,
		title: name?.trim() ? name : yield* wordsOf(rows, id, composer),
		folder: folderOf(composer),
		modified: millisecondsOf(lastUpdatedAt ?? createdAt),
		children: [...subagentComposerIds, ...subComposerIds],
	};
}

/** What the person said first, to call a conversation by that has no name. */
function* wordsOf(rows: KeyedRows, id: string, composer: Composer): Steps<string> {
	const header = composer.fullConversationHeadersOnly
		.map((value) => savedHeader(value))
		.find((each) => each?.type === 1);
	const bubble = header
		? savedBubble(yield* rows.of(`bubbleId:${id}:${header.bubbleId}`))
		: composer.conversation.map((value) => savedBubble(value)).find((each) => each?.type === 1);
	return firstWords(bubble === undefined ? [] : [{ role: 'user', content: bubble.text }]);
}

function* foldersIn(
	database: Database,
	tables: ReadonlySet<string>,
): Steps<ReadonlyMap<string, string>> {
	const list = tables.has('ItemTable')
		? composersListed(yield* new KeyedRows(database, 'ItemTable').of(headersKey))
		: [];
	return new Map(list.map((composer) => [composer.composerId, folderOf(composer)]));
}

function* fill(database: Database, log: TranscriptLog, id: string): Steps<void> {
	const rows = new KeyedRows(database, 'cursorDiskKV');
	const composer = savedComposer(yield* rows.of(`composerData:${id}`));
	if (composer === undefined) {
		return;
	}
	const conversation = new CursorConversation(log, composer.latestConversationSummary);
	const headers = composer.fullConversationHeadersOnly;
	if (headers.length === 0) {
		yield* conversation.takeAll(composer.conversation);
	}
	const prefix = `bubbleId:${id}:`;
	const places = new Map(
		(yield* rows.beginningWith(prefix)).map(({ key, place }) => [key.slice(prefix.length), place]),
	);
	const taken = new Set<string>();
	let repeated = 0;
	for (const [index, value] of headers.entries()) {
		const bubbleId = savedHeader(value)?.bubbleId ?? '';
		if (taken.has(bubbleId)) {
			repeated += 1;
			continue;
		}
		const place = places.get(bubbleId);
		if (place !== undefined) {
			taken.add(bubbleId);
		}
		conversation.take(place === undefined ? undefined : rows.at(place), bubbleId, index + 1);
		yield;
	}
	if (repeated > 0) {
		log.problems.add(line, listedAgain(repeated));
	}
	conversation.end();
}
