/** The servers in an assistant's configuration file. */

/** How a server is started. */
export interface ServerLaunch {
	readonly command: string;
	readonly args: readonly string[];
}

/** How an assistant starts a part of ours: a program, or a line of its shell. */
export type Start = ServerLaunch | string;

/** What our server is called there. */
export const serverName = 'precis';

/** How an assistant writes its servers down. Everything else in the file stays as it is. */
export interface ServerList {
	/** Whether ours is there. */
	has(text: string): boolean;
	/** How ours is started, once for each way; none where that is not understood. */
	starts(text: string): readonly Start[];
	/** With ours. @param text Of the file; empty: there is none. @returns Undefined: the file is not understood. */
	add(text: string, launch: ServerLaunch): string | undefined;
	/** Without ours. @returns Undefined: the file is not understood. */
	remove(text: string): string | undefined;
}

/** A start as somebody else's file has it, checked; none: it is written in an unknown way. */
export function startsFrom(command: unknown, args: unknown): readonly Start[] {
	return typeof command === 'string' && isTexts(args) ? [{ command, args }] : [];
}

function isTexts(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/**
 * A file that is ours alone, among those an assistant loads.
 * @param mark What tells it from a file of somebody else.
 * @param textOf Undefined: there is none for this program.
 * @param starts How the text has the program started.
 */
export function ownFile(
	mark: string,
	textOf: (program: ServerLaunch) => string | undefined,
	starts: ServerList['starts'],
): ServerList {
	return {
		has: (text) => text.includes(mark),
		starts,
		add: (text, program) =>
			text.trim() === '' || text.includes(mark) ? textOf(program) : undefined,
		// An empty text: the file goes.
		remove: (text) => (text.includes(mark) ? '' : undefined),
	};
}
