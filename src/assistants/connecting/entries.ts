import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseJson, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import {
	shellLine,
	serverLaunch,
	type Installation,
	type Program,
	type ServerLaunch,
	type Shell,
} from './programs.ts';

/** Our entries in configuration files of assistants. Precis reads these files and never writes them. */

/** The name of our server and our plugin in these files. */
export const ownName = 'precis';

/** An entry of ours in a file. */
export interface FoundEntry {
	/** How the assistant starts our server; absent: it is not a server, or is started in an unknown way. */
	readonly launch?: ServerLaunch;
	/** The file belongs to Precis as a whole. */
	readonly isWholeFile?: true;
	/** The user pasted it: no command of the assistant removes it. */
	readonly isByHand?: true;
	/** URL of the module that our plugin loads. */
	readonly module?: string;
	/** Path of the file that the assistant loads, as recorded: absolute, from its settings, or from `~`. */
	readonly source?: string;
}

/** How an assistant's configuration contains a part of Precis. */
export interface ConfigurationEntry {
	/** @throws If the text cannot be parsed. */
	readonly find: (text: string) => FoundEntry | undefined;
	/** The text that the user pastes. */
	readonly snippet: (installation: Installation) => string;
}

/**
 * The server in an object of a JSON document, which may have comments and trailing commas.
 * @param key Key of the object with all servers.
 * @param entryOf Formats a server for the assistant.
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

/**
 * Our hook in the lists of a JSON document that has hooks by event.
 * @param name As in `precis hook NAME`.
 * @param events The events that run the hook, with the source of the event if only one is wanted.
 * @param choosesShell Whether the assistant runs a hook in PowerShell only if the hook requests that.
 * @param start Formats the start of the command line, which some assistants show.
 */
export function jsonHooks(
	name: string,
	events: readonly (readonly [event: string, matcher?: string])[],
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

/** A file of ours that an assistant loads. @param mark Text that only our file has. */
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
		const source = (Array.isArray(packages) ? packages : [])
			.map((each: unknown) => (typeof each === 'string' ? each : inside(each, 'source')))
			.filter((each) => typeof each === 'string')
			.find((each) => each.split(/[\\/]/).at(-1) === name);
		return source === undefined ? undefined : { source };
	};
}

/** The id of our plugin in commands and settings of assistants. */
export const pluginId = `${ownName}@${ownName}`;

/**
 * Our plugin if the assistant has it enabled, otherwise the text that the user pasted.
 * @param module Path of the module that the assistant loads, within the folder that lists the plugin.
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

/** Our plugin in settings with the folder that lists it. */
export const listedPlugin = enabledPlugin({
	find: () => undefined,
	snippet: ({ plugin: folder }) =>
		json({
			extraKnownMarketplaces: { [ownName]: { source: { source: 'directory', path: folder } } },
			enabledPlugins: { [pluginId]: true },
		}),
});

/** An empty document is undefined. @throws If the document is damaged: what can be read of it may lack our entry. */
function jsonOf(text: string): unknown {
	const errors: ParseError[] = [];
	const json = text.replace(/^\uFEFF/, '');
	const value = parseJson(json, errors, {
		allowTrailingComma: true,
		allowEmptyContent: true,
	}) as unknown;
	const [first] = errors;
	if (first !== undefined) {
		throw new Error(`Not JSON: ${printParseErrorCode(first.error)} at character ${first.offset}.`);
	}
	return value;
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
