import { hasFields } from '../../../messages/json.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { objectsOfLines } from '../../openings.ts';

/** Kinds of line Claude Code writes, by what else such a line holds. */
const telltales: ReadonlyMap<unknown, string> = new Map([
	['user', 'message'],
	['assistant', 'message'],
	['summary', 'leafUuid'],
	['file-history-snapshot', 'snapshot'],
	['queue-operation', 'operation'],
	['last-prompt', 'sessionId'],
	['custom-title', 'customTitle'],
	['ai-title', 'aiTitle'],
	['mode', 'sessionId'],
	['permission-mode', 'sessionId'],
	['progress', 'toolUseID'],
	['attachment', 'attachment'],
]);

/** Whether an object is a line of ours; others write the same kinds but hold `parts`, not content. */
function isClaudeLine(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || !('type' in value)) {
		return false;
	}
	if (value.type === 'system' && 'subtype' in value && value.subtype === 'init') {
		// How the SDK's streams begin.
		return 'session_id' in value;
	}
	const telltale = telltales.get(value.type);
	if (telltale === undefined || !(telltale in value)) {
		return false;
	}
	if (telltale !== 'message') {
		return true;
	}
	const message = 'message' in value ? value.message : undefined;
	return hasFields(message) && 'content' in message;
}

/** The envelope, which also tells a line that is cut before it says what it is. */
function hasEnvelope(value: unknown): boolean {
	return (
		hasFields(value) && 'parentUuid' in value && 'sessionId' in value && 'isSidechain' in value
	);
}

/** Key under which the web export holds its lines. */
export const listKey = 'loglines';

/** The lines of a file that is one document: the SDK's messages as a list, or the web's export. */
function linesOfDocument(opening: string): readonly unknown[] | undefined {
	const text = opening.trimStart();
	const isList = text.startsWith('[');
	if (!isList && !text.includes(`"${listKey}"`)) {
		return undefined;
	}
	const document = parseJsonStart(text);
	if (isList) {
		return Array.isArray(document) ? (document as readonly unknown[]) : undefined;
	}
	const lines = hasFields(document) && listKey in document ? document[listKey] : undefined;
	return Array.isArray(lines) ? (lines as readonly unknown[]) : undefined;
}

/** Whether a file that starts like this is one document and not a list of lines. */
export function isDocument(opening: string): boolean {
	return linesOfDocument(opening) !== undefined;
}

/** Whether a file that starts like this is Claude Code's. */
export function isClaudeOpening(opening: string): boolean {
	const values = linesOfDocument(opening) ?? objectsOfLines(opening);
	return values.some((value) => isClaudeLine(value) || hasEnvelope(value));
}
