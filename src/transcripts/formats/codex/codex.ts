import { isCodexOpening, isDocument, listKey } from './detection.ts';
import { CodexSession } from './session.ts';
import { withoutMessages } from '../../failures.ts';
import { readJsonRecords } from '../../bytes/jsonRecords.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../../reader.ts';

/**
 * Codex's rollout files: one JSON object per line, the items of the model's history among records
 * for the user interface that repeat them. The first versions wrote one document with the items.
 *
 * Stored: `sessions/<year>/<month>/<day>/rollout-….jsonl` in `~/.codex`, packed with Zstandard
 * when they are old. Seen: 0.118 to 0.169.
 */
export const codex: TranscriptReader = {
	format: 'codex',
	label: 'Codex',
	appends: true,
	detect: isCodexOpening,
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new CodexSession(problems);
		const options = { listKey, isDocument, signal };
		for await (const { line, value } of readJsonRecords(source, problems, options)) {
			session.take(line, value);
		}
		const transcript = session.transcript();
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, 'a Codex session', transcript.problems);
		}
		return transcript;
	},
};
