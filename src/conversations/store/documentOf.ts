import { documentFormat, type ConversationDocument } from './document.ts';
import type { SqliteStore } from './sqliteStore.ts';
import { StoreError } from './storeError.ts';

/** The document of a stored conversation. @throws {StoreError} */
export function documentOf(store: SqliteStore, id: string): ConversationDocument {
	const conversation = store.find(id);
	if (conversation === undefined) {
		throw new StoreError('not-found');
	}
	const { title, source, file, workspace, createdAt, updatedAt, state, active } = conversation;
	const records = store.records(id);
	const positions = new Map(records.map((record, index) => [record.id, index + 1]));
	const parentOf = (parent: number | undefined): { parent?: number } =>
		withPosition('parent', positions, parent);
	return {
		format: documentFormat,
		version: 1,
		title,
		source,
		...(file === undefined ? {} : { file }),
		...(workspace === undefined ? {} : { workspace }),
		createdAt,
		updatedAt,
		state,
		messages: store
			.log(id, { start: 0, end: conversation.messages })
			.map(({ message, tokens, counter }) => ({ message, tokens, counter })),
		records: records.map(({ parent, createdAt, record }) => ({
			...parentOf(parent),
			createdAt,
			record,
		})),
		...withPosition('active', positions, active),
	};
}

function withPosition<K extends string>(
	key: K,
	positions: ReadonlyMap<number, number>,
	id: number | undefined,
): { readonly [P in K]?: number } {
	const position = id === undefined ? undefined : positions.get(id);
	return (position === undefined ? {} : { [key]: position }) as { readonly [P in K]?: number };
}
