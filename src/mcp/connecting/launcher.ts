import path from 'node:path';
import type { ServerLaunch } from './serverList.ts';

/**
 * A small program that starts our server, at a path that stays the same: configuration files of other
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

/** A program to write. */
export interface Launcher {
	readonly path: string;
	readonly text: string;
	/** How others start it. */
	readonly launch: ServerLaunch;
}

const gone =
	'The VS Code extension Precis is not installed any more. Install it again, or remove the server "precis" from the configuration of this assistant.';

const noNode = 'Neither VS Code nor Node.js was found to run Precis with. Start VS Code once.';

/** The launcher for this machine. */
export function launcherFor(parts: LauncherParts): Launcher {
	return parts.platform === 'win32' ? batchFile(parts) : shellScript(parts);
}

function launcherPath({ platform, storage }: Pick<LauncherParts, 'platform' | 'storage'>): string {
	return path.join(storage, 'bin', platform === 'win32' ? 'precis-mcp.cmd' : 'precis-mcp');
}

function shellScript(parts: LauncherParts): Launcher {
	const { extension, extensionId, runtime, storage } = parts;
	const text = `#!/bin/sh
# Starts the MCP server of the VS Code extension Precis, which wrote this file.
server=${quoted(path.join(extension, 'dist', 'mcp.mjs'))}
extensions=${quoted(path.dirname(extension))}
runtime=${quoted(runtime)}
if [ ! -f "$server" ]; then
	# The extension was updated: the newest version counts.
	server=$(ls -td "$extensions"/${extensionId}-*/dist/mcp.mjs 2>/dev/null | head -n 1)
fi
if [ ! -f "$server" ]; then
	echo ${quoted(gone)} >&2
	exit 1
fi
if [ ! -x "$runtime" ]; then
	runtime=$(command -v node) || { echo ${quoted(noNode)} >&2; exit 1; }
fi
ELECTRON_RUN_AS_NODE=1 exec "$runtime" "$server" --store ${quoted(storage)} --user-folder ${quoted(userFolder(storage))} "$@"
`;
	const file = launcherPath(parts);
	return { path: file, text, launch: { command: file, args: [] } };
}

function batchFile(parts: LauncherParts): Launcher {
	const { extension, extensionId, runtime, storage } = parts;
	const lines = [
		'@echo off',
		'rem Starts the MCP server of the VS Code extension Precis, which wrote this file.',
		'setlocal',
		`set "SERVER=${percent(path.win32.join(extension, 'dist', 'mcp.mjs'))}"`,
		`set "EXTENSIONS=${percent(path.win32.dirname(extension))}"`,
		`set "RUNTIME=${percent(runtime)}"`,
		'rem The extension was updated: the newest version counts.',
		`if not exist "%SERVER%" for /f "delims=" %%d in ('dir /b /ad /od "%EXTENSIONS%\\${extensionId}-*" 2^>nul') do set "SERVER=%EXTENSIONS%\\%%d\\dist\\mcp.mjs"`,
		`if not exist "%SERVER%" (echo ${gone} 1>&2 & exit /b 1)`,
		'if not exist "%RUNTIME%" set "RUNTIME=node"',
		'set ELECTRON_RUN_AS_NODE=1',
		`"%RUNTIME%" "%SERVER%" --store "${percent(storage)}" --user-folder "${percent(userFolder(storage, path.win32))}" %*`,
		'exit /b %errorlevel%',
		'',
	];
	const file = launcherPath(parts);
	return {
		path: file,
		text: lines.join('\r\n'),
		launch: { command: 'cmd', args: ['/c', file] },
	};
}

/** Storage lies in `User/globalStorage`. */
function userFolder(storage: string, system: Pick<typeof path, 'dirname'> = path): string {
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
