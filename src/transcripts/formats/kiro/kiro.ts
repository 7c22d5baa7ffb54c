import { openingOf } from '../../bytes/jsonRecords.ts';
import { linesReader } from '../../building/sessionReader.ts';
import { objectsOfLines } from '../../openings.ts';
import type { TranscriptReader } from '../../reader.ts';
import { beginSession, isSessionLine } from './sessionLines.ts';
import { beginTerminal, isTerminalLine } from './terminalLines.ts';

/**
 * The lines that Kiro writes of a session: those of its editor since 1.0 and of the third engine of its command
 * line, and those of the second engine.
 *
 * Stored: `~/.kiro/sessions/<hash of the folder>/<session>/messages.jsonl`, with title and folder in
 * `session.json` beside it; those of the second engine `~/.kiro/sessions/cli/<session>.jsonl`, with
 * `<session>.json` beside it.
 * Sources: the test data of superbased observer, captured from 1.0.411 of the editor in September 2026, from the
 * command line in July 2026, and after the code of 1.0.776; the readers and test data of agentsview, agentman,
 * agent-fleet, deja and peasant, of versions 2.14 to 2.27 of the command line. Real ones were not seen.
 */
export const kiro: TranscriptReader = linesReader({
	format: 'kiro',
	label: 'Kiro',
	holds: 'a session of Kiro',
	isOwn: (value) => isSessionLine(value) || isTerminalLine(value),
	async begin(log, file) {
		const opening = objectsOfLines(await openingOf(file.source, file.signal));
		return opening.some(isTerminalLine) ? beginTerminal(log, file) : beginSession(log, file);
	},
});
