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
	piFolder,
	qwenFolder,
} from '../../transcripts/discovery/folders.ts';
import { configured, fileIn } from './folders.ts';
import { jsonEntry } from './jsonEntry.ts';
import type { ServerLaunch, ServerList } from './serverList.ts';
import { tomlTable } from './tomlTable.ts';

/** An assistant whose configuration file lists MCP servers. */
export interface ConnectableAssistant {
	/** As people know it. */
	readonly label: string;
	readonly list: ServerList;
	/** Where its configuration file may be; the first that is there counts. None need be there. */
	readonly files: (environment: StoreEnvironment) => readonly [string, ...string[]];
	/** A folder that is there where the assistant was used. */
	readonly folder: Folder;
}

/** `Claude Code: Hooks` as `claude-code`, which `precis connect` takes. */
export function assistantName(label: string): string {
	return (label.split(':')[0] ?? '').toLowerCase().replaceAll(' ', '-');
}

const command = ({ command: program, args }: ServerLaunch) => ({ command: program, args });

const stdio = (launch: ServerLaunch) => ({ type: 'stdio', ...command(launch) });

/** Of OpenCode, and of Kilo, which is made of it. */
const openCodeList = jsonEntry('mcp', ({ command: program, args }) => ({
	type: 'local',
	command: [program, ...args],
	enabled: true,
}));

/** With or without comments, as the name says. */
const eitherJson = (file: string): readonly [string, string] => [file, `${file}c`];

/** All that can be connected, by name. */
export const connectableAssistants: readonly ConnectableAssistant[] = [
	{
		label: 'Claude Code',
		list: jsonEntry('mcpServers', stdio),
		// With a folder of its own it lies there, else beside the usual one.
		files: (environment) => [
			pathsOf(environment).join(folderOf(environment, ['CLAUDE_CONFIG_DIR']), '.claude.json'),
		],
		folder: claudeFolder,
	},
	{
		label: 'Cline',
		list: jsonEntry('mcpServers', (launch) => ({ ...stdio(launch), disabled: false })),
		...fileIn(clineData, 'settings', 'cline_mcp_settings.json'),
	},
	{
		label: 'Codex',
		list: tomlTable('mcp_servers'),
		...fileIn(codexHome, 'config.toml'),
	},
	{
		label: 'Copilot CLI',
		list: jsonEntry('mcpServers', (launch) => ({
			type: 'local',
			...command(launch),
			tools: ['*'],
		})),
		...fileIn(copilotFolder, 'mcp-config.json'),
	},
	{
		label: 'Gemini CLI',
		list: jsonEntry('mcpServers', command),
		...fileIn(geminiFolder, 'settings.json'),
	},
	{
		label: 'Kilo',
		list: openCodeList,
		files: (environment) => eitherJson(configured(environment, 'kilo', 'kilo.json')),
		folder: dataOf('kilo'),
	},
	{
		label: 'OpenCode',
		list: openCodeList,
		files: (environment) => eitherJson(configured(environment, 'opencode', 'opencode.json')),
		folder: dataOf('opencode'),
	},
	{
		label: 'Pi',
		// Else its model has to look the tools up, and never learns of them.
		list: jsonEntry('mcpServers', (launch) => ({ ...command(launch), exposure: 'direct' })),
		...fileIn(piFolder, 'mcp.json'),
	},
	{
		label: 'Qwen Code',
		list: jsonEntry('mcpServers', command),
		...fileIn(qwenFolder, 'settings.json'),
	},
];
