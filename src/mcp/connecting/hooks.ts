import { clineData } from '../../transcripts/discovery/editorStores.ts';
import { pathsOf, sharedData } from '../../transcripts/discovery/environment.ts';
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
import { objectIn, valueOf } from './jsonDocument.ts';
import { ownFile } from './ownFile.ts';
import { clinePlugin, openCodePlugin, piExtension, pluginMark, pluginStarts } from './plugins.ts';
import { powerShellCommand, powerShellOrCmdCommand, shellCommand } from './shellCommand.ts';
import type { ServerLaunch, Start } from './serverList.ts';

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
			files: (environment) => [
				pathsOf(environment).join(claudeFolder(environment), 'settings.json'),
			],
			folder: claudeFolder,
		},
		{
			label: 'Cline: Plugin',
			list: ownFile(pluginMark, clinePlugin, pluginStarts),
			files: (environment) => [
				pathsOf(environment).join(clineData(environment), '..', 'plugins', 'precis.js'),
			],
			folder: clineData,
		},
		{
			label: 'Codex: Hooks',
			list: hookEntries(
				'codex',
				[start, before],
				// It runs hooks with PowerShell on Windows, or with cmd.exe where it finds none.
				platform === 'win32' ? powerShellOrCmdCommand : shell,
			),
			files: (environment) => [pathsOf(environment).join(codexHome(environment), 'hooks.json')],
			folder: codexHome,
		},
		{
			label: 'Copilot CLI: Hooks',
			list: ownFile(
				'hook copilot-cli',
				(program) => copilotHooks(program, platform),
				(text) => copilotStarts(text, platform),
			),
			files: (environment) => [
				pathsOf(environment).join(copilotFolder(environment), 'hooks', 'precis.json'),
			],
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
			files: (environment) => [
				pathsOf(environment).join(geminiFolder(environment), 'settings.json'),
			],
			folder: geminiFolder,
		},
		{
			label: 'Kilo: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'kilo'), pluginStarts),
			files: (environment) => [configured(environment, 'kilo', 'plugin', 'precis.js')],
			folder: (environment) => pathsOf(environment).join(sharedData(environment), 'kilo'),
		},
		{
			label: 'OpenCode: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'opencode'), pluginStarts),
			files: (environment) => [configured(environment, 'opencode', 'plugin', 'precis.js')],
			folder: (environment) => pathsOf(environment).join(sharedData(environment), 'opencode'),
		},
		{
			label: 'Pi: Extension',
			list: ownFile(pluginMark, piExtension, pluginStarts),
			files: (environment) => [
				pathsOf(environment).join(piFolder(environment), 'extensions', 'precis.js'),
			],
			folder: piFolder,
		},
		{
			label: 'Qwen Code: Hooks',
			list: hookEntries(
				'qwen-code',
				[start, before],
				platform === 'win32' ? powerShellCommand : shell,
				// Else cmd.exe, which it hands a line in which nothing can be quoted.
				platform === 'win32' ? { shell: 'powershell' } : {},
			),
			files: (environment) => [pathsOf(environment).join(qwenFolder(environment), 'settings.json')],
			folder: qwenFolder,
		},
	];
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
	const event = valueOf(valueOf(objectIn(text), 'hooks'), 'sessionStart')?.children?.[0];
	const line: unknown = valueOf(event, platform === 'win32' ? 'powershell' : 'bash')?.value;
	return typeof line === 'string' ? [line] : [];
}
