import { withoutMessages } from '../failures.ts';
import { isFileOfLines } from '../jsonArrangement.ts';
import { readJsonDocument } from '../jsonDocument.ts';
import { readJsonLines } from '../jsonLines.ts';
import { objectsIn, parseJsonStart } from '../jsonPieces.ts';
import { savedMessage } from '../openAiChat/records.ts';
import { ProblemList } from '../problems.ts';
import type { TranscriptReader } from '../reader.ts';
import { HermesSession } from './session.ts';

const label = 'a Hermes session';

/** Whether an object is the start of a session that is saved as a whole. */
function isSession(value: unknown): boolean {
	return (
		typeof value === 'object' &&
		value !== null &&
		'session_id' in value &&
		'session_start' in value &&
		('platform' in value || 'system_prompt' in value || 'message_count' in value)
	);
}

/** Whether an object is a line that only Hermes writes; others put no time on such messages. */
function isTelltaleLine(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || !('timestamp' in value)) {
		return false;
	}
	const role = savedMessage(value)?.role;
	return role === 'session_meta' || (role === 'assistant' && 'finish_reason' in value);
}

/** Hermes Agent's sessions: one document with everything, or a log with one message per line. */
export const hermes: TranscriptReader = {
	format: 'hermes',
	label: 'Hermes',
	detect(opening) {
		const text = opening.trimStart();
		if (!text.startsWith('{')) {
			return false;
		}
		const lines = text.split('\n').flatMap((line) => objectsIn(line).objects);
		return isSession(parseJsonStart(text)) || lines.some((line) => isTelltaleLine(line));
	},
	async read(source, signal) {
		const problems = new ProblemList();
		const session = new HermesSession(problems);
		if (await isFileOfLines(source, signal)) {
			for await (const { line, value } of readJsonLines(source, problems, { signal })) {
				session.addMessage(value, line, 'This message');
			}
		} else {
			const options = { lists: ['messages'], signal };
			for await (const piece of readJsonDocument(source, problems, options)) {
				if (piece.kind === 'element') {
					session.addMessage(piece.value, 1, `Message ${piece.position}`);
				} else {
					session.addField(piece.key, piece.value);
				}
			}
		}
		const conversation = session.conversation();
		if (conversation.messages.length === 0) {
			throw withoutMessages(source, label, problems.toArray());
		}
		return { format: 'hermes', conversations: [conversation], problems: problems.toArray() };
	},
};
