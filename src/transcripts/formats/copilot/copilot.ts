import { hasFields } from '../../../messages/json.ts';
import { linesReader } from '../../building/sessionReader.ts';
import type { TranscriptReader } from '../../reader.ts';
import { copilotEvent } from './events.ts';
import { CopilotSession } from './session.ts';

/** Events that every session has, by how their kind begins. */
const families = /^(?:session|system|user|assistant|tool|hook|permission)\.[a-z_]+$/;

/** Whether an object is an event: a line that is cut lacks the fields after its `data`. */
function isEvent(value: unknown): boolean {
	const event = copilotEvent(value);
	return (
		event !== undefined &&
		families.test(event.type) &&
		hasFields(event.data) &&
		Object.keys(event.data).length > 0
	);
}

/**
 * Sessions of GitHub Copilot as lists of events: those of its command line and of VS Code's agent
 * host (`events.jsonl`), and the transcripts Copilot Chat keeps beside VS Code's own chat
 * sessions.
 *
 * Stored: `session-state/<session>/events.jsonl` in `~/.copilot`, and
 * `GitHub.copilot-chat/transcripts/` in a workspace's storage. Seen: 1.0.64 to 1.0.102 of the
 * command line.
 */
export const copilot: TranscriptReader = linesReader({
	format: 'copilot',
	label: 'GitHub Copilot',
	holds: 'a GitHub Copilot session',
	isOwn: isEvent,
	begin: (log) => new CopilotSession(log),
});
