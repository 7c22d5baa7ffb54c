import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import {
	shellLine,
	serverLaunch,
	type Given,
	type Program,
	type ServerLaunch,
	type Shell,
} from './programs.ts';

/** Our entries in configuration files of assistants. Precis reads these files and never writes one. */

/** The name of our server and our plugin there. */
export const ownName = 'precis';

/** Our part as it was found in a file. */
export interface FoundEntry {
	/** How the assistant starts our server; absent: it is not a server, or is started in an unknown way. */
	readonly launch?: ServerLaunch;
	/** The whole file is ours. */
	readonly isWholeFile?: true;
	/** No command of the assistant removes it. */
	readonly isByHand?: true;
	/** The address of the module that our plugin loads. */
	readonly module?: string;
}

/** The format of our part in an assistant's configuration. */
export interface ConfigurationEntry {
	/** @throws If the text cannot be parsed. */
	readonly find: (text: string) => FoundEntry | undefined;
	/** The text that the user pastes. */
	readonly snippet: (given: Given) => string;
}

/**
 * The server in an object of a JSON document, which may have comments and trailing commas.
 * @param key Of the object that has all servers.
 * @param entryOf The assistant's format of a server.
 */
export function jsonServer(
	key: string,
	entryOf: (launch: ServerLaunch) => object,
): ConfigurationEntry {
	return {
		find: (text) => foundServer(inside(jsonOf(text), key, ownName)),
		snippet: ({ program }) => json({ [key]: { [ownName]: entryOf(serverLaunch(program)) } }),
	};
}

function json(value: object): string {
	return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The server in a table of a TOML document. */
export function tomlServer(key: string): ConfigurationEntry {
	return {
		find: (text) => foundServer(inside(parseToml(text), key, ownName)),
		snippet({ program }) {
			const { command, args } = serverLaunch(program);
			// JSON strings are valid TOML strings.
			return `[${key}.${ownName}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`;
		},
	};
}

function foundServer(entry: unknown): FoundEntry | undefined {
	if (typeof entry !== 'object' || entry === null) {
		return undefined;
	}
	// Program and arguments are two fields, or one.
	const words = [inside(entry, 'command'), inside(entry, 'args') ?? []].flat();
	const [command, ...args] = words.filter((word) => typeof word === 'string');
	return command === undefined || args.length + 1 < words.length
		? {}
		: { launch: { command, args } };
}

/** An event of an assistant that runs our hook, and which of its sources; absent: all. */
type HookEvent = readonly [event: string, matcher?: string];

/**
 * Our hook in the lists of a JSON document that has hooks by event.
 * @param name As in `precis hook NAME`.
 * @param choosesShell Whether the assistant runs a hook in PowerShell only if the hook requests that.
 * @param start How the shell starts our program, which some assistants show.
 */
export function jsonHooks(
	name: string,
	events: readonly HookEvent[],
	shell: Shell,
	choosesShell = false,
	start = ({ words }: Program): string => shellLine(words, shell),
): ConfigurationEntry {
	const own = new RegExp(
		String.raw`(?:^|[\\/])(?:precis|precis\.cmd|cli\.(?:mjs|ts))["']? hook ${name}$`,
	);
	return {
		find: (text) =>
			commandsIn(inside(jsonOf(text), 'hooks')).some((command) => own.test(command))
				? { isByHand: true }
				: undefined,
		snippet({ program }) {
			const command = `${start(program)} hook ${name}`;
			const chosen = choosesShell && shell === 'powershell' ? { shell } : {};
			const hooks = [{ type: 'command', command, ...chosen }];
			const byEvent = events.map(([event, matcher]) => [
				event,
				[matcher === undefined ? { hooks } : { matcher, hooks }],
			]);
			return json({ hooks: Object.fromEntries(byEvent) as object });
		},
	};
}

/** A file of our own, among those an assistant loads. @param mark Distinguishes it from other programs' files. */
export function ownFile(mark: string, snippet: ConfigurationEntry['snippet']): ConfigurationEntry {
	return {
		find(text) {
			const [, module] = /^const compactor = "(file:.*)";$/m.exec(text) ?? [];
			return text.includes(mark)
				? { isWholeFile: true, ...(module === undefined ? {} : { module }) }
				: undefined;
		},
		snippet,
	};
}

/** A file of ours in the settings of an assistant that lists the packages it loads. @param name Of the file. */
export function recordedFile(name: string): ConfigurationEntry['find'] {
	return (text) => {
		const packages = inside(jsonOf(text), 'packages');
		const isOwn = (each: unknown): boolean => {
			const source = typeof each === 'string' ? each : inside(each, 'source');
			return typeof source === 'string' && source.split(/[\\/]/).at(-1) === name;
		};
		return Array.isArray(packages) && packages.some(isOwn) ? {} : undefined;
	};
}

/** The id of our plugin in commands and settings of assistants. */
export const pluginId = `${ownName}@${ownName}`;

/**
 * Our plugin if the assistant has it enabled, or else the text that the user pasted.
 * @param module What the assistant loads of the plugin, by its path in the folder that lists it.
 */
export function enabledPlugin(
	pasted: ConfigurationEntry,
	...module: readonly string[]
): ConfigurationEntry {
	return {
		find(text) {
			const settings = jsonOf(text);
			if (inside(settings, 'enabledPlugins', pluginId) !== true) {
				return pasted.find(text);
			}
			const folder = inside(settings, 'extraKnownMarketplaces', ownName, 'source', 'path');
			return typeof folder === 'string' && module.length > 0
				? { module: pathToFileURL(path.join(folder, ...module)).href }
				: {};
		},
		snippet: pasted.snippet,
	};
}

/** Our plugin in settings that name the folder it is listed in. */
export const listedPlugin = enabledPlugin({
	find: () => undefined,
	snippet: ({ plugin: folder }) =>
		json({
			extraKnownMarketplaces: { [ownName]: { source: { source: 'directory', path: folder } } },
			enabledPlugins: { [pluginId]: true },
		}),
});

function jsonOf(text: string): unknown {
	return parseJson(text, [], { allowTrailingComma: true }) as unknown;
}

/** The value at a path in another program's document. */
function inside(value: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce<unknown>(
		(outer, key) =>
			typeof outer === 'object' && outer !== null && Object.hasOwn(outer, key)
				? (outer as Readonly<Record<string, unknown>>)[key]
				: undefined,
		value,
	);
}

/** The commands of all hooks, at any depth. */
function commandsIn(value: unknown): readonly string[] {
	return typeof value !== 'object' || value === null
		? []
		: Object.entries(value).flatMap(([key, each]: readonly [string, unknown]) =>
				key === 'command' && typeof each === 'string' ? [each] : commandsIn(each),
			);
}
