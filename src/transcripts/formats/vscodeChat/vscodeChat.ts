import { byteOrderMarkLength, decodeUtf8 } from '../../bytes/encoding.ts';
import { JsonDocument } from '../../bytes/jsonDocument.ts';
import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { oneConversation, type FoundConversation } from '../../building/oneConversation.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader, TranscriptSource } from '../../reader.ts';
import { firstBytes } from '../../bytes/sourceBytes.ts';
import { OperationLog } from './operationLog.ts';
import { ChatSession } from './session.ts';

/** Of a file, to see whether it is a log. */
const openingBytes = 65_536;

/** Characters that say what a document is, even if what follows is damaged. */
const headCharacters = 2_048;

/** Requests that were sent, and those that were still waiting. */
const listKeys = ['requests', 'pendingRequests'];

function isSession(value: unknown): boolean {
	return (
		typeof value === 'object' &&
		value !== null &&
		('responderUsername' in value ||
			('creationDate' in value && 'version' in value) ||
			('requests' in value && 'initialLocation' in value))
	);
}

/** Whether an object is a line of a log: the whole session, or a change at some place of it. */
function isOperation(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || !('kind' in value)) {
		return false;
	}
	return value.kind === 0
		? 'v' in value && isSession(value.v)
		: typeof value.kind === 'number' && 'k' in value && Array.isArray(value.k);
}

/** Whether a text is the start of a log, even if its first lines are damaged. */
function isLog(opening: string): boolean {
	const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{"kind"'));
	const values = lines.flatMap((line) => objectsIn(line).objects);
	return [...values, parseJsonStart(lines.at(-1) ?? '')].some((value) => isOperation(value));
}

async function readLog(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<FoundConversation> {
	const log = new OperationLog();
	for await (const { line, value } of readJsonLines(source, problems, { signal })) {
		const refusal = log.apply(value);
		if (refusal !== undefined) {
			problems.add(line, `This operation was left out: ${refusal}.`);
		}
	}
	const session = new ChatSession(problems);
	const state = new Map(Object.entries(log.state ?? {}));
	for (const key of listKeys) {
		const list: unknown = state.get(key);
		for (const value of Array.isArray(list) ? (list as readonly unknown[]) : []) {
			session.take(value);
		}
	}
	return session.found(log.state);
}

async function readDocument(
	source: TranscriptSource,
	problems: ProblemList,
	signal: AbortSignal | undefined,
): Promise<FoundConversation> {
	const document = new JsonDocument(source, problems, { listKeys, signal });
	const session = new ChatSession(problems);
	for await (const { value } of document.elements()) {
		session.take(value);
	}
	return session.found(Object.fromEntries(document.fields));
}

/**
 * VS Code's chat sessions: documents and logs of operations it stores itself, and what "Chat:
 * Export Chat" saves. Copilot's own record of what model and tools said is in their metadata; of
 * other agents only what was shown.
 *
 * Stored: `chatSessions/` in a workspace's storage of VS Code, and of empty windows in its global
 * one. Seen: 3 of the format, and exports.
 */
export const vscodeChat: TranscriptReader = {
	format: 'vscode-chat',
	label: 'VS Code chat',
	detect(opening) {
		const text = opening.trimStart();
		const starts = [text, text.slice(0, headCharacters)];
		return isLog(opening) || starts.some((start) => isSession(parseJsonStart(start)));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const bytes = await firstBytes(source, openingBytes, signal);
		const opening = decodeUtf8(bytes.subarray(byteOrderMarkLength(bytes))).text;
		const read = isLog(opening) ? readLog : readDocument;
		return oneConversation(source, await read(source, problems, signal), problems);
	},
};
