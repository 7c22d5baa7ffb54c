import { batchFileOf } from './launches.ts';
import type { ServerLaunch } from './launches.ts';

/** A program of ours as one line for the shell that an assistant runs its hooks with. */

/** Reads the same in cmd.exe, PowerShell and bash, without quotation marks. */
const plainOnWindows = /^[\w@+:./-]+$/;

/** What a shell of Windows reads otherwise than it stands, in quotation marks too. */
const unsafeOnWindows = /["`$%!^\r\n]/;

/** What ends a string of PowerShell: it takes typographic quotation marks for plain ones. */
const powerShellQuote = /['\u2018-\u201B]/g;

/**
 * The line for bash, and on Windows for Git's bash or cmd.exe: with slashes both take it. Undefined where a path
 * cannot be written so that both read it the same.
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
		: [...words.map(withSlashes).map(windowsWord), ...more].join(' ');
}

/** The same for PowerShell, which takes a string for a value and not for a program. */
export function powerShellCommand(launch: ServerLaunch, more: readonly string[]): string {
	const words = programWords(launch).map((word) => `'${word.replaceAll(powerShellQuote, '$&$&')}'`);
	return ['&', ...words, ...more].join(' ');
}

/**
 * The same for an assistant that runs PowerShell, or cmd.exe where there is none, and hands cmd.exe a line in which
 * nothing can be quoted: a line without quotation marks where the paths allow it, else one for PowerShell.
 */
export function powerShellOrCmdCommand(launch: ServerLaunch, more: readonly string[]): string {
	const words = programWords(launch).map(withSlashes);
	return words.every((word) => plainOnWindows.test(word))
		? [...words, ...more].join(' ')
		: powerShellCommand(launch, more);
}

/** The shell of the assistant starts a batch file itself. */
function programWords(launch: ServerLaunch): readonly string[] {
	const file = batchFileOf(launch);
	return file === undefined ? [launch.command, ...launch.args] : [file];
}

function posixWord(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function withSlashes(word: string): string {
	return word.replaceAll('\\', '/');
}

function windowsWord(word: string): string {
	return plainOnWindows.test(word) ? word : `"${word}"`;
}
