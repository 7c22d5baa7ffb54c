import * as v from 'valibot';
import { linesReader, Session } from '../../building/sessionReader.ts';
import { read } from '../../building/shapes.ts';
import type { PlacedRecord } from '../../bytes/jsonRecords.ts';
import type { TranscriptReader } from '../../reader.ts';
import { addMessage, savedMessage } from './messages.ts';

const marker = v.object({ type: v.string() });

const line = v.object({
	role: v.picklist(['user', 'assistant']),
	message: v.object({ content: v.array(v.unknown()) }),
});

/** Collects a transcript, which keeps no results of calls. */
class AgentTranscript extends Session {
	take({ value, line: place }: PlacedRecord): void {
		const parsed = v.safeParse(line, value);
		const saved = parsed.success
			? savedMessage({ role: parsed.output.role, content: parsed.output.message.content })
			: undefined;
		const kind = read(marker, value)?.type;
		if (saved !== undefined) {
			addMessage(this.log, saved, place, false);
		} else if (kind === undefined) {
			this.log.problems.add(place, 'This line is no message of Cursor; it was left out.');
		} else if (kind !== 'turn_ended') {
			this.log.unknown.add(place, kind);
		}
	}
}

/**
 * What Cursor's agents write beside their chats, in the editor and on the command line: a line for each
 * message, calls without their results.
 *
 * Stored: `~/.cursor/projects/<folder>/agent-transcripts/<chat>/<chat>.jsonl`, those of sub-agents in
 * `subagents` beside it.
 * Sources: the readers and test data of the projects agent-sessions, agentsview and superbased observer, of
 * 2026. A real one was not seen.
 */
export const cursorTranscript: TranscriptReader = linesReader({
	format: 'cursor-transcript',
	label: 'Cursor agent transcripts',
	holds: "a transcript of Cursor's agent",
	isOwn: (value) => v.is(line, value) && !v.is(marker, value),
	begin: (log) => new AgentTranscript(log),
});
