import { linesReader } from '../../building/sessionReader.ts';
import type { TranscriptReader } from '../../reader.ts';
import { isKimiLine } from './records.ts';
import { KimiSession } from './session.ts';

/**
 * Kimi Code's `wire.jsonl`: a log of events, of which some change the context.
 *
 * Stored: `sessions/<folder>/<session>/agents/main/` in `~/.kimi-code`. Seen: 1.4 of the protocol.
 */
export const kimi: TranscriptReader = linesReader({
	format: 'kimi',
	label: 'Kimi Code',
	holds: 'a Kimi Code session',
	isOwn: isKimiLine,
	begin: (log) => new KimiSession(log),
});
