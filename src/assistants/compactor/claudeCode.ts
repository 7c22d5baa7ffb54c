import { fieldsOf, parsedJson } from '../../messages/json.ts';
import { textOf } from '../../messages/message.ts';
import { claudeCode } from '../../transcripts/formats/claudeCode/claudeCode.ts';
import { notShown } from '../../transcripts/formats/claudeCode/entries.ts';
import type { TranscriptConversation } from '../../transcripts/reader.ts';
import { sourceOf } from '../../transcripts/bytes/content.ts';
import type { RecentRequests } from './betweenTasks.ts';
import { additions, compactSession, summaryInstructions } from './compaction.ts';

/** Compaction inside Claude Code, whose plugins have only plain JavaScript: the plugin itself calls the APIs. */

/** A message as Claude Code passes it to a plugin, and accepts it back. */
interface ClaudeMessage {
	readonly role: 'user' | 'assistant';
	readonly text: string;
	readonly toolUses: readonly {
		readonly tool_use_id: string;
		readonly tool: string;
		readonly input: unknown;
	}[];
	readonly toolResults?: readonly {
		readonly tool_use_id: string;
		readonly text: string;
		readonly isError?: boolean;
	}[];
	/** Claude Code's own message, including what is not shown: thinking, images. */
	readonly handle?: string;
}

/** The compaction that Claude Code is about to make. */
interface ClaudeCompaction {
	readonly trigger: string;
	readonly instructions?: string;
	readonly messages: readonly ClaudeMessage[];
}

/** The session, as the plugin describes it. */
interface ClaudeSession {
	/** The session's file. */
	readonly path: string;
	readonly text: string;
	/** Whether the session has our tools. */
	readonly hasRecall: boolean;
	/** Tokens of the model's window. */
	readonly window?: number;
	/** The plugin itself started the compaction, after an answer. */
	readonly isBetweenTasks?: boolean;
	/** The command that undoes a compaction, without the session's handle; absent if there is none. */
	readonly undo?: string;
}

/** A plugin's answer to Claude Code. */
interface ClaudeAnswer {
	readonly messages: readonly ClaudeMessage[];
	/** For the user. */
	readonly notice: string;
}

/** Compacts without a model. @returns Undefined: Claude Code compacts itself. */
export async function compactWithBuiltIn(
	{ trigger, instructions, messages }: ClaudeCompaction,
	about: ClaudeSession,
): Promise<ClaudeAnswer | undefined> {
	const session = await sessionIn(about);
	const compacted =
		session &&
		(await compactSession({
			session,
			assistant: claudeCode.label,
			trigger: trigger === 'manual' ? 'manual' : 'automatic',
			hostMessages: messages.map(hostMessage),
			isBetweenTasks: about.isBetweenTasks,
			focus: instructions,
			recallHandle: recallHandleOf(about),
			window: about.window,
		}));
	if (compacted === undefined) {
		return undefined;
	}
	const { handoff, request, start, results } = compacted;
	const before = messages.map((message) => withoutHandle(message));
	const replaced = [
		userMessage(handoff),
		...(request === undefined ? [] : [userMessage(request)]),
		...messages.slice(start).map((message) => withoutHandle(message, results)),
	];
	return JSON.stringify(replaced).length < JSON.stringify(before).length
		? {
				messages: replaced,
				notice: `The handoff has your words, and the latest messages stay. ${undoNotice(about)}`,
			}
		: undefined;
}

/** Instructions for Claude Code's own summary, including the user's. */
export async function instructionsFor(
	{ instructions }: ClaudeCompaction,
	about: ClaudeSession,
): Promise<string | undefined> {
	const session = await sessionIn(about);
	const own = session && summaryInstructions(session);
	return [own, instructions].filter((text) => text !== undefined).join('\n\n') || undefined;
}

/** The summary of Claude Code's model, followed by the user's words and the state of the work. */
export async function withWords(
	[summary, ...rest]: readonly ClaudeMessage[],
	about: ClaudeSession,
): Promise<ClaudeAnswer | undefined> {
	const session = await sessionIn(about);
	if (summary === undefined || session === undefined) {
		return undefined;
	}
	const staying = rest.flatMap(({ role, text }) => (role === 'user' ? [text] : []));
	const added = additions(session, staying, about.window, recallHandleOf(about));
	if (added.length === 0) {
		return undefined;
	}
	return {
		messages: [
			summary,
			...added.map(userMessage),
			...rest.map((message) => withoutHandle(message)),
		],
		notice: `Your words follow the summary, whole. ${undoNotice(about)}`,
	};
}

export { betweenTasks } from './betweenTasks.ts';

/** Claude Code's requests since its latest compaction, by the session's file; undefined: there were none. */
export function requestsIn(text: string): RecentRequests | undefined {
	const replies = new Set<unknown>();
	let latestAt: number | undefined;
	let cacheLifetimeMs: number | undefined;
	for (const line of text.split('\n').reverse()) {
		const { type, subtype, isSidechain, message, timestamp } = fieldsOf(parsedJson(line));
		if (type === 'system' && subtype === 'compact_boundary') {
			break;
		}
		if (type === 'assistant' && isSidechain !== true) {
			const { id, usage } = fieldsOf(message);
			const written = fieldsOf(fieldsOf(usage)['cache_creation']);
			const lives = (tokens: unknown): boolean => typeof tokens === 'number' && tokens > 0;
			const minutes = lives(written['ephemeral_1h_input_tokens'])
				? 60
				: lives(written['ephemeral_5m_input_tokens'])
					? 5
					: undefined;
			replies.add(id);
			cacheLifetimeMs ??= minutes === undefined ? undefined : minutes * 60_000;
		} else if (type === 'user' && replies.size > 0 && latestAt === undefined) {
			// The last message of the latest request.
			latestAt = Date.parse(String(timestamp));
		}
	}
	return latestAt === undefined || Number.isNaN(latestAt)
		? undefined
		: {
				count: replies.size,
				latestAt,
				...(cacheLifetimeMs === undefined ? {} : { cacheLifetimeMs }),
			};
}

async function sessionIn({
	path,
	text,
}: ClaudeSession): Promise<TranscriptConversation | undefined> {
	// In its own session, a sub-agent's prompt counts as the user's request.
	const own = /[\\/]subagents[\\/]/.test(path)
		? text.replaceAll('"isSidechain":true', '"isSidechain":false')
		: text;
	const { conversations } = await claudeCode.read(sourceOf(path, new TextEncoder().encode(own)));
	return conversations[0] && withoutCommand(conversations[0]);
}

function handleOf({ path }: ClaudeSession): string {
	return `claude-code:${path.split(/[\\/]/).at(-1)?.replace('.jsonl', '') ?? ''}`;
}

function recallHandleOf(about: ClaudeSession): string | undefined {
	return about.hasRecall ? handleOf(about) : undefined;
}

/** Tells the user where the full session is, and how to go back. */
function undoNotice(about: ClaudeSession): string {
	return about.undo === undefined
		? 'The whole session stays in its file.'
		: `The whole session stays in its file. To go back, leave Claude Code and run: ${about.undo} ${handleOf(about)}`;
}

function userMessage(text: string): ClaudeMessage {
	return { role: 'user', text, toolUses: [] };
}

/** Claude Code may already have recorded the command to compact. */
function withoutCommand(session: TranscriptConversation): TranscriptConversation {
	const { messages } = session;
	const last = messages.at(-1);
	const isCommand = last?.role === 'user' && textOf(last.content).startsWith('/compact');
	return isCommand ? { ...session, messages: messages.slice(0, -1) } : session;
}

function hostMessage({ role, text, toolUses }: ClaudeMessage) {
	return { role, text, calls: toolUses.map(({ tool_use_id }) => tool_use_id) };
}

/**
 * A message that stays, without its handle: with it, the message would keep its position in the file, and a resumed
 * session would contain it twice.
 */
function withoutHandle(
	message: ClaudeMessage,
	results?: ReadonlyMap<string, string>,
): ClaudeMessage {
	const { role, text, toolUses, toolResults = [] } = message;
	const isBlank = text === '' && toolUses.length === 0 && toolResults.length === 0;
	return {
		role,
		text: isBlank ? notShown : text,
		toolUses: toolUses.map(({ tool_use_id, tool, input }) => ({ tool_use_id, tool, input })),
		...(toolResults.length === 0
			? {}
			: {
					toolResults: toolResults.map(({ tool_use_id, text: result, isError = false }) => ({
						tool_use_id,
						text: results?.get(tool_use_id) ?? result,
						isError,
					})),
				}),
	};
}
