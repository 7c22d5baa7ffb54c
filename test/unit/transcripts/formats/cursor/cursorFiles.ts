import { DatabaseSync } from 'node:sqlite';

/** A message as Cursor keeps it. */
export interface SavedBubble {
	readonly bubbleId: string;
	readonly type: number;
	readonly [name: string]: unknown;
}

export function person(bubbleId: string, text: string, more: object = {}): SavedBubble {
	return { _v: 3, bubbleId, type: 1, text, ...more };
}

export function assistant(bubbleId: string, text: string, more: object = {}): SavedBubble {
	return { _v: 3, bubbleId, type: 2, text, ...more };
}

/** A message that is a call, with what came of it. */
export function tool(bubbleId: string, name: string, data: object): SavedBubble {
	const toolFormerData = { tool: 15, toolCallId: `call_${bubbleId}`, name, ...data };
	return assistant(bubbleId, '', { capabilityType: 15, toolFormerData });
}

/** A conversation as it is put into a database. */
export interface SavedComposer {
	readonly id: string;
	readonly bubbles: readonly SavedBubble[];
	readonly data?: object;
}

/** Makes a database of Cursor's. @returns Open: close it. */
export function stateDatabase(path: string): DatabaseSync {
	const database = new DatabaseSync(path);
	database.exec(`create table ItemTable (key text unique on conflict replace, value blob);
		create table cursorDiskKV (key text unique on conflict replace, value blob)`);
	return database;
}

export function put(
	database: DatabaseSync,
	table: 'ItemTable' | 'cursorDiskKV',
	key: string,
	value: unknown,
): void {
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	database.prepare(`insert into ${table} values (?, ?)`).run(key, text);
}

/** Puts conversations with a row for each message, as versions since 2025 do. */
export function putComposers(database: DatabaseSync, ...composers: readonly SavedComposer[]): void {
	for (const { id, bubbles, data = {} } of composers) {
		put(database, 'cursorDiskKV', `composerData:${id}`, {
			_v: 10,
			composerId: id,
			fullConversationHeadersOnly: bubbles.map(({ bubbleId, type }) => ({ bubbleId, type })),
			...data,
		});
		for (const bubble of bubbles) {
			put(database, 'cursorDiskKV', `bubbleId:${id}:${bubble.bubbleId}`, bubble);
		}
	}
}
