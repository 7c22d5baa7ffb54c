import { parsedJson } from '../../messages/json.ts';
import {
	serverName,
	startsFrom,
	type ServerLaunch,
	type ServerList,
	type Start,
} from './serverList.ts';

/**
 * The server as a table of its own in a TOML document, at its end.
 * @param key Of the table that has all servers.
 */
export function tomlTable(key: string): ServerList {
	const path = `${key}.${serverName}`;
	const isOurs = (line: string): boolean =>
		line.startsWith(`[${path}]`) || line.startsWith(`[${path}.`);
	/** The lines of our table, or all others. */
	const linesOf = (text: string, whose: 'ours' | 'others'): readonly string[] => {
		let isIn = false;
		return text.split('\n').filter((line) => {
			isIn = line.startsWith('[') ? isOurs(line) : isIn;
			return isIn === (whose === 'ours');
		});
	};
	const without = (text: string): string => linesOf(text, 'others').join('\n');
	return {
		has: (text) => text.split('\n').some(isOurs),
		starts: (text) => startsIn(linesOf(text, 'ours')),
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

/** As {@link table} writes it; what a person has written in another way is not understood. */
function startsIn(lines: readonly string[]): readonly Start[] {
	const value = (name: string): unknown => {
		const line = lines.find((each) => each.startsWith(`${name} = `));
		return line === undefined ? undefined : parsedJson(line.slice(`${name} = `.length));
	};
	return startsFrom(value('command'), value('args') ?? []);
}
