import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type JsonLayout, withoutProperty, withProperty } from './jsonProperty.ts';
import type { ServerLaunch, ServerList } from './serverList.ts';
import { serverName } from './serverList.ts';

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

/** Undefined: it is no object, or cannot be read to its end. */
function objectIn(text: string): Node | undefined {
	const errors: ParseError[] = [];
	const node = parseTree(text, errors, { allowTrailingComma: true });
	return errors.length === 0 && node?.type === 'object' ? node : undefined;
}

/** Of several with one name the last counts. */
function valueOf(node: Node | undefined, name: string): Node | undefined {
	const property = node?.children?.findLast(({ children: [key] = [] }) => key?.value === name);
	return property?.children?.[1];
}

/** As the document is laid out: one line stays one. */
function layoutOf(text: string): JsonLayout {
	const content = text.trim();
	if (!content.includes('\n') && !/^\{\s*\}$/.test(content)) {
		return { indent: '', lineEnd: '' };
	}
	const indent = /^[ \t]+(?=["/])/m.exec(text)?.[0] ?? '  ';
	return { indent, lineEnd: text.includes('\r\n') ? '\r\n' : '\n' };
}
