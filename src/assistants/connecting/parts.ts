import path from 'node:path';
import {
	folderOf,
	pathsOf,
	type StoreEnvironment,
} from '../../transcripts/discovery/environment.ts';
import {
	claudeFolder,
	clineData,
	codexHome,
	copilotFolder,
	dataOf,
	type Folder,
	geminiFolder,
	named,
	piFolder,
	qwenFolder,
} from '../../transcripts/discovery/folders.ts';
import { clinePlugin, openCodePlugin, piExtension, pluginMark } from '../compactor/plugins.ts';
import { pluginFolder } from './agentPlugin.ts';
import {
	type ConfigurationEntry,
	enabledPlugin,
	jsonHooks,
	jsonServer,
	listedPlugin,
	ownFile,
	ownName,
	pluginId,
	recordedFile,
	tomlServer,
} from './entries.ts';
import { type Program, shellLine, shellOf, type ServerLaunch } from './programs.ts';

/** The parts of Precis for each assistant, and how to connect them. */

/** A part of Precis that an assistant can be connected to. */
export interface ConnectablePart {
	/** Display name: `Claude Code`, `Claude Code: Plugin`. */
	readonly label: string;
	/** Its effect on the assistant's own compactions; absent: none, it only finds original messages. */
	readonly compaction?: 'replaces' | 'adds';
	/** A folder that exists if the assistant was used. */
	readonly folder: Folder;
	/** Possible paths of its configuration file; the first existing one is used. None need exist. */
	readonly files: (environment: StoreEnvironment) => readonly [string, ...string[]];
	readonly entry: ConfigurationEntry;
	/** Commands with which the assistant edits its own file; absent: the user pastes the snippet. */
	readonly commands?: OwnCommands;
	/** The settings in which its own command records a file of ours; `entry` is what the user pastes instead. */
	readonly recorded?: {
		readonly files: ConnectablePart['files'];
		readonly find: ConfigurationEntry['find'];
	};
	/** The form of our plugin that the assistant loads; absent: none. */
	readonly takesPlugin?: 'portable' | 'claude-code' | 'pi';
	/** What the assistant itself keeps of us, without a command that deletes it; in its folder. */
	readonly keeps?: string;
}

/** Arguments of an assistant's own program, one list for each run. */
interface OwnCommands {
	readonly program: string;
	/** @param plugin The folder that lists our plugin. */
	readonly add: (server: ServerLaunch, plugin: string) => readonly (readonly string[])[];
	/** @param plugin As of `add`. @param source Path of the file of ours that the assistant loads, if it records one. */
	readonly remove: (plugin: string, source?: string) => readonly (readonly string[])[];
}

/** Turns `Claude Code: Plugin` into `claude-code`, the argument of `precis connect`. */
export function assistantName(label: string): string {
	return (label.split(':')[0] ?? '').toLowerCase().replaceAll(' ', '-');
}

/** A configuration file in a folder of an assistant. */
function fileIn(folder: Folder, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string] => [
		pathsOf(environment).join(folder(environment), ...steps),
	];
	return { folder, files };
}

/** For programs with settings in the platform's usual folder: in `….json`, or with comments in `….jsonc`. */
function configured(program: string, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string, ...string[]] => {
		const settings = folderOf(environment, ['XDG_CONFIG_HOME'], '.config');
		const file = pathsOf(environment).join(settings, program, ...steps);
		return file.endsWith('.json') ? [file, `${file}c`] : [file];
	};
	return { folder: dataOf(program), files };
}

/** Commands for programs with `mcp add` and `mcp remove`. */
function mcpCommands(program: string, scope: readonly string[], ...separator: readonly string[]) {
	return {
		program,
		add: ({ command, args }: ServerLaunch) => [
			['mcp', 'add', ...scope, ownName, ...separator, command, ...args],
		],
		remove: () => [['mcp', 'remove', ...scope, ownName]],
	};
}

/** Commands for programs that install plugins from a folder that lists them. */
function pluginCommands(program: string) {
	return {
		program,
		add: (_server: ServerLaunch, folder: string) => [
			['plugin', 'marketplace', 'add', folder],
			['plugin', 'install', pluginId],
		],
		remove: () => [
			['plugin', 'uninstall', pluginId],
			['plugin', 'marketplace', 'remove', ownName],
		],
	};
}

const scope = ['--scope', 'user'];

const command = ({ command: program, args }: ServerLaunch) => ({ command: program, args });

const stdio = (launch: ServerLaunch) => ({ type: 'stdio', ...command(launch) });

/** For OpenCode and its fork Kilo. */
const openCodeServer = jsonServer('mcp', ({ command: program, args }) => ({
	type: 'local',
	command: [program, ...args],
	enabled: true,
}));

/** The servers of assistants, by name. */
export const servers: readonly ConnectablePart[] = [
	{
		label: 'Claude Code',
		entry: jsonServer('mcpServers', stdio),
		commands: mcpCommands('claude', scope, '--'),
		// The file is in the configured folder, otherwise next to the usual folder.
		files: (environment) => [
			pathsOf(environment).join(folderOf(environment, ['CLAUDE_CONFIG_DIR']), '.claude.json'),
		],
		folder: claudeFolder,
	},
	{
		label: 'Cline',
		entry: jsonServer('mcpServers', (launch) => ({ ...stdio(launch), disabled: false })),
		...fileIn(clineData, 'settings', 'cline_mcp_settings.json'),
	},
	{
		label: 'Codex',
		entry: tomlServer('mcp_servers'),
		commands: mcpCommands('codex', [], '--'),
		...fileIn(codexHome, 'config.toml'),
	},
	{
		label: 'Copilot CLI',
		entry: listedPlugin,
		commands: pluginCommands('copilot'),
		takesPlugin: 'portable',
		...fileIn(copilotFolder, 'settings.json'),
	},
	{
		label: 'Cursor',
		entry: jsonServer('mcpServers', command),
		...fileIn(named([], '.cursor'), 'mcp.json'),
	},
	{
		label: 'Gemini CLI',
		entry: jsonServer('mcpServers', command),
		commands: mcpCommands('gemini', scope),
		...fileIn(geminiFolder, 'settings.json'),
	},
	{ label: 'Kilo', entry: openCodeServer, ...configured('kilo', 'kilo.json') },
	{ label: 'OpenCode', entry: openCodeServer, ...configured('opencode', 'opencode.json') },
	{
		label: 'Pi',
		// Otherwise the model would have to look up the tools, without knowing that they exist.
		entry: jsonServer('mcpServers', (launch) => ({ ...command(launch), exposure: 'direct' })),
		commands: mcpCommands('pi', [], '--exposure', 'direct', '--'),
		...fileIn(piFolder, 'mcp.json'),
	},
	{
		label: 'Qwen Code',
		entry: jsonServer('mcpServers', command),
		commands: mcpCommands('qwen', scope),
		...fileIn(qwenFolder, 'settings.json'),
	},
];

const openCode = (name: string) => ({
	compaction: 'replaces' as const,
	entry: ownFile(pluginMark, (installation) => openCodePlugin(name, installation)),
	...configured(name, 'plugin', 'precis.js'),
});

/** Claude Code's hooks, for its settings or our plugin. @param start As in {@link jsonHooks}. */
export function claudeHooks(
	platform: NodeJS.Platform,
	start?: (program: Program) => string,
): ConfigurationEntry {
	const events = [['SessionStart', 'compact'], ['PreCompact']] as const;
	return jsonHooks('claude-code', events, shellOf(platform), true, start);
}

/** The parts that assistants call while they run: hooks in their settings, plugins, and extensions. */
export function hooksOn(platform: NodeJS.Platform): readonly ConnectablePart[] {
	const isWindows = platform === 'win32';
	const shell = shellOf(platform);
	const hooks = (label: string, when: 'compact' | 'resume', choosesShell = false) => ({
		label: `${label}: Hooks`,
		compaction: 'adds' as const,
		entry: jsonHooks(assistantName(label), [['SessionStart', when]], shell, choosesShell),
	});
	return [
		{
			label: 'Claude Code: Plugin',
			compaction: 'replaces',
			entry: enabledPlugin(claudeHooks(platform), pluginFolder, 'hooks', 'precis.js'),
			commands: pluginCommands('claude'),
			takesPlugin: 'claude-code',
			keeps:
				'a copy of the plugin in plugins/cache/precis, and its name under declinedPlugins in .claude.json',
			...fileIn(claudeFolder, 'settings.json'),
		},
		{
			label: 'Cline: Plugin',
			compaction: 'adds',
			entry: ownFile(pluginMark, clinePlugin),
			...fileIn(clineData, '..', 'plugins', 'precis.js'),
		},
		{ ...hooks('Codex', 'compact'), ...fileIn(codexHome, 'hooks.json') },
		{
			label: 'Copilot CLI: Hooks',
			compaction: 'adds',
			// Copilot CLI reads every file in its folder, and runs the line for the system's shell.
			entry: ownFile('hook copilot-cli', ({ program }) => {
				const words = [...program.words, 'hook', 'copilot-cli', 'sessionStart'];
				const bash = isWindows ? {} : { bash: shellLine(words, 'posix') };
				const powershell = shellLine(words, 'powershell');
				const hook = { type: 'command', ...bash, powershell, timeoutSec: 15 };
				return `${JSON.stringify({ version: 1, hooks: { sessionStart: [hook] } }, undefined, 2)}\n`;
			}),
			...fileIn(copilotFolder, 'hooks', 'precis.json'),
		},
		{ ...hooks('Gemini CLI', 'resume'), ...fileIn(geminiFolder, 'settings.json') },
		{ label: 'Kilo: Plugin', ...openCode('kilo') },
		{ label: 'OpenCode: Plugin', ...openCode('opencode') },
		{
			label: 'Pi: Extension',
			compaction: 'replaces',
			entry: ownFile(pluginMark, piExtension),
			commands: {
				program: 'pi',
				add: (_server, plugin) => [['install', piFile(plugin)]],
				// Another program of ours may have connected it.
				remove: (plugin, source = piFile(plugin)) => [['remove', source]],
			},
			recorded: { files: fileIn(piFolder, 'settings.json').files, find: recordedFile(piName) },
			takesPlugin: 'pi',
			...fileIn(piFolder, 'extensions', 'precis.js'),
		},
		// Without a shell in the hook, Qwen Code passes the line to cmd.exe, where nothing can be quoted.
		{ ...hooks('Qwen Code', 'compact', true), ...fileIn(qwenFolder, 'settings.json') },
	];
}

const piName = 'precis-pi.js';

/** The extension that Pi installs. @param plugin Folder that lists our plugin. */
export function piFile(plugin: string): string {
	return path.join(plugin, piName);
}

/** All parts that can be connected on a platform, by label. */
export function partsOn(platform: NodeJS.Platform): readonly ConnectablePart[] {
	return [...servers, ...hooksOn(platform)].toSorted((one, other) =>
		one.label < other.label ? -1 : 1,
	);
}
