import { hasFields } from '../../../messages/json.ts';
import { elementsOf, fieldsOf, type PlacedRecord } from '../../bytes/records.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import { sessionReader, Session } from '../../building/sessionReader.ts';
import { objectsOfLines } from '../../openings.ts';
import type { TranscriptReader } from '../../reader.ts';
import { OperationLog } from './operationLog.ts';
import { ChatSession } from './session.ts';

/** Characters that say what a document is, even if what follows is damaged. */
const headCharacters = 2_048;

/** Requests that were sent, and those that were still waiting. */
const listKeys = ['requests', 'pendingRequests'];

function isSession(value: unknown): boolean {
	return (
		hasFields(value) &&
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
	return objectsOfLines(opening).some((value) => isOperation(value));
}

/** Collects a session of which a log tells how it came about. */
class LoggedSession extends Session {
	readonly #operations = new OperationLog();

	take({ value, line }: PlacedRecord): void {
		const refusal = this.#operations.apply(value);
		if (refusal !== undefined) {
			this.log.problems.add(line, `This operation was left out: ${refusal}.`);
		}
	}

	override end(): void {
		const session = new ChatSession(this.log);
		const { state } = this.#operations;
		for (const [index, value] of elementsOf(state, listKeys).entries()) {
			session.take({ value, position: index + 1 });
		}
		session.end(fieldsOf(state));
	}
}

/**
 * VS Code's chat sessions: documents and logs of operations it stores itself, and what "Chat:
 * Export Chat" saves. Copilot's own record of what model and tools said is in their metadata; of
 * other agents only what was shown.
 *
 * Stored: `chatSessions/` in a workspace's storage of VS Code, and of empty windows in its global
 * one. Seen: 3 of the format, and exports.
 */
export const vscodeChat: TranscriptReader = sessionReader({
	format: 'vscode-chat',
	label: 'VS Code chat',
	holds: 'a VS Code chat session',
	listKeys,
	isDocument: (opening) => !isLog(opening),
	detect(opening) {
		const text = opening.trimStart();
		const starts = [text, text.slice(0, headCharacters)];
		return isLog(opening) || starts.some((start) => isSession(parseJsonStart(start)));
	},
	begin: (log, { isDocument }) => (isDocument ? new ChatSession(log) : new LoggedSession(log)),
});
