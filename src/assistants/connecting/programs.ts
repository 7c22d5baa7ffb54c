import path from 'node:path';
import type { CompactorLaunch } from '../compactor/plugins.ts';

/** How a program is started. */
export interface ServerLaunch {
	readonly command: string;
	readonly args: readonly string[];
}

/** Our command line program, which assistants start. */
export interface Program {
	readonly launch: ServerLaunch;
	/** The words of a shell's line, where a batch file needs no other program. */
	readonly words: readonly string[];
	/** The words that the user types, if shorter. */
	readonly typed?: readonly string[];
}

/** What configurations of assistants refer to. */
export interface Installation extends CompactorLaunch {
	readonly program: Program;
	/** The folder that lists our plugin; created on demand. */
	readonly plugin: string;
}

/** The launch of our MCP server. */
export function serverLaunch({ launch: { command, args } }: Program): ServerLaunch {
	return { command, args: [...args, 'mcp'] };
}

/** The shells in which assistants run their hooks. */
export type Shell = 'posix' | 'powershell';

/** The shell for hooks on a platform. */
export function shellOf(platform: NodeJS.Platform): Shell {
	return platform === 'win32' ? 'powershell' : 'posix';
}

/** A word that needs no quotes in any shell. */
const plainWord = /^[\w@+:./-]+$/;

/** A command line for a shell. @param words The program and its arguments. */
export function shellLine(words: readonly string[], shell: Shell): string {
	// All shells of Windows accept slashes.
	const slashed = shell === 'posix' ? words : words.map((word) => word.replaceAll('\\', '/'));
	if (slashed.every((word) => plainWord.test(word))) {
		return slashed.join(' ');
	}
	const quoted = slashed.map((word) => (plainWord.test(word) ? word : inQuotes(word, shell)));
	// PowerShell treats a string as a value, not as a program.
	return [...(shell === 'powershell' ? ['&'] : []), ...quoted].join(' ');
}

function inQuotes(word: string, shell: Shell): string {
	return shell === 'posix'
		? `'${word.replaceAll("'", String.raw`'\''`)}'`
		: // PowerShell treats typographic quotation marks as plain ones.
			`'${word.replaceAll(/['\u2018-\u201B]/g, '$&$&')}'`;
}

/** The paths in a launcher, all absolute. */
export interface LauncherParts {
	readonly platform: NodeJS.Platform;
	/** The extension's folder, `…/publisher.name-1.2.3`. */
	readonly extension: string;
	/** `publisher.name`. */
	readonly extensionId: string;
	/** The editor's program, which also runs as Node. */
	readonly runtime: string;
	/** Our folder in the editor's storage for extensions, with the store and the launcher. */
	readonly storage: string;
}

/**
 * A small program that starts our command line. Its path never changes, unlike that of the extension, because other
 * programs' configuration files contain it.
 */
export interface Launcher {
	readonly path: string;
	readonly text: string;
	readonly program: Program;
}

const notInstalled =
	'The VS Code extension Precis is no longer installed. Install it again, or remove Precis from the configuration of this assistant.';
const noNode = 'Precis needs VS Code or Node.js, and neither was found. Start VS Code once.';

/** The launcher for this machine. If our program is missing, it exits with 0 for a hook, so that the assistant continues. */
export function launcherFor(parts: LauncherParts): Launcher {
	return parts.platform === 'win32' ? batchFile(parts) : shellScript(parts);
}

function shellScript({ extension, extensionId, runtime, storage }: LauncherParts): Launcher {
	const [program = '', extensions = '', node = '', store = ''] = [
		path.posix.join(extension, 'dist', 'cli.mjs'),
		path.posix.dirname(extension),
		runtime,
		storage,
	].map((word) => inQuotes(word, 'posix'));
	const text = `#!/bin/sh
# Starts the command line of the VS Code extension Precis, which wrote this file.
program=${program}
extensions=${extensions}
runtime=${node}
code=1
[ "$1" = hook ] && code=0
if [ ! -f "$program" ]; then
	# The extension was updated: the newest version counts.
	program=$(ls -td "$extensions"/${extensionId}-*/dist/cli.mjs 2>/dev/null | head -n 1)
fi
if [ ! -f "$program" ]; then
	echo '${notInstalled}' >&2
	exit $code
fi
if [ ! -x "$runtime" ]; then
	runtime=$(command -v node) || { echo '${noNode}' >&2; exit $code; }
fi
PRECIS_STORE=${store} ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" "$@"
`;
	const file = path.posix.join(storage, 'bin', 'precis');
	return { path: file, text, program: { launch: { command: file, args: [] }, words: [file] } };
}

function batchFile({ extension, extensionId, runtime, storage }: LauncherParts): Launcher {
	const isAscii = /^[ -~]*$/.test([extension, runtime, storage].join(''));
	const lines = [
		'@echo off',
		'rem Starts the command line of the VS Code extension Precis, which wrote this file.',
		'setlocal',
		// cmd.exe reads the lines that follow in the code page of its console.
		...(isAscii ? [] : [String.raw`"%SystemRoot%\System32\chcp.com" 65001 >nul 2>&1`]),
		`set "PROGRAM=${escapePercent(path.win32.join(extension, 'dist', 'cli.mjs'))}"`,
		`set "EXTENSIONS=${escapePercent(path.win32.dirname(extension))}"`,
		`set "RUNTIME=${escapePercent(runtime)}"`,
		'set CODE=1',
		'if "%~1"=="hook" set CODE=0',
		'rem The extension was updated: the newest version counts.',
		`if not exist "%PROGRAM%" for /f "delims=" %%d in ('dir /b /ad /od "%EXTENSIONS%\\${extensionId}-*" 2^>nul') do set "PROGRAM=%EXTENSIONS%\\%%d\\dist\\cli.mjs"`,
		`if not exist "%PROGRAM%" (echo ${notInstalled} 1>&2 & exit /b %CODE%)`,
		'if not exist "%RUNTIME%" set "RUNTIME=node"',
		'set ELECTRON_RUN_AS_NODE=1',
		`set "PRECIS_STORE=${escapePercent(storage)}"`,
		'"%RUNTIME%" "%PROGRAM%" %*',
		'exit /b %errorlevel%',
		'',
	];
	const file = path.win32.join(storage, 'bin', 'precis.cmd');
	const program = { launch: batchFileLaunch(file), words: [file] };
	return { path: file, text: lines.join('\r\n'), program };
}

/** For every shell, so without characters that one of them interprets. */
const pluginGone =
	'Precis is gone. Install it again, or remove the plugin precis@precis from your assistant.';

/** A launcher in the folder of our plugin: some assistants start only servers that the plugin contains. */
export function pluginLauncher(
	{ words }: Program,
	platform: NodeJS.Platform,
): { readonly file: string; readonly text: string } {
	if (platform === 'win32') {
		const quoted = words.map((word) => `"${escapePercent(word)}"`);
		const lines = [
			...quoted.map((word) => `@if not exist ${word} (echo ${pluginGone} 1>&2 & exit /b 1)`),
			// Without `call`, which would expand variables twice: nothing follows.
			`@${quoted.join(' ')} %*`,
		];
		return { file: 'bin/precis.cmd', text: lines.map((line) => `${line}\r\n`).join('') };
	}
	const text = `#!/bin/sh
for file in ${words.map((word) => shellLine([word], 'posix')).join(' ')}; do
	# A hook fails too: its assistant then shows this line, and continues.
	[ -e "$file" ] || { echo "$file is missing. ${pluginGone}" >&2; exit 1; }
done
exec ${shellLine(words, 'posix')} "$@"
`;
	return { file: 'bin/precis', text };
}

/**
 * The launch of a batch file. Windows runs one only with cmd.exe, which parses its command line by its own rules
 * (`cmd /?`) after the assistant has quoted arguments with spaces.
 */
function batchFileLaunch(file: string): ServerLaunch {
	// cmd.exe strips the quotation marks of a command line that begins with them; `call` prevents that.
	const words = /\s/.test(file) ? ['call', file] : [file.replaceAll(/[&()<>|^,;=]/g, '^$&')];
	// `/d`: without the registry's AutoRun commands.
	return { command: 'cmd', args: ['/d', '/c', ...words] };
}

/** Escapes a text for a batch file, where a percent sign begins a variable. */
function escapePercent(text: string): string {
	return text.replaceAll('%', '%%');
}
