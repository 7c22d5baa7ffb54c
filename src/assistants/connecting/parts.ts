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
import {
	type ConfigurationEntry,
	enabledPlugin,
	jsonHooks,
	jsonServer,
	listedPlugin,
	ownFile,
	ownName,
	pluginId,
	tomlServer,
} from './entries.ts';
import { shellLine, shellOf, type ServerLaunch } from './programs.ts';

/** What of ours each assistant can have, and how it is connected. */

/** A part of ours in an assistant. */
export interface ConnectablePart {
	/** As people know it: `Claude Code`, `Claude Code: Hooks`. */
	readonly label: string;
	/** A folder that is there where the assistant was used. */
	readonly folder: Folder;
	/** Where its configuration file may be; the first that is there counts. None need be there. */
	readonly files: (environment: StoreEnvironment) => readonly [string, ...string[]];
	readonly entry: ConfigurationEntry;
	/** The assistant's own program edits its file itself; absent: a person pastes the snippet. */
	readonly commands?: OwnCommands;
	/** The files of our plugin that it loads; absent: none. */
	readonly takesPlugin?: 'portable' | 'claude-code';
}

/** Arguments of an assistant's own program, one list for each run. */
interface OwnCommands {
	readonly program: string;
	/** @param plugin Folder that lists our plugin. */
	readonly add: (server: ServerLaunch, plugin: string) => readonly (readonly string[])[];
	readonly remove: readonly (readonly string[])[];
}

/** `Claude Code: Hooks` as `claude-code`, which `precis connect` takes. */
export function assistantName(label: string): string {
	return (label.split(':')[0] ?? '').toLowerCase().replaceAll(' ', '-');
}

/** A configuration file that lies in a folder of an assistant. */
function fileIn(folder: Folder, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string] => [
		pathsOf(environment).join(folder(environment), ...steps),
	];
	return { folder, files };
}

/** Of the programs that keep their settings where the platform has them. With or without comments, as the name says. */
function configured(program: string, ...steps: readonly [string, ...string[]]) {
	const files = (environment: StoreEnvironment): readonly [string, ...string[]] => {
		const settings = folderOf(environment, ['XDG_CONFIG_HOME'], '.config');
		const file = pathsOf(environment).join(settings, program, ...steps);
		return file.endsWith('.json') ? [file, `${file}c`] : [file];
	};
	return { folder: dataOf(program), files };
}

/** `program mcp add …`, which all that have it take in much the same way. */
function mcpCommands(program: string, scope: readonly string[], ...separator: readonly string[]) {
	return {
		program,
		add: ({ command, args }: ServerLaunch) => [
			['mcp', 'add', ...scope, ownName, ...separator, command, ...args],
		],
		remove: [['mcp', 'remove', ...scope, ownName]],
	};
}

/** `program plugin …`, for those that install plugins of a folder that lists them. */
function pluginCommands(program: string) {
	return {
		program,
		add: (_server: ServerLaunch, folder: string) => [
			['plugin', 'marketplace', 'add', folder],
			['plugin', 'install', pluginId],
		],
		remove: [
			['plugin', 'uninstall', pluginId],
			['plugin', 'marketplace', 'remove', ownName],
		],
	};
}

const scope = ['--scope', 'user'];

const command = ({ command: program, args }: ServerLaunch) => ({ command: program, args });

const stdio = (launch: ServerLaunch) => ({ type: 'stdio', ...command(launch) });

/** Of OpenCode, and of Kilo, which is made of it. */
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
		// With a folder of its own it lies there, else beside the usual one.
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
		// Else its model has to look the tools up, and never learns of them.
		entry: jsonServer('mcpServers', (launch) => ({ ...command(launch), exposure: 'direct' })),
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
	entry: ownFile(pluginMark, (given) => openCodePlugin(name, given)),
	...configured(name, 'plugin', 'precis.js'),
});

const compacted = [['SessionStart', 'compact']] as const;

/** Claude Code's hooks: in its settings where a person pasted them, or in our plugin. */
export function claudeHooks(platform: NodeJS.Platform): ConfigurationEntry {
	return jsonHooks('claude-code', [...compacted, ['PreCompact']], shellOf(platform), true);
}

/** What has assistants ask Precis while they run: hooks in their settings, or a plugin beside these. */
export function hooksOn(platform: NodeJS.Platform): readonly ConnectablePart[] {
	const isWindows = platform === 'win32';
	const shell = shellOf(platform);
	return [
		{
			label: 'Claude Code: Hooks',
			entry: enabledPlugin(claudeHooks(platform)),
			commands: pluginCommands('claude'),
			takesPlugin: 'claude-code',
			...fileIn(claudeFolder, 'settings.json'),
		},
		{
			label: 'Cline: Plugin',
			entry: ownFile(pluginMark, clinePlugin),
			...fileIn(clineData, '..', 'plugins', 'precis.js'),
		},
		{
			label: 'Codex: Hooks',
			entry: jsonHooks('codex', compacted, shell),
			...fileIn(codexHome, 'hooks.json'),
		},
		{
			label: 'Copilot CLI: Hooks',
			// It reads every file of its folder, and takes the line for the shell of its system.
			entry: ownFile('hook copilot-cli', ({ program }) => {
				const words = [...program.words, 'hook', 'copilot-cli', 'sessionStart'];
				const bash = isWindows ? {} : { bash: shellLine(words, 'posix') };
				const powershell = shellLine(words, 'powershell');
				const hook = { type: 'command', ...bash, powershell, timeoutSec: 15 };
				return `${JSON.stringify({ version: 1, hooks: { sessionStart: [hook] } }, undefined, 2)}\n`;
			}),
			...fileIn(copilotFolder, 'hooks', 'precis.json'),
		},
		{
			label: 'Gemini CLI: Hooks',
			entry: jsonHooks('gemini-cli', [['SessionStart', 'resume']], shell),
			...fileIn(geminiFolder, 'settings.json'),
		},
		{ label: 'Kilo: Plugin', ...openCode('kilo') },
		{ label: 'OpenCode: Plugin', ...openCode('opencode') },
		{
			label: 'Pi: Extension',
			entry: ownFile(pluginMark, piExtension),
			...fileIn(piFolder, 'extensions', 'precis.js'),
		},
		{
			label: 'Qwen Code: Hooks',
			// Else cmd.exe, which it hands a line in which nothing can be quoted.
			entry: jsonHooks('qwen-code', compacted, shell, true),
			...fileIn(qwenFolder, 'settings.json'),
		},
	];
}

/** All that can be connected on a platform, by label. */
export function partsOn(platform: NodeJS.Platform): readonly ConnectablePart[] {
	return [...servers, ...hooksOn(platform)].toSorted((one, other) =>
		one.label < other.label ? -1 : 1,
	);
}
