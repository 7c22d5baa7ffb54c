import { hasFields } from '../../../messages/json.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { TranscriptSource } from '../../reader.ts';
import { openingOf } from '../../bytes/content.ts';
import { savedRun } from './runs.ts';

/** Lines of an opening that are looked at; a damaged one must not hide the others. */
const linesSeen = 50;

/** First lines longer than this are taken for a document that happens to be one line. */
const longestFirstLine = 16 * 2 ** 20;

/** Whether the first line of a text is one of many, each JSON of its own. */
function startsWithLine(text: string): boolean {
	const [first = '', ...rest] = text.split('\n', linesSeen);
	if (!first.startsWith('{')) {
		return false;
	}
	const [object, ...others] = objectsIn(first).objects;
	if (object !== undefined) {
		// A document that happens to be on one line is read as one: message by message.
		const isAlone = others.length === 0 && rest.every((line) => line.trim() === '');
		return !isAlone || savedRun(object) === undefined;
	}
	if (/[[{,]\s*$/.test(first)) {
		// A document spread over lines.
		return false;
	}
	const start = parseJsonStart(first);
	const isMessage = hasFields(start) && 'role' in start;
	return isMessage || rest.some((line) => objectsIn(line).objects.length > 0);
}

/** Whether a file is a list of lines rather than one document. */
export async function isFileOfLines(
	source: TranscriptSource,
	signal?: AbortSignal,
): Promise<boolean> {
	for (const limit of [65_536, longestFirstLine]) {
		const text = (await openingOf(source, signal, limit)).trimStart();
		if (text.startsWith('[')) {
			return false;
		}
		if (text.includes('\n') || source.size < limit) {
			return startsWithLine(text);
		}
	}
	return false;
}
