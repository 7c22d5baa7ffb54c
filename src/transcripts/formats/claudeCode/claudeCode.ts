import { isClaudeOpening, isDocument, listKey } from './detection.ts';
import { ClaudeSession } from './session.ts';
import { transcriptOf } from '../../building/sessionReader.ts';
import { openingOf, readJsonRecords } from '../../bytes/jsonRecords.ts';
import { ProblemList } from '../../problems.ts';
import type { TranscriptReader } from '../../reader.ts';

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
	async read(source, signal) {
		const problems = new ProblemList();
		const session = new ClaudeSession(problems);
		const keys = isDocument(await openingOf(source, signal)) ? [listKey] : undefined;
		for await (const { line, value } of readJsonRecords(source, problems, keys, signal)) {
			session.take(line, value);
		}
		const conversations = await session.conversations(signal);
		const holds = 'a Claude Code session';
		return transcriptOf(source, { format: 'claude-code', holds, conversations, problems });
	},
};
