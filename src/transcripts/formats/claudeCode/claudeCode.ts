import { basename } from 'node:path';
import * as v from 'valibot';
import { transcriptOf } from '../../building/sessionReader.ts';
import { read } from '../../building/shapes.ts';
import { readJsonRecords } from '../../bytes/records.ts';
import { fileHead } from '../../fileHead.ts';
import { ProblemList } from '../../problems.ts';
import type {
	FileHead,
	TranscriptConversation,
	TranscriptReader,
	TranscriptSource,
} from '../../reader.ts';
import { ClaudeSession } from './session.ts';

const withContent = v.object({ content: v.unknown() });

/** Lines that only Claude Code writes; other programs write the same kinds but with `parts` instead of content. */
const ownLine = v.union([
	v.object({ type: v.picklist(['user', 'assistant']), message: withContent }),
	v.object({ type: v.literal('summary'), leafUuid: v.unknown() }),
	v.object({ type: v.literal('file-history-snapshot'), snapshot: v.unknown() }),
	v.object({ type: v.literal('queue-operation'), operation: v.unknown() }),
	v.object({
		type: v.picklist(['custom-title', 'ai-title', 'last-prompt', 'mode', 'permission-mode']),
		sessionId: v.unknown(),
	}),
	v.object({ type: v.literal('attachment'), attachment: v.unknown() }),
	// The beginning of the SDK's streams.
	v.object({ type: v.literal('system'), subtype: v.literal('init'), session_id: v.unknown() }),
	// Common to all lines: identifies a line that is cut before its type.
	v.object({ parentUuid: v.unknown(), sessionId: v.unknown(), isSidechain: v.unknown() }),
]);

/** Key of the lines in the web export. */
const listKey = 'loglines';

const listed = v.object({ [listKey]: v.array(v.unknown()) });

/** The records of a file that is one document: the SDK's messages as a list, or an export of the web version. */
function linesOfDocument({ document }: FileHead): readonly unknown[] | undefined {
	return read(v.array(v.unknown()), document) ?? read(listed, document)?.[listKey];
}

async function sessionIn(
	file: TranscriptSource,
	problems: ProblemList,
	listKeys: readonly string[] | undefined,
	signal: AbortSignal | undefined,
): Promise<ClaudeSession> {
	const session = new ClaudeSession(problems);
	const { records } = await readJsonRecords(file, problems, listKeys, signal);
	for await (const { line, value } of records) {
		session.take(line, value);
	}
	return session;
}

/** The conversations of a sub-agent's file; none if it cannot be read. */
async function conversationsOf(
	file: TranscriptSource,
	signal?: AbortSignal,
): Promise<readonly TranscriptConversation[]> {
	try {
		const session = await sessionIn(file, new ProblemList(), undefined, signal);
		return await session.conversations(signal);
	} catch {
		signal?.throwIfAborted();
		return [];
	}
}

/** The file of a sub-agent, in a folder named like the session. */
async function agentFile(
	source: TranscriptSource,
	agent: string,
): Promise<TranscriptSource | undefined> {
	const folder = basename(source.name, '.jsonl');
	return /^[\w-]+$/.test(agent)
		? source.sibling?.(`${folder}/subagents/agent-${agent}.jsonl`)
		: undefined;
}

/**
 * Claude Code's session files: one JSON object per line. An assistant's message takes several lines, with progress and
 * bookkeeping in between. The SDK emits the same lines, also as one list, and the web version exports them in a
 * document.
 *
 * Stored: `projects/<folder>/<session>.jsonl` in `~/.claude`. Seen: 1.0.98 to 2.1.332.
 */
export const claudeCode: TranscriptReader = {
	format: 'claude-code',
	label: 'Claude Code',
	detect: (opening) =>
		(linesOfDocument(opening) ?? opening.lines).some((value) => v.is(ownLine, value)),
	async read(source, signal) {
		const problems = new ProblemList();
		const isDocument = linesOfDocument(await fileHead(source, signal)) !== undefined;
		const keys = isDocument ? [listKey] : undefined;
		const session = await sessionIn(source, problems, keys, signal);
		for (const agent of new Set(session.agentsWithOwnFile)) {
			const file = await agentFile(source, agent);
			if (file !== undefined) {
				session.addAgentChanges(agent, await conversationsOf(file, signal));
			}
		}
		const conversations = await session.conversations(signal);
		return transcriptOf(source, this, conversations, problems);
	},
};
