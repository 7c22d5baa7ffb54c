import { isCodexOpening, isDocument, listKey } from './detection.ts';
import { CodexSession } from './session.ts';
import { sessionReader } from '../../building/sessionReader.ts';
import type { TranscriptReader } from '../../reader.ts';

/**
 * Codex's rollout files: one JSON object per line, the items of the model's history among records
 * for the user interface that repeat them. The first versions wrote one document with the items.
 *
 * Stored: `sessions/<year>/<month>/<day>/rollout-….jsonl` in `~/.codex`, packed with Zstandard
 * when they are old. Seen: 0.118 to 0.169.
 */
export const codex: TranscriptReader = sessionReader({
	format: 'codex',
	label: 'Codex',
	holds: 'a Codex session',
	appends: true,
	detect: isCodexOpening,
	listKeys: [listKey],
	isDocument,
	begin: (log) => new CodexSession(log),
});
