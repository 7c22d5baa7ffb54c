import type { ServerLaunch } from './serverList.ts';

/** A program of ours as one line for the shell that an assistant runs its hooks with. */

/** What a shell of Windows reads otherwise than it stands, in quotation marks too. */
const unsafeOnWindows = /["`$%!^\r\n]/;

/**
 * The line, or undefined where a path cannot be written so that every shell there reads it the same. On
 * Windows that is cmd.exe or Git's bash: with slashes both take it.
 * @param more Arguments behind those of the program; words without anything special.
 */
export function shellCommand(
	launch: ServerLaunch,
	more: readonly string[],
	platform: NodeJS.Platform,
): string | undefined {
	const words = programWords(launch);
	if (platform !== 'win32') {
		return [...words.map(posixWord), ...more].join(' ');
	}
	return words.some((word) => unsafeOnWindows.test(word))
		? undefined
		: [...words.map((word) => windowsWord(word.replaceAll('\\', '/'))), ...more].join(' ');
}

/** The same for PowerShell, which takes a string for a value and not for a program. */
export function powerShellCommand(launch: ServerLaunch, more: readonly string[]): string {
	const words = programWords(launch).map((word) => `'${word.replaceAll("'", "''")}'`);
	return ['&', ...words, ...more].join(' ');
}

/** A batch file is started by the shell itself. */
function programWords({ command, args }: ServerLaunch): readonly string[] {
	return command === 'cmd' && args[0] === '/c' ? args.slice(1) : [command, ...args];
}

function posixWord(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function windowsWord(word: string): string {
	return /^[\w@+=:,./-]+$/.test(word) ? word : `"${word}"`;
}
