import {
	claudeFolder,
	clineData,
	codexHome,
	copilotFolder,
	dataOf,
	geminiFolder,
	piFolder,
	qwenFolder,
} from '../../transcripts/discovery/folders.ts';
import { connectableAssistants, type ConnectableAssistant } from './assistants.ts';
import { configured, fileIn } from './folders.ts';
import { type CommandLine, hookEntries } from './hookEntries.ts';
import { objectIn, valueOf } from './jsonDocument.ts';
import { clinePlugin, openCodePlugin, piExtension, pluginMark, pluginStarts } from './plugins.ts';
import { powerShellCommand, powerShellOrCmdCommand, shellCommand } from './shellCommand.ts';
import { ownFile, type ServerLaunch, type Start } from './serverList.ts';

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
			...fileIn(claudeFolder, 'settings.json'),
		},
		{
			label: 'Cline: Plugin',
			list: ownFile(pluginMark, clinePlugin, pluginStarts),
			...fileIn(clineData, '..', 'plugins', 'precis.js'),
		},
		{
			label: 'Codex: Hooks',
			list: hookEntries(
				'codex',
				[start, before],
				// It runs hooks with PowerShell on Windows, or with cmd.exe where it finds none.
				platform === 'win32' ? powerShellOrCmdCommand : shell,
			),
			...fileIn(codexHome, 'hooks.json'),
		},
		{
			label: 'Copilot CLI: Hooks',
			list: ownFile(
				'hook copilot-cli',
				(program) => copilotHooks(program, platform),
				(text) => copilotStarts(text, platform),
			),
			...fileIn(copilotFolder, 'hooks', 'precis.json'),
		},
		{
			label: 'Gemini CLI: Hooks',
			list: hookEntries(
				'gemini-cli',
				[{ event: 'SessionStart', matcher: 'resume' }],
				// It runs hooks with PowerShell on Windows.
				platform === 'win32' ? powerShellCommand : shell,
			),
			...fileIn(geminiFolder, 'settings.json'),
		},
		{
			label: 'Kilo: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'kilo'), pluginStarts),
			files: (environment) => [configured(environment, 'kilo', 'plugin', 'precis.js')],
			folder: dataOf('kilo'),
		},
		{
			label: 'OpenCode: Plugin',
			list: ownFile(pluginMark, (program) => openCodePlugin(program, 'opencode'), pluginStarts),
			files: (environment) => [configured(environment, 'opencode', 'plugin', 'precis.js')],
			folder: dataOf('opencode'),
		},
		{
			label: 'Pi: Extension',
			list: ownFile(pluginMark, piExtension, pluginStarts),
			...fileIn(piFolder, 'extensions', 'precis.js'),
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
			...fileIn(qwenFolder, 'settings.json'),
		},
	];
}

/** What of ours an assistant can be connected to; hooks are plugins as well. */
export type ConnectablePart = 'server' | 'hooks';

/** All that can be connected on a platform, by label. */
export function connectableParts(
	platform: NodeJS.Platform,
): readonly { readonly assistant: ConnectableAssistant; readonly part: ConnectablePart }[] {
	return [
		...connectableAssistants.map((assistant) => ({ assistant, part: 'server' }) as const),
		...connectableHooks(platform).map((assistant) => ({ assistant, part: 'hooks' }) as const),
	].toSorted((one, other) => (one.assistant.label < other.assistant.label ? -1 : 1));
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
