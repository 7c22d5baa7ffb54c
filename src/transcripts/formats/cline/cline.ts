import * as v from 'valibot';
import { sessionReader } from '../../building/sessionReader.ts';
import { parseJsonStart } from '../../bytes/jsonPieces.ts';
import type { TranscriptReader } from '../../reader.ts';
import { isTaskHistory } from './taskHistory.ts';
import { clineSidecars, ClineSession } from './session.ts';

/** A session; or what Cline keeps beside one as its context after a compaction. */
const session = v.object({ updated_at: v.string(), agent: v.string(), sessionId: v.string() });
const projected = v.object({ conversation_id: v.string(), source_message_count: v.number() });

/**
 * Cline's tasks, `api_conversation_history.json`, which Roo Code and the old Kilo Code write too, and its newer
 * sessions, `….messages.json`.
 *
 * Stored: `tasks/<task>/` of the extension and `sessions/<session>/` in `~/.cline/data`. Seen:
 * version 1 of the sessions.
 */
export const cline: TranscriptReader = sessionReader({
	format: 'cline',
	label: 'Cline',
	holds: 'a Cline task',
	listKeys: ['messages'],
	detect(opening) {
		const start = parseJsonStart(opening.trimStart());
		return v.is(session, start) || v.is(projected, start) || isTaskHistory(start);
	},
	begin: async (log, file) => new ClineSession(log, await clineSidecars(log, file)),
});
