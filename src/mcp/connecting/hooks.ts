import path from 'node:path';
import { clineData } from '../../transcripts/discovery/editorStores.ts';
import { sharedData } from '../../transcripts/discovery/environment.ts';
import type { ConnectableAssistant } from './assistants.ts';
import {
	claudeFolder,
	codexHome,
	configured,
	copilotFolder,
	geminiFolder,
	piFolder,
	qwenFolder,
} from './folders.ts';
import { type CommandLine, hookEntries } from './hookEntries.ts';
import { ownFile } from './ownFile.ts';
import { clinePlugin, openCodePlugin, piExtension, pluginMark } from './plugins.ts';
import { powerShellCommand, shellCommand } from './shellCommand.ts';
import type { ServerLaunch } from './serverList.ts';

/**
 * What has assistants ask Precis while they run: hooks in their settings, or a plugin beside these. The
 * program that a `ServerList` of these is given is `precis` itself, not its server.
 */
export function connectableHooks(platform: NodeJS.Platform): readonly ConnectableAssistant[] {
	const shell: CommandLine = (program, more) => shellCommand(program, more, platform);
	const start = { event: 'SessionStart', matcher: 'compact' } as const;
	const before = { event: 'PreCompact' } as const;
	return [
		{
			label: 'Claude Code: Hooks',
			list: hookEntries('claude-code', [start, before], shell),
			files: (environment) => [path.join(claudeFolder(environment), 'settings.json')],
			folder: claudeFolder,
		},
		{
			label: 'Cline: Plugin',
			list: ownFile(pluginMark, clinePlugin),
			files: (environment) => [path.join(clineData(environment), '..', 'plugins', 'precis.js')],
			folder: clineData,
		},
		{
			label: 'Codex: Hooks',
			list: hookEntries('codex', [start, before], shell),
			files: (environment) => [path.join(codexHome(environment), 'hooks.json')],
			folder: codexHome,
		},
		{
			label: 'Copilot CLI: Hooks',
			list: ownFile('hook copilot-cli', (program) => copilotHooks(program, platform)),
			files: (environment) => [path.join(copilotFolder(environment), 'hooks', 'precis.json')],
			folder: copilotFolder,
		},
		{
			label: 'Gemini CLI: Hooks',
			list: hookEntries(
				'gemini-cli',
				[{ event: 'SessionStart', matcher: 'resume' }],
				// It runs hooks with PowerShell on Windows.
				platform === 'win32' ? powerShellCommand : shell,
			),
			files: (environment) => [path.join(geminiFolder(environment), 'settings.json')],
			folder: geminiFolder,
		},
		{
			label: 'Kilo: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'kilo')),
			files: (environment) => [configured(environment, 'kilo', 'plugin', 'precis.js')],
			folder: (environment) => path.join(sharedData(environment), 'kilo'),
		},
		{
			label: 'OpenCode: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'opencode')),
			files: (environment) => [configured(environment, 'opencode', 'plugin', 'precis.js')],
			folder: (environment) => path.join(sharedData(environment), 'opencode'),
		},
		{
			label: 'Pi: Extension',
			list: ownFile(pluginMark, piExtension),
			files: (environment) => [path.join(piFolder(environment), 'extensions', 'precis.js')],
			folder: piFolder,
		},
		{
			label: 'Qwen Code: Hooks',
			list: hookEntries('qwen-code', [start, before], shell),
			files: (environment) => [path.join(qwenFolder(environment), 'settings.json')],
			folder: qwenFolder,
		},
	];
}

/** Copilot CLI reads every file of its folder, and has a line for each kind of shell. */
function copilotHooks(program: ServerLaunch, platform: NodeJS.Platform): string | undefined {
	const lines = (event: string): object | undefined => {
		const more = ['hook', 'copilot-cli', event];
		const bash = shellCommand(program, more, platform);
		return bash === undefined
			? undefined
			: { type: 'command', bash, powershell: powerShellCommand(program, more), timeoutSec: 15 };
	};
	const sessionStart = lines('sessionStart');
	return sessionStart === undefined
		? undefined
		: `${JSON.stringify({ version: 1, hooks: { sessionStart: [sessionStart] } }, undefined, 2)}\n`;
}
