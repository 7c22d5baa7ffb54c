/** How a program of ours is started. */
export interface ServerLaunch {
	readonly command: string;
	readonly args: readonly string[];
}

/** How an assistant starts a part of ours: a program, or a line of its shell. */
export type Start = ServerLaunch | string;

/** The programs of ours that assistants start. */
export interface Programs {
	readonly server: ServerLaunch;
	/** The command line, which hooks run. */
	readonly commandLine: ServerLaunch;
}

/** What plugins compact with, inside the assistant. */
export interface CompactorLaunch {
	/** Folder of the bundles; stays where it is. */
	readonly folder: string;
	/** Who writes: the assistant's own model with Precis' additions, or Precis without a model. */
	readonly way: 'model' | 'at-once';
}

/**
 * A batch file as others start it. Windows runs one only with cmd.exe, which reads its own command line by rules
 * of its own (`cmd /?`) after the assistant has put quotation marks around arguments with spaces.
 */

/** `/d`: without what the registry has cmd.exe run first. */
const start = ['/d', '/c'] as const;

/** What ends a word of cmd.exe, or a command, where no quotation marks are around it. */
const special = /[&()<>|^,;=]/g;

/** How a batch file is started. @param file Absolute. */
export function batchFileLaunch(file: string): ServerLaunch {
	return {
		command: 'cmd',
		// A command line that begins with quotation marks loses them: with `call` it does not.
		args: /\s/.test(file) ? [...start, 'call', file] : [...start, file.replaceAll(special, '^$&')],
	};
}

/** The batch file that is started; undefined: it is another program. */
export function batchFileOf({ command, args }: ServerLaunch): string | undefined {
	const [slashD, slashC, first = '', second] = args;
	if (command !== 'cmd' || slashD !== start[0] || slashC !== start[1]) {
		return undefined;
	}
	return first === 'call' ? second : first.replaceAll(/\^(.)/g, '$1');
}
