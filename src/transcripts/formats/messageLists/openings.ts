import { savedRun } from './runs.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';

/** Lines of an opening that are looked at; a damaged one must not hide the others. */
const linesSeen = 50;

/**
 * What an opening shows of a file of messages: the elements of its list, or the object at its top
 * and what stands on its lines. The last one may be cut.
 */
export function visibleEntries(opening: string): readonly unknown[] {
	const text = opening.trimStart();
	if (!text.startsWith('{') && !text.startsWith('[')) {
		return [];
	}
	const start = parseJsonStart(text);
	if (Array.isArray(start)) {
		return start as readonly unknown[];
	}
	return [start, ...text.split('\n', linesSeen).flatMap((line) => objectsIn(line).objects)];
}

/** The messages among entries: those that runs hold, and whatever is no run. */
export function messagesAmong(entries: readonly unknown[]): readonly unknown[] {
	return entries.flatMap((entry) => savedRun(entry)?.messages ?? [entry]);
}
