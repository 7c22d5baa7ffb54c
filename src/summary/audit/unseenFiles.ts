import { mark } from '../../messages/marks.ts';
import { textOf, type Log } from '../../messages/message.ts';
import { baseName } from '../facts/paths.ts';

/** Files that a summary names and nobody ever spoke of: a model makes them up now and then. */

/** A path with a directory and an ending; what else has a slash may be a choice of words. */
const surePath = /[/\\][^/\\]+\.[a-z][a-z0-9]{0,5}$/i;

/**
 * The mark for files of an item that do not occur; undefined where all do.
 * @param unseen Files whose names are in no message of a person, an assistant or a tool.
 */
export function unseenFilesMark(
	unseen: readonly string[],
	log: Log,
	focus: string | undefined,
): string | undefined {
	const files = unseen
		.map((file) => file.replace(/(?<![.:,;])[.:,;]+$/, ''))
		.filter((file) => surePath.test(file) && !isNamedElsewhere(baseName(file), log, focus));
	return files.length === 0
		? undefined
		: mark(`not in the conversation: ${[...new Set(files)].join(', ')}`);
}

/** In a system prompt, which nothing is traced to, or in what the person asked to preserve. */
function isNamedElsewhere(name: string, log: Log, focus = ''): boolean {
	return (
		focus.includes(name) ||
		log.some(({ message }) => message.role === 'system' && textOf(message.content).includes(name))
	);
}
