import { stat } from 'node:fs/promises';
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
import { claudePluginName, claudePluginOr } from './claudePlugin.ts';
import {
	type ConfigurationEntry,
	jsonAt,
	jsonHooks,
	jsonServer,
	ownFile,
	serverName,
	tomlServer,
} from './entries.ts';
import type { ServerLaunch, Start } from './launches.ts';
import { clinePlugin, openCodePlugin, piExtension, pluginMark, pluginStarts } from './plugins.ts';
import { powerShellCommand, powerShellOrCmdCommand, shellCommand } from './shellCommand.ts';

/** What of ours each assistant can have, and how it is connected. */

/** A part of ours in an assistant. */
export interface ConnectablePart {
	/** As people know it: `Claude Code`, `Claude Code: Hooks`. */
	readonly label: string;
	/** Hooks are plugins as well. */
	readonly kind: 'server' | 'hooks';
	/** A folder that is there where the assistant was used. */
	readonly folder: Folder;
	/** Where its configuration file may be; the first that is there counts. None need be there. */
	readonly files: (environment: StoreEnvironment) => readonly [string, ...string[]];
	readonly entry: ConfigurationEntry;
	/** The assistant's own program edits its file itself; absent: a person pastes the snippet. */
	readonly commands?: OwnCommands;
}

/** Arguments of an assistant's own program, one list for each run. */
interface OwnCommands {
	readonly program: string;
	/** @param plugin Folder of our plugin for Claude Code. */
	readonly add: (server: ServerLaunch, plugin: string) => readonly (readonly string[])[];
	readonly remove: readonly (readonly string[])[];
}

/** `Claude Code: Hooks` as `claude-code`, which `precis connect` takes. */
export function assistantName(label: string): string {
	return (label.split(':')[0] ?? '').toLowerCase().replaceAll(' ', '-');
}

/** An assistant's configuration file: the first of those it reads that is there, or else the first. */
export async function configurationOf(
	{ files }: Pick<ConnectablePart, 'files'>,
	environment: StoreEnvironment,
): Promise<string> {
	const [usual, ...others] = files(environment);
	for (const file of [usual, ...others]) {
		if ((await stat(file).catch(() => undefined)) !== undefined) {
			return file;
		}
	}
	return usual;
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
function mcpCommands(
	program: string,
	{
		scope = [],
		separator = [],
	}: Readonly<Partial<Record<'scope' | 'separator', readonly string[]>>>,
): OwnCommands {
	return {
		program,
		add: ({ command, args }) => [
			['mcp', 'add', ...scope, serverName, ...separator, command, ...args],
		],
		remove: [['mcp', 'remove', ...scope, serverName]],
	};
}

const scope = ['--scope', 'user'] as const;
const separator = ['--'] as const;

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
		kind: 'server',
		entry: jsonServer('mcpServers', stdio),
		commands: mcpCommands('claude', { scope, separator }),
		// With a folder of its own it lies there, else beside the usual one.
		files: (environment) => [
			pathsOf(environment).join(folderOf(environment, ['CLAUDE_CONFIG_DIR']), '.claude.json'),
		],
		folder: claudeFolder,
	},
	{
		label: 'Cline',
		kind: 'server',
		entry: jsonServer('mcpServers', (launch) => ({ ...stdio(launch), disabled: false })),
		...fileIn(clineData, 'settings', 'cline_mcp_settings.json'),
	},
	{
		label: 'Codex',
		kind: 'server',
		entry: tomlServer('mcp_servers'),
		commands: mcpCommands('codex', { separator }),
		...fileIn(codexHome, 'config.toml'),
	},
	{
		label: 'Copilot CLI',
		kind: 'server',
		entry: jsonServer('mcpServers', (launch) => ({
			type: 'local',
			...command(launch),
			tools: ['*'],
		})),
		commands: mcpCommands('copilot', { separator }),
		...fileIn(copilotFolder, 'mcp-config.json'),
	},
	{
		label: 'Cursor',
		kind: 'server',
		entry: jsonServer('mcpServers', command),
		...fileIn(named([], '.cursor'), 'mcp.json'),
	},
	{
		label: 'Gemini CLI',
		kind: 'server',
		entry: jsonServer('mcpServers', command),
		commands: mcpCommands('gemini', { scope }),
		...fileIn(geminiFolder, 'settings.json'),
	},
	{ label: 'Kilo', kind: 'server', entry: openCodeServer, ...configured('kilo', 'kilo.json') },
	{
		label: 'OpenCode',
		kind: 'server',
		entry: openCodeServer,
		...configured('opencode', 'opencode.json'),
	},
	{
		label: 'Pi',
		kind: 'server',
		// Else its model has to look the tools up, and never learns of them.
		entry: jsonServer('mcpServers', (launch) => ({ ...command(launch), exposure: 'direct' })),
		...fileIn(piFolder, 'mcp.json'),
	},
	{
		label: 'Qwen Code',
		kind: 'server',
		entry: jsonServer('mcpServers', command),
		commands: mcpCommands('qwen', { scope }),
		...fileIn(qwenFolder, 'settings.json'),
	},
];

/**
 * What has assistants ask Precis while they run: hooks in their settings, or a plugin beside these. What is started is
 * the command line, not the server.
 */
export function hooksOn(platform: NodeJS.Platform): readonly ConnectablePart[] {
	const shell = (program: ServerLaunch, more: readonly string[]): string | undefined =>
		shellCommand(program, more, platform);
	const start = { event: 'SessionStart', matcher: 'compact' } as const;
	const before = { event: 'PreCompact' } as const;
	const isWindows = platform === 'win32';
	const plugin = `${claudePluginName}@${claudePluginName}`;
	return [
		{
			label: 'Claude Code: Hooks',
			kind: 'hooks',
			entry: claudePluginOr(jsonHooks('claude-code', [start, before], shell)),
			commands: {
				program: 'claude',
				add: (_server, folder) => [
					['plugin', 'marketplace', 'add', folder],
					['plugin', 'install', plugin],
				],
				remove: [
					['plugin', 'uninstall', plugin],
					['plugin', 'marketplace', 'remove', claudePluginName],
				],
			},
			...fileIn(claudeFolder, 'settings.json'),
		},
		{
			label: 'Cline: Plugin',
			kind: 'hooks',
			entry: ownFile(pluginMark, clinePlugin, pluginStarts),
			...fileIn(clineData, '..', 'plugins', 'precis.js'),
		},
		{
			label: 'Codex: Hooks',
			kind: 'hooks',
			// It runs hooks with PowerShell on Windows, or with cmd.exe where it finds none.
			entry: jsonHooks('codex', [start, before], isWindows ? powerShellOrCmdCommand : shell),
			...fileIn(codexHome, 'hooks.json'),
		},
		{
			label: 'Copilot CLI: Hooks',
			kind: 'hooks',
			entry: ownFile(
				'hook copilot-cli',
				(program) => copilotHooks(program, platform),
				(text) => copilotStarts(text, platform),
			),
			...fileIn(copilotFolder, 'hooks', 'precis.json'),
		},
		{
			label: 'Gemini CLI: Hooks',
			kind: 'hooks',
			entry: jsonHooks(
				'gemini-cli',
				[{ event: 'SessionStart', matcher: 'resume' }],
				// It runs hooks with PowerShell on Windows.
				isWindows ? powerShellCommand : shell,
			),
			...fileIn(geminiFolder, 'settings.json'),
		},
		{
			label: 'Kilo: Plugin',
			kind: 'hooks',
			entry: ownFile(
				pluginMark,
				(program, compactor) => openCodePlugin(program, 'kilo', compactor),
				pluginStarts,
			),
			...configured('kilo', 'plugin', 'precis.js'),
		},
		{
			label: 'OpenCode: Plugin',
			kind: 'hooks',
			entry: ownFile(
				pluginMark,
				(program, compactor) => openCodePlugin(program, 'opencode', compactor),
				pluginStarts,
			),
			...configured('opencode', 'plugin', 'precis.js'),
		},
		{
			label: 'Pi: Extension',
			kind: 'hooks',
			entry: ownFile(pluginMark, piExtension, pluginStarts),
			...fileIn(piFolder, 'extensions', 'precis.js'),
		},
		{
			label: 'Qwen Code: Hooks',
			kind: 'hooks',
			entry: jsonHooks(
				'qwen-code',
				[start, before],
				isWindows ? powerShellCommand : shell,
				// Else cmd.exe, which it hands a line in which nothing can be quoted.
				isWindows ? { shell: 'powershell' } : {},
			),
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

/** Copilot CLI reads every file of its folder, and takes the line for the shell of its system. */
function copilotHooks(program: ServerLaunch, platform: NodeJS.Platform): string {
	const more = ['hook', 'copilot-cli', 'sessionStart'];
	const bash = platform === 'win32' ? undefined : shellCommand(program, more, platform);
	const powershell = powerShellCommand(program, more);
	const lines = bash === undefined ? { powershell } : { bash, powershell };
	const sessionStart = [{ type: 'command', ...lines, timeoutSec: 15 }];
	return `${JSON.stringify({ version: 1, hooks: { sessionStart } }, undefined, 2)}\n`;
}

function copilotStarts(text: string, platform: NodeJS.Platform): readonly Start[] {
	const shell = platform === 'win32' ? 'powershell' : 'bash';
	const line = jsonAt(text, ['hooks', 'sessionStart', 0, shell]);
	return typeof line === 'string' ? [line] : [];
}
