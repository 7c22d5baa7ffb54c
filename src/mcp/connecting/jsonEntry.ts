import type { ServerLaunch, ServerList } from './serverList.ts';
import { serverName } from './serverList.ts';

/** An object of a document, or of one of its values. */
type JsonObject = Record<string, unknown>;

/**
 * The server as an entry of an object in a JSON document.
 * @param key Of the object that has all servers.
 * @param entryOf How the assistant writes one.
 */
export function jsonEntry(key: string, entryOf: (launch: ServerLaunch) => object): ServerList {
	return {
		has(text) {
			return serversIn(objectIn(text), key)?.[serverName] !== undefined;
		},
		add(text, launch) {
			const document = text.trim() === '' ? {} : objectIn(text);
			if (document === undefined) {
				return undefined;
			}
			const servers = document[key] ?? {};
			return isObject(servers)
				? written({ ...document, [key]: { ...servers, [serverName]: entryOf(launch) } }, text)
				: undefined;
		},
		remove(text) {
			const document = objectIn(text);
			const servers = serversIn(document, key);
			if (document === undefined || servers === undefined) {
				return undefined;
			}
			const { [serverName]: _, ...others } = servers;
			return written({ ...document, [key]: others }, text);
		},
	};
}

function serversIn(document: JsonObject | undefined, key: string): JsonObject | undefined {
	const servers = document?.[key];
	return isObject(servers) ? servers : undefined;
}

function objectIn(text: string): JsonObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isObject(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function isObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Indented and ended as it was. */
function written(document: JsonObject, before: string): string {
	const indent = /^[ \t]+(?=")/m.exec(before)?.[0] ?? (before.trim().length > 2 ? '' : '  ');
	const end = before === '' || before.endsWith('\n') ? '\n' : '';
	return `${JSON.stringify(document, undefined, indent)}${end}`;
}
