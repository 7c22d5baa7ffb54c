import { ClaudeSession } from './session.ts';
import { withoutMessages } from '../failures.ts';
import { readJsonLines } from '../jsonLines.ts';
import { objectsIn, parseJsonStart } from '../jsonPieces.ts';
import { ProblemList } from '../problems.ts';
import type { Transcript, TranscriptReader, TranscriptSource } from '../reader.ts';

const label = 'a Claude Code session';

/** Kinds of line Claude Code writes, by what else such a line holds. */
const telltales: ReadonlyMap<unknown, string> = new Map([
	['user', 'message'],
	['assistant', 'message'],
	['summary', 'leafUuid'],
	['file-history-snapshot', 'snapshot'],
	['queue-operation', 'operation'],
	['last-prompt', 'sessionId'],
	['custom-title', 'customTitle'],
	['ai-title', 'aiTitle'],
	['mode', 'sessionId'],
	['permission-mode', 'sessionId'],
	['progress', 'toolUseID'],
	['attachment', 'attachment'],
]);

/** Whether an object is a line of ours; others write the same kinds but hold `parts`, not content. */
function isClaudeLine(value: unknown): boolean {
	if (typeof value !== 'object' || value === null || !('type' in value)) {
		return false;
	}
	const telltale = telltales.get(value.type);
	if (telltale === undefined || !(telltale in value)) {
		return false;
	}
	if (telltale !== 'message') {
		return true;
	}
	const message = 'message' in value ? value.message : undefined;
	return typeof message === 'object' && message !== null && 'content' in message;
}

/** The envelope, which also tells a line that is cut before it says what it is. */
function hasEnvelope(value: unknown): boolean {
	return (
		typeof value === 'object' &&
		value !== null &&
		'parentUuid' in value &&
		'sessionId' in value &&
		'isSidechain' in value
	);
}

/**
 * Claude Code's session files: one JSON object per line, the lines of one assistant message apart,
 * progress and bookkeeping in between.
 */
export const claudeCode: TranscriptReader = {
	format: 'claude-code',
	label: 'Claude Code',
	appends: true,
	detect(opening) {
		const lines = opening.split('\n').filter((line) => line.trimStart().startsWith('{'));
		const values = lines.flatMap((line) => objectsIn(line).objects);
		const cut = parseJsonStart(lines.at(-1) ?? '');
		return [...values, cut].some((value) => isClaudeLine(value) || hasEnvelope(value));
	},
	async read(source: TranscriptSource, signal?: AbortSignal): Promise<Transcript> {
		const problems = new ProblemList();
		const session = new ClaudeSession(problems);
		for await (const { line, value } of readJsonLines(source, problems, { signal })) {
			session.take(line, value);
		}
		const transcript = await session.transcript(signal);
		if (transcript.conversations.every(({ messages }) => messages.length === 0)) {
			throw withoutMessages(source, label, transcript.problems);
		}
		return transcript;
	},
};
