import { readJsonLines } from '../../bytes/jsonLines.ts';
import { objectsIn, parseJsonStart } from '../../bytes/jsonPieces.ts';
import { oneConversation } from '../../building/oneConversation.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../../reader.ts';
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
		typeof event.data === 'object' &&
		event.data !== null &&
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
export const copilot: TranscriptReader = {
	format: 'copilot',
	label: 'GitHub Copilot',
	appends: true,
	detect(opening) {
		const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{'));
		const values = lines.flatMap((line) => objectsIn(line).objects);
		return [...values, parseJsonStart(lines.at(-1) ?? '')].some((value) => isEvent(value));
	},
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new CopilotSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(line, value);
		}
		return oneConversation(source, session.found(), problems);
	},
};
