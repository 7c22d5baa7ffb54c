import * as v from 'valibot';
import {
	databaseReader,
	jsonOf,
	type DatabaseSession,
	type DatabaseSessions,
} from '../../building/databaseReader.ts';
import type { FoundCall, FoundResult } from '../../building/openMessage.ts';
import {
	anything,
	lenient,
	optionalNumber,
	optionalText,
	read,
	textOrJson,
} from '../../building/shapes.ts';
import { firstWords } from '../../building/titles.ts';
import type { TranscriptLog } from '../../building/transcriptLog.ts';
import { sqliteSignature, type Database } from '../../bytes/sqlite/database.ts';
import { fieldsOf } from '../../../messages/json.ts';
import { isBlank } from '../../../messages/message.ts';
import type { TranscriptReader } from '../../reader.ts';

const integer = lenient(v.pipe(v.number(), v.integer()));

/** Milliseconds since the epoch, or a date. */
const time = lenient(v.union([v.number(), v.string()]));

const location = v.object({ fsPath: optionalText, path: optionalText });

const workspace = lenient(v.object({ uri: lenient(location) }));

const summaryText = v.object({
	summary: v.string(),
	/** The last message that it covers. */
	truncationLastBubbleIdInclusive: optionalText,
});

const latestSummary = lenient(v.object({ summary: summaryText, lastBubbleId: optionalText }));

/** The id of a message in the list of a conversation. */
const header = v.object({
	bubbleId: v.string(),
	type: optionalNumber,
});

/** A conversation; Cursor's word is composer. */
const composer = v.object({
	name: optionalText,
	createdAt: time,
	lastUpdatedAt: time,
	/** The messages in order; their content is in separate rows. */
	fullConversationHeadersOnly: v.fallback(v.array(v.unknown()), []),
	workspaceIdentifier: workspace,
	latestConversationSummary: latestSummary,
	subagentComposerIds: v.fallback(v.array(v.string()), []),
});

const toolData = v.object({
	name: v.pipe(v.string(), v.nonEmpty()),
	toolCallId: optionalText,
	status: optionalText,
	/** The model's arguments, and how Cursor parsed them: JSON as text or as a value. */
	rawArgs: anything,
	params: anything,
	result: anything,
	error: anything,
	additionalData: lenient(v.object({ status: optionalText })),
});

type ToolData = v.InferOutput<typeof toolData>;

/** A message; Cursor's word is bubble. */
const bubble = v.object({
	/** 1 for the user, 2 for the assistant. */
	type: v.number(),
	text: v.fallback(v.string(), ''),
	createdAt: time,
	toolFormerData: lenient(toolData),
});

/** The known fields of results; other results are shown as JSON. */
const knownResult = v.object({
	/** Of a command. */
	output: optionalText,
	exitCodeV2: integer,
	exitCode: integer,
	/** Of a file. */
	contents: optionalText,
	/** What the model received, if the user saw something else. */
	resultForModel: optionalText,
	rejected: anything,
	error: anything,
});

/** A value that may be stored as JSON text; JSON that is nested too deeply stays a text. */
function valueOf(saved: unknown): unknown {
	return typeof saved === 'string' ? (jsonOf(saved) ?? saved) : saved;
}

/** The model's arguments, otherwise those that Cursor parsed. */
function argumentsOf({ rawArgs, params }: ToolData): string {
	const given = [rawArgs, params].map((saved) =>
		read(v.record(v.string(), v.unknown()), valueOf(saved)),
	);
	const nonEmpty = given.find((value) => value !== undefined && Object.keys(value).length > 0);
	return nonEmpty === undefined ? textOrJson(rawArgs ?? params ?? {}) : JSON.stringify(nonEmpty);
}

/** The message of an error; undefined if there is none. */
function errorText(saved: unknown): string | undefined {
	const value = valueOf(saved);
	const { modelVisibleErrorMessage, clientVisibleErrorMessage, message = value } = fieldsOf(value);
	const text = modelVisibleErrorMessage ?? clientVisibleErrorMessage ?? message;
	return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The result of a call; undefined while it runs, and if the user stopped it. */
function resultOf(data: ToolData, toolCallId: string): FoundResult | undefined {
	const { status, additionalData, error } = data;
	const saved = valueOf(data.result);
	const known = read(knownResult, saved);
	const failure = errorText(error) ?? errorText(known?.error);
	const rejected = known?.rejected === true;
	const failed = status === 'error' || additionalData?.status === 'error' || rejected;
	if (!failed && status !== 'completed' && saved === undefined) {
		return undefined;
	}
	const text = known?.output ?? known?.contents ?? known?.resultForModel;
	const shown = text ?? (saved === undefined || saved === null ? '' : textOrJson(saved));
	const exitCode = known?.exitCodeV2 ?? known?.exitCode;
	return {
		toolCallId,
		content: failed ? (failure ?? (rejected ? 'The person rejected this call.' : shown)) : shown,
		isError: failed || failure !== undefined,
		...(exitCode === undefined || exitCode < 0 ? {} : { exitCode }),
	};
}

/** The JSON value of a key; undefined if the key does not exist or its value is invalid. */
async function valueAt(database: Database, key: string): Promise<unknown> {
	for await (const { value } of database.rows(
		'select value from cursorDiskKV where key = ?',
		key,
	)) {
		return jsonOf(value);
	}
	return undefined;
}

function millisecondsOf(value: string | number | undefined): number {
	const found = typeof value === 'string' ? Date.parse(value) : (value ?? 0);
	return Number.isFinite(found) ? found : 0;
}

/** The user's first words, as the title of a conversation without a name. */
async function wordsOf(
	database: Database,
	id: string,
	headers: readonly unknown[],
): Promise<string> {
	const first = headers.map((value) => read(header, value)).find((each) => each?.type === 1);
	const message =
		first && read(bubble, await valueAt(database, `bubbleId:${id}:${first.bubbleId}`));
	return firstWords(message === undefined ? [] : [{ role: 'user', content: message.text }]);
}

/** The conversations that have messages. */
async function sessionsIn(database: Database): Promise<DatabaseSessions> {
	const parents = new Map<string, string>();
	const sessions: DatabaseSession[] = [];
	let unreadable = 0;
	const prefix = 'composerData:';
	const sql = 'select key, value from cursorDiskKV where key >= ? and key < ?';
	for await (const { key, value } of database.rows(sql, prefix, 'composerData;')) {
		const id = String(key).slice(prefix.length);
		const saved = read(composer, jsonOf(value));
		const headers = saved?.fullConversationHeadersOnly ?? [];
		if (saved === undefined) {
			unreadable += 1;
		} else if (headers.length > 0) {
			const title = saved.name?.trim() ? saved.name : await wordsOf(database, id, headers);
			const uri = saved.workspaceIdentifier?.uri;
			saved.subagentComposerIds.forEach((child) => parents.set(child, title));
			sessions.push({
				id,
				title,
				folder: uri?.fsPath ?? uri?.path ?? '',
				modified: millisecondsOf(saved.lastUpdatedAt ?? saved.createdAt),
				fill: (from, log) => fill(from, log, id),
			});
		}
	}
	const listed = sessions.map((session) => ({ ...session, parent: parents.get(session.id) }));
	return { sessions: listed, unreadable };
}

/** Problems name a message by its position: databases have no lines. */
const line = 1;

async function fill(database: Database, log: TranscriptLog, id: string): Promise<void> {
	const saved = read(composer, await valueAt(database, `composerData:${id}`));
	const latest = saved?.latestConversationSummary;
	/** Ids of messages that were added: some are listed twice. */
	const added = new Set<string>();
	let end: number | undefined;
	let at: number | undefined;
	for (const [index, value] of (saved?.fullConversationHeadersOnly ?? []).entries()) {
		const bubbleId = read(header, value)?.bubbleId ?? '';
		if (added.has(bubbleId)) {
			continue;
		}
		const message = await valueAt(database, `bubbleId:${id}:${bubbleId}`);
		if (message !== undefined) {
			added.add(bubbleId);
		}
		addBubble(log, message, index + 1);
		if (bubbleId === latest?.summary.truncationLastBubbleIdInclusive) {
			end = log.messages.length;
		}
		if (bubbleId === latest?.lastBubbleId) {
			at = log.messages.length;
		}
	}
	const summary = latest?.summary.summary ?? '';
	if (summary.trim() !== '' && end !== undefined) {
		log.addCompaction({ end, at: Math.max(end, at ?? end), summary });
	} else if (summary.trim() !== '') {
		log.problems.add(line, 'A summary of messages that are not in the database was left out.');
	}
}

/** @param position In the conversation, from 1. */
function addBubble(log: TranscriptLog, value: unknown, position: number): void {
	const found = read(bubble, value);
	if (found === undefined) {
		const what = value === undefined ? 'is missing or no JSON' : 'has no type';
		log.problems.add(line, `Message ${position} ${what}; it was left out.`);
		return;
	}
	const { type, text, createdAt, toolFormerData: data } = found;
	log.record = { timestamp: createdAt };
	if (type === 1) {
		log.user(text);
		return;
	}
	if (type !== 2) {
		log.unknown.add(line, `message of type ${type}`);
		return;
	}
	if (!isBlank(text)) {
		log.assistant(text);
	}
	if (data !== undefined) {
		const id = data.toolCallId ?? `message ${position}`;
		const result = resultOf(data, id);
		const call: FoundCall = { id, name: data.name, arguments: argumentsOf(data) };
		log.call(call, result !== undefined);
		if (result !== undefined) {
			log.result(result, line);
		}
	}
}

/** The names of Cursor's databases, as in every editor based on VS Code. */
const ownName = /\.vscdb$/i;

/**
 * The database of Cursor, the editor: its composers with a row for each message.
 *
 * Stored: `state.vscdb` in `User/globalStorage` of Cursor's folder for data. Sources: the descriptions and readers of
 * the projects cursor-history, cursor-chat-browser and cursor-db-mcp, and test data of others, of composers to version 18
 * (Cursor 3.21). A real one was not seen.
 */
export const cursor: TranscriptReader = databaseReader({
	format: 'cursor',
	label: 'Cursor',
	programs: 'Cursor',
	requiredTables: ['cursorDiskKV'],
	// The first pages have the names of tables, unless all data is still in the write-ahead log.
	detect: ({ text, name }) =>
		text.startsWith(sqliteSignature) &&
		(/CREATE TABLE ["'[`]?cursorDiskKV\b/.test(text) || ownName.test(name)),
	list: sessionsIn,
});
