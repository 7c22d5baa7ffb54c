import { hasFields } from '../../../messages/json.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { readMessageLists, type ListedFormat } from '../messageLists/messageLists.ts';
import { savedMessage } from '../openAiChat/records.ts';
import type { TranscriptReader } from '../../reader.ts';
import { HermesSession } from './session.ts';

const format: ListedFormat = {
	format: 'hermes',
	holds: 'a Hermes session',
	begin: () => new HermesSession(),
};

/** Whether an object is the start of a session that is saved as a whole. */
function isSession(value: unknown): boolean {
	return (
		hasFields(value) &&
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

/**
 * Hermes Agent's sessions: one document with everything, or a log with one message per line.
 *
 * Stored: `sessions/` in `~/.hermes`. Its version is not read.
 */
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
	read: (source, signal) => readMessageLists(source, format, signal),
};
