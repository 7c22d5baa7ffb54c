import { hasFields } from '../../../messages/json.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { readJsonRecords } from '../../bytes/records.ts';
import { openingOf } from '../../bytes/content.ts';
import { objectsOfLines } from '../../openings.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';
import { ClaudeSession } from './session.ts';

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
const listKey = 'loglines';

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
function isDocument(opening: string): boolean {
	return linesOfDocument(opening) !== undefined;
}

/** Whether a file that starts like this is Claude Code's. */
function isClaudeOpening(opening: string): boolean {
	const values = linesOfDocument(opening) ?? objectsOfLines(opening);
	return values.some((value) => isClaudeLine(value) || hasEnvelope(value));
}

/**
 * Claude Code's session files: one JSON object per line, the lines of one assistant message apart,
 * progress and bookkeeping in between. Its SDK gives the same lines, also as one list, and the web
 * version exports them in a document.
 *
 * Stored: `projects/<folder>/<session>.jsonl` in `~/.claude`. Seen: 1.0.98 to 2.1.330.
 */
export const claudeCode: TranscriptReader = {
	format: 'claude-code',
	label: 'Claude Code',
	detect: isClaudeOpening,
	async read(source, signal) {
		const problems = new ProblemList();
		const session = new ClaudeSession(problems);
		const keys = isDocument(await openingOf(source, signal)) ? [listKey] : undefined;
		for await (const { line, value } of readJsonRecords(source, problems, keys, signal)) {
			session.take(line, value);
		}
		const conversations = await session.conversations(signal);
		const holds = 'a Claude Code session';
		return transcriptOf(source, { format: 'claude-code', holds, conversations, problems });
	},
};
