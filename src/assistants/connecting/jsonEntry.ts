import { layoutOf, objectIn, valueOf, withoutProperty, withProperty } from './jsonDocument.ts';
import { serverName, startsFrom, type ServerLaunch, type ServerList } from './serverList.ts';

/**
 * The server as an entry of an object in a JSON document, which may have comments and commas at the end
 * of lists.
 * @param key Of the object that has all servers.
 * @param entryOf How the assistant writes one.
 */
export function jsonEntry(key: string, entryOf: (launch: ServerLaunch) => object): ServerList {
	return {
		has(text) {
			const servers = valueOf(objectIn(text), key);
			return servers !== undefined && valueOf(servers, serverName) !== undefined;
		},
		starts(text) {
			const entry = valueOf(valueOf(objectIn(text), key), serverName);
			const inOne = valueOf(entry, 'command')?.children?.map(({ value }): unknown => value);
			const args = valueOf(entry, 'args')?.children?.map(({ value }): unknown => value);
			// Program and arguments are two fields, or one.
			return inOne === undefined
				? startsFrom(valueOf(entry, 'command')?.value, args ?? [])
				: startsFrom(inOne[0], inOne.slice(1));
		},
		add(text, launch) {
			const entry = entryOf(launch);
			if (text.trim() === '') {
				return `${JSON.stringify({ [key]: { [serverName]: entry } }, undefined, '  ')}\n`;
			}
			const node = objectIn(text);
			if (node === undefined) {
				return undefined;
			}
			const servers = valueOf(node, key);
			if (servers === undefined) {
				const value = { [serverName]: entry };
				return withProperty(text, { node, depth: 0 }, key, value, layoutOf(text));
			}
			return servers.type === 'object'
				? withProperty(text, { node: servers, depth: 1 }, serverName, entry, layoutOf(text))
				: undefined;
		},
		remove(text) {
			const node = valueOf(objectIn(text), key);
			return node?.type === 'object'
				? withoutProperty(text, { node, depth: 1 }, serverName)
				: undefined;
		},
	};
}
