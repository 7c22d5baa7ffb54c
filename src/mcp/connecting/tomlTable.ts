import { serverName, type ServerLaunch, type ServerList } from './serverList.ts';

/**
 * The server as a table of its own in a TOML document, at its end.
 * @param key Of the table that has all servers.
 */
export function tomlTable(key: string): ServerList {
	const path = `${key}.${serverName}`;
	const isOurs = (line: string): boolean =>
		line.startsWith(`[${path}]`) || line.startsWith(`[${path}.`);
	const without = (text: string): string => {
		let isIn = false;
		const kept = text.split('\n').filter((line) => {
			isIn = line.startsWith('[') ? isOurs(line) : isIn;
			return !isIn;
		});
		return kept.join('\n');
	};
	return {
		has: (text) => text.split('\n').some(isOurs),
		add(text, launch) {
			// Servers on one line cannot have a table beside them.
			if (text.split('\n').some((line) => line.startsWith(key))) {
				return undefined;
			}
			const before = without(text).trimEnd();
			return `${before === '' ? '' : `${before}\n\n`}${table(path, launch)}`;
		},
		remove: (text) => `${without(text).trimEnd()}\n`,
	};
}

function table(path: string, { command, args }: ServerLaunch): string {
	// Strings of JSON are strings of TOML.
	const values = args.map((arg) => JSON.stringify(arg)).join(', ');
	return `[${path}]\ncommand = ${JSON.stringify(command)}\nargs = [${values}]\n`;
}
