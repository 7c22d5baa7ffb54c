import path from 'node:path';
import { batchFileLaunch } from './launches.ts';
import type { ServerLaunch } from './launches.ts';

/**
 * A small program that starts our server or our command line, at a path that stays the same: configuration files of other
 * programs name it, and an update moves the extension.
 */

/** What a launcher is made from. All paths are absolute. */
export interface LauncherParts {
	readonly platform: NodeJS.Platform;
	/** The extension's folder, `…/publisher.name-1.2.3`. */
	readonly extension: string;
	/** `publisher.name`. */
	readonly extensionId: string;
	/** The editor's program, which is Node as well. */
	readonly runtime: string;
	/** Our folder among those that editors keep for extensions: store and launcher lie there. */
	readonly storage: string;
}

/** What a launcher starts. */
interface Started {
	/** Name of the launcher, without the ending that Windows needs. */
	readonly name: string;
	readonly bundle: string;
	/** What it is, in a comment of the launcher. */
	readonly what: string;
	/** What is told before the exit where the extension is gone, and the code of that exit. */
	readonly gone: string;
	readonly goneCode: number;
}

const server: Started = {
	name: 'precis-mcp',
	bundle: 'mcp.mjs',
	what: 'the MCP server',
	gone: 'The VS Code extension Precis is no longer installed. Install it again, or remove the server "precis" from the configuration of this assistant.',
	goneCode: 1,
};

/** Assistants run it as a hook, and go on where it is gone. */
const commandLine: Started = {
	name: 'precis',
	bundle: 'cli.mjs',
	what: 'the command line',
	gone: 'The VS Code extension Precis is no longer installed. Install it again, or remove its hooks from this assistant.',
	goneCode: 0,
};

/** A program to write. */
export interface Launcher {
	readonly path: string;
	readonly text: string;
	/** How others start it. */
	readonly launch: ServerLaunch;
}

const noNode = 'Precis needs VS Code or Node.js, and neither was found. Start VS Code once.';

/** The launcher of the server for this machine. */
export function launcherFor(parts: LauncherParts): Launcher {
	return made(parts, server);
}

/** The launcher of the command line for this machine. */
export function commandLineLauncherFor(parts: LauncherParts): Launcher {
	return made(parts, commandLine);
}

function made(parts: LauncherParts, started: Started): Launcher {
	return parts.platform === 'win32' ? batchFile(parts, started) : shellScript(parts, started);
}

function shellScript(parts: LauncherParts, started: Started): Launcher {
	const { bundle, what, gone, goneCode } = started;
	const { extension, extensionId, runtime, storage } = parts;
	const text = `#!/bin/sh
# Starts ${what} of the VS Code extension Precis, which wrote this file.
program=${quoted(path.posix.join(extension, 'dist', bundle))}
extensions=${quoted(path.posix.dirname(extension))}
runtime=${quoted(runtime)}
if [ ! -f "$program" ]; then
	# The extension was updated: the newest version counts.
	program=$(ls -td "$extensions"/${extensionId}-*/dist/${bundle} 2>/dev/null | head -n 1)
fi
if [ ! -f "$program" ]; then
	echo ${quoted(gone)} >&2
	exit ${goneCode}
fi
if [ ! -x "$runtime" ]; then
	runtime=$(command -v node) || { echo ${quoted(noNode)} >&2; exit ${goneCode}; }
fi
${
	started === server
		? `ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" --store ${quoted(storage)} --user-folder ${quoted(userFolder(storage, path.posix))} "$@"`
		: `PRECIS_STORE=${quoted(storage)} ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$program" "$@"`
}
`;
	const file = path.posix.join(storage, 'bin', started.name);
	return { path: file, text, launch: { command: file, args: [] } };
}

function batchFile(parts: LauncherParts, started: Started): Launcher {
	const { bundle, what, gone, goneCode } = started;
	const { extension, extensionId, runtime, storage } = parts;
	const isAscii = /^[ -~]*$/.test([extension, runtime, storage].join(''));
	const lines = [
		'@echo off',
		`rem Starts ${what} of the VS Code extension Precis, which wrote this file.`,
		'setlocal',
		// cmd.exe reads the lines that follow in the code page of its console.
		...(isAscii ? [] : [String.raw`"%SystemRoot%\System32\chcp.com" 65001 >nul 2>&1`]),
		`set "PROGRAM=${percent(path.win32.join(extension, 'dist', bundle))}"`,
		`set "EXTENSIONS=${percent(path.win32.dirname(extension))}"`,
		`set "RUNTIME=${percent(runtime)}"`,
		'rem The extension was updated: the newest version counts.',
		`if not exist "%PROGRAM%" for /f "delims=" %%d in ('dir /b /ad /od "%EXTENSIONS%\\${extensionId}-*" 2^>nul') do set "PROGRAM=%EXTENSIONS%\\%%d\\dist\\${bundle}"`,
		`if not exist "%PROGRAM%" (echo ${gone} 1>&2 & exit /b ${goneCode})`,
		'if not exist "%RUNTIME%" set "RUNTIME=node"',
		'set ELECTRON_RUN_AS_NODE=1',
		...(started === server
			? [
					`"%RUNTIME%" "%PROGRAM%" --store "${percent(storage)}" --user-folder "${percent(userFolder(storage, path.win32))}" %*`,
				]
			: [`set "PRECIS_STORE=${percent(storage)}"`, '"%RUNTIME%" "%PROGRAM%" %*']),
		'exit /b %errorlevel%',
		'',
	];
	const file = path.win32.join(storage, 'bin', `${started.name}.cmd`);
	return { path: file, text: lines.join('\r\n'), launch: batchFileLaunch(file) };
}

/** Storage lies in `User/globalStorage`. */
function userFolder(storage: string, system: path.PlatformPath): string {
	return system.dirname(system.dirname(storage));
}

/** A word of the shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Text in a batch file, where a percent sign begins a variable. */
function percent(text: string): string {
	return text.replaceAll('%', '%%');
}
