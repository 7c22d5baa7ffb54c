import type { ToolUse } from '../../messages/toolUse.ts';
import { isAbsolute, isPlainPath } from './paths.ts';
import type { SimpleCommand } from './shellWords.ts';

/**
 * Where the commands of a shell stand: an absolute directory, one relative to where the shell began
 * (empty there), or undefined where that is not known.
 */
export type Directory = string | undefined;

/** Shells that stay where one call has gone when the next one comes, by the names of their tools. */
const staying = /^(?:Bash|PowerShell|run_in_terminal|execute_bash)$/;

/** Arguments by which a shell that lives longer than a call is named. */
const shellKeys = ['sessionId', 'shellId'];

/** Arguments that say where a command is to run. */
const placeKeys = ['workdir', 'cwd', 'directory', 'dir_path'];

/** What a client says that takes its shell back. */
const taken = /^Shell cwd was reset to (.+)$/m;

/** Characters at the end of a result in which that stands. */
const takenReach = 1_000;

interface Stand {
	readonly directory: Directory;
	/** Index of the call that went there. */
	readonly at: number;
}

/** The directories in which the shells of a conversation stand, from call to call. */
export class ShellDirectories {
	readonly #stands = new Map<string, Stand>();
	readonly #requests: readonly number[];
	readonly #start: string;

	/**
	 * @param requests Indices of the person's messages: a client may have begun anew before each.
	 * @param start Where shells begin; empty where that is not known.
	 */
	constructor(requests: readonly number[], start = '') {
		this.#requests = requests;
		this.#start = start;
	}

	/** Where a call begins. */
	of(use: ToolUse): Directory {
		const told = toldDirectory(use);
		const shell = shellOf(use);
		const stand = shell === undefined ? undefined : this.#stands.get(shell);
		if (told !== undefined || stand === undefined || stand.directory === this.#start) {
			return told ?? this.#start;
		}
		const isOld = this.#requests.some((request) => request > stand.at && request < use.callIndex);
		return isOld ? undefined : stand.directory;
	}

	/** Takes note of where a call ended. */
	leave(use: ToolUse, directory: Directory): void {
		const shell = shellOf(use);
		if (shell !== undefined) {
			const reset = taken.exec(use.result.slice(-takenReach))?.[1]?.trim();
			this.#stands.set(shell, { directory: reset ?? directory, at: use.callIndex });
		}
	}
}

/** Where a call itself says that it is to run. */
export function toldDirectory({ arguments: values }: ToolUse): string | undefined {
	return placeKeys.map((key) => values?.[key]).find(isDirectory);
}

/** One conversation has one such shell of a client, whatever language it speaks. */
function shellOf({ call, arguments: values }: ToolUse): string | undefined {
	const id = shellKeys.map((key) => values?.[key]).find((value) => typeof value === 'string');
	return id ?? (staying.test(call.name) ? '' : undefined);
}

function isDirectory(value: unknown): value is string {
	return typeof value === 'string' && isAbsolute(value) && isPlainPath(value);
}

const changing = /^(?:cd|pushd|chdir|set-location|sl|push-location)$/i;
const returning = /^(?:popd|pop-location)$/i;

/** Where the shell stands after a command. */
export function directoryAfter(directory: Directory, { words }: SimpleCommand): Directory {
	const [name = '', ...rest] = words;
	if (returning.test(name)) {
		return undefined;
	}
	if (!changing.test(name)) {
		return directory;
	}
	const to = rest.find((word) => !/^-(?!$)/.test(word) && word !== '/d') ?? '~';
	return isPlainPath(to) || /^[./\\]+$/.test(to) ? resolved(directory, to) : undefined;
}

/** A path as seen from where the shell began; undefined where that is not known. */
export function resolved(directory: Directory, path: string): string | undefined {
	if (path.startsWith('~')) {
		return path === '~' ? undefined : path;
	}
	if (isAbsolute(path) || directory === undefined) {
		return isAbsolute(path) ? path : undefined;
	}
	if (directory === '' && !/(?:^|[\\/])\.{1,2}(?:[\\/]|$)/.test(path)) {
		return path;
	}
	const start = /^(?:[A-Za-z]:)?[\\/]?/.exec(directory)?.[0] ?? '';
	const parts = directory.slice(start.length).split(/[\\/]+/);
	for (const part of path.split(/[\\/]+/)) {
		if (part === '..') {
			if (parts.filter((known) => known !== '').length === 0) {
				return undefined;
			}
			parts.pop();
		} else if (part !== '.') {
			parts.push(part);
		}
	}
	const separator = directory.includes('\\') ? '\\' : '/';
	return start + parts.filter((part) => part !== '').join(separator);
}
