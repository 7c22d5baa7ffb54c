import { getNodeValue } from 'jsonc-parser';
import * as v from 'valibot';
import { layoutOf, objectIn, valueOf } from './jsonDocument.ts';
import { withoutProperty, withProperty } from './jsonProperty.ts';
import type { ServerLaunch, ServerList } from './serverList.ts';
import { serverName } from './serverList.ts';

/** Program and arguments, in two fields or in one. */
const startedEntry = v.union([
	v.object({ command: v.string(), args: v.optional(v.array(v.string()), []) }),
	v.pipe(
		v.object({ command: v.tupleWithRest([v.string()], v.string()) }),
		v.transform(({ command: [command, ...args] }) => ({ command, args })),
	),
]);

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
			const node = valueOf(valueOf(objectIn(text), key), serverName);
			const entry = v.safeParse(startedEntry, node === undefined ? undefined : getNodeValue(node));
			return entry.success ? [entry.output] : [];
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
