import { hasFields, parsedJson } from '../../../messages/json.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { savedRun } from '../messageLists/runs.ts';
import { areChatMessages } from './records.ts';

/** Lines of an opening that are looked at; a damaged one must not hide the others. */
const linesSeen = 50;

function isRun(value: unknown): boolean {
	const run = savedRun(value);
	return run !== undefined && (run.messages.length === 0 || areChatMessages(run.messages));
}

/** A request whose tools or settings fill the opening: its messages come later. */
function isRequestStart(value: unknown): boolean {
	return (
		hasFields(value) &&
		(('tools' in value && Array.isArray(value.tools)) ||
			('model' in value && typeof value.model === 'string'))
	);
}

/** Whether a file that starts like this holds chat messages, in whatever arrangement. */
export function isChatOpening(opening: string): boolean {
	const text = opening.trimStart();
	if (!text.startsWith('{') && !text.startsWith('[')) {
		return false;
	}
	const start = parseJsonStart(text);
	if (Array.isArray(start)) {
		return areChatMessages(start) || (start.length > 0 && isRun(start[0]));
	}
	if (isRun(start)) {
		return true;
	}
	const lines = text.split('\n', linesSeen).flatMap((line) => objectsIn(line).objects);
	if (areChatMessages([start, ...lines]) || lines.some((line) => isRun(line))) {
		return true;
	}
	return parsedJson(text) === undefined && lines.length === 0 && isRequestStart(start);
}
