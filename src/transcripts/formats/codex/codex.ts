import * as v from 'valibot';
import { CodexSession } from './session.ts';
import { linesReader } from '../../building/sessionReader.ts';
import type { TranscriptReader } from '../../reader.ts';

/** Records that Codex alone writes around what they hold. */
const envelope = v.object({
	type: v.picklist(['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted']),
	payload: v.looseObject({}),
});

/**
 * Codex's rollout files: one JSON object per line, the items of the model's history among records
 * for the user interface that repeat them.
 *
 * Stored: `sessions/<year>/<month>/<day>/rollout-….jsonl` in `~/.codex`, packed with Zstandard
 * when they are old. Seen: 0.118 to 0.169.
 */
export const codex: TranscriptReader = linesReader({
	format: 'codex',
	label: 'Codex',
	holds: 'a Codex session',
	isOwn: (value) => v.is(envelope, value),
	begin: (log) => new CodexSession(log),
});
