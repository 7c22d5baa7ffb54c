import type { ServerLaunch, ServerList } from './serverList.ts';

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
