import { isClaudeOpening, isDocument, listKey } from './detection.ts';
import { ClaudeSession } from './session.ts';
import { withoutMessages } from '../../failures.ts';
import { readJsonRecords } from '../../bytes/jsonRecords.ts';
import { ProblemList } from '../../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../../reader.ts';

const label = 'a Claude Code session';

/**
 * Claude Code's session files: one JSON object per line, the lines of one assistant message apart,
 * progress and bookkeeping in between. Its SDK gives the same lines, also as one list, and the web
 * version exports them in a document.
 *
 * Stored: `projects/<folder>/<session>.jsonl` in `~/.claude`. Seen: 1.0.98 to 2.1.330.
 */
export const claudeCode: TranscriptReader = {
	format: 'claude-code',
	label: 'Claude Code',
	appends: true,
	detect: isClaudeOpening,
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new ClaudeSession(problems);
		const options = { listKey, isDocument, signal };
		for await (const { line, value } of readJsonRecords(source, problems, options)) {
			session.take(line, value);
		}
		const transcript = await session.transcript(signal);
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, label, transcript.problems);
		}
		return transcript;
	},
};
