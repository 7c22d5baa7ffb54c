import { isClaudeOpening, isDocument, listKey } from './detection.ts';
import { ClaudeSession } from './session.ts';
import { decodeUtf8 } from '../encoding.ts';
import { withoutMessages } from '../failures.ts';
import { JsonDocument } from '../jsonDocument.ts';
import { readJsonLines } from '../jsonLines.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../reader.ts';
import { firstBytes } from '../sourceBytes.ts';

const label = 'a Claude Code session';

/** What tells a document from lines. */
const openingBytes = 65_536;

/**
 * Claude Code's session files: one JSON object per line, the lines of one assistant message apart,
 * progress and bookkeeping in between. Its SDK gives the same lines, also as one list, and the web
 * version exports them in a document.
 */
export const claudeCode: TranscriptReader = {
	format: 'claude-code',
	label: 'Claude Code',
	detect: isClaudeOpening,
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new ClaudeSession(problems);
		const opening = decodeUtf8(await firstBytes(source, openingBytes, signal)).text;
		if (isDocument(opening)) {
			const document = new JsonDocument(source, problems, { listKeys: [listKey], signal });
			for await (const { value } of document.elements()) {
				session.take(1, value);
			}
		} else {
			for await (const { line, value } of readJsonLines(source, problems, { signal })) {
				session.take(line, value);
			}
		}
		const transcript = session.transcript();
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, label, transcript.problems);
		}
		return transcript;
	},
};
