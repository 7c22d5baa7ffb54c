import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { shellLine, serverLaunch, type Given, type ServerLaunch, type Shell } from './programs.ts';

/** What of ours stands in a configuration file of an assistant. Precis reads these files and never writes one. */

/** What our server and our plugin are called there. */
export const ownName = 'precis';

/** Our part as it was found in a file. */
export interface FoundEntry {
	/** How the assistant starts our server; absent: it is no server, or is started in an unknown way. */
	readonly launch?: ServerLaunch;
	/** The whole file is ours. */
	readonly isWholeFile?: true;
	/** No command of the assistant takes it out. */
	readonly isByHand?: true;
}

/** How an assistant writes a part of ours down. */
export interface ConfigurationEntry {
	readonly find: (text: string) => FoundEntry | undefined;
	/** What a person pastes. */
	readonly snippet: (given: Given) => string;
}

/**
 * The server in an object of a JSON document, which may have comments and commas at the end of lists.
 * @param key Of the object that has all servers.
 * @param entryOf How the assistant writes one.
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
		find(text) {
			try {
				return foundServer(inside(parseToml(text), key, ownName));
			} catch {
				// Not TOML: nothing of it is read.
				return undefined;
			}
		},
		snippet({ program }) {
			const { command, args } = serverLaunch(program);
			// Strings of JSON are strings of TOML.
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

/** An event of an assistant that runs our hook, and of which of its sources; absent: of all. */
type HookEvent = readonly [event: string, matcher?: string];

/**
 * Our hook in the lists of a JSON document that has hooks by event.
 * @param name As in `precis hook NAME`.
 * @param choosesShell Whether the assistant has PowerShell run a hook only where the hook says so.
 */
export function jsonHooks(
	name: string,
	events: readonly HookEvent[],
	shell: Shell,
	choosesShell = false,
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
			const command = shellLine([...program.words, 'hook', name], shell);
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

/** A file that is ours alone, among those an assistant loads. @param mark What tells it from one of somebody else. */
export function ownFile(mark: string, snippet: ConfigurationEntry['snippet']): ConfigurationEntry {
	return {
		find: (text) => (text.includes(mark) ? { isWholeFile: true } : undefined),
		snippet,
	};
}

/** Our plugin, as commands and settings of assistants call it. */
export const pluginId = `${ownName}@${ownName}`;

/** Our plugin where the assistant has it enabled, or else what a person pasted. */
export function enabledPlugin(pasted: ConfigurationEntry): ConfigurationEntry {
	return {
		find: (text) =>
			inside(jsonOf(text), 'enabledPlugins', pluginId) === true ? {} : pasted.find(text),
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

/** What stands at a place in a document of somebody else. */
function inside(value: unknown, ...keys: readonly string[]): unknown {
	return keys.reduce<unknown>(
		(outer, key) =>
			typeof outer === 'object' && outer !== null && Object.hasOwn(outer, key)
				? (outer as Readonly<Record<string, unknown>>)[key]
				: undefined,
		value,
	);
}

/** The commands of all hooks, however deep they lie. */
function commandsIn(value: unknown): readonly string[] {
	return typeof value !== 'object' || value === null
		? []
		: Object.entries(value).flatMap(([key, each]: readonly [string, unknown]) =>
				key === 'command' && typeof each === 'string' ? [each] : commandsIn(each),
			);
}
