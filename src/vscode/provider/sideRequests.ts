import { isBlank, type Message } from '../../messages/message.ts';
import { spansByAuthor } from '../../messages/origins.ts';

/**
 * Clients' side requests: titles, progress messages, memories, their own summaries. Nothing else distinguishes such a
 * request from a user's, so this is the only table of the clients' phrases.
 */

/** Beginnings of system prompts for tasks that need no tools. */
const promptsWithoutTools: readonly RegExp[] = [
	// Copilot Chat
	/^You are an expert in (?:crafting (?:pithy|ultra-compact)|writing short, catchy)/,
	/^You are an expert classifier for AI coding assistant prompts/,
	/^You are a background task tracker/,
	/^You are a Visual Studio Code assistant\. Your job is to assist users in using Visual Studio Code by returning settings/,
	/^You are an AI programming assistant, helping a software developer to come with the best git commit message/,
	/^You are a distinguished software engineer/,
	// Cline and its forks
	/^You are a (?:helpful AI )?assistant tasked with summarizing conversations/,
	/^Summarize the provided coding session into a concise continuation note/,
	// OpenCode, Kilo
	/^You are a title generator\b/,
];

/** Beginnings of system prompts that identify such a task whatever tools are offered. */
const prompts: readonly RegExp[] = [
	// Copilot Chat
	/^Your task is to create a comprehensive, detailed summary of the entire conversation/,
	// Gemini
	/^You are a specialized system component responsible for distilling chat history/,
	// OpenCode
	/^You are a context summarization agent\b/,
	// Qwen
	/^You are now acting as the managed memory extraction subagent/,
];

/** Beginnings of a client's last message, or of a part of it. */
const questions: readonly RegExp[] = [
	// Copilot Chat; the Copilot SDK in the Agent Host and Copilot CLI
	/^Summarize the conversation history so far\b/,
	/^Please create a detailed summary of the conversation so far\. The history is being compacted/,
	// Cline, Roo Code
	/^Summarize the conversation so far\b/,
	/^Summarize this session for continuation\. Be concise and factual\./,
	/^The conversation has grown too large for the context window and must be compacted now/,
	/^<explicit_instructions type="(?:summarize_task|condense)">/,
	/^CRITICAL: This (?:summarization|condensing) request is a SYSTEM OPERATION/,
	// Claude Code, and clients that adopted its prompts
	/^CRITICAL: Respond with TEXT ONLY\. Do NOT call any tools/,
	/^Your task is to create a (?:comprehensive,? )?detailed summary of the (?:entire )?conversation/,
	/^\[SUGGESTION MODE: /,
	// Codex
	/^You are performing a CONTEXT CHECKPOINT COMPACTION/,
	// OpenCode, Kilo
	/^Here is the conversation so far:\s+<conversation>/,
	/^Generate a title for this conversation:/,
	// Qwen
	/^You are the component that summarizes a conversation when its context window is about to overflow/,
];

/**
 * Whether this is a side request: it is not a turn of the conversation, and never stored or compacted.
 * @param offersTools Whether the request does.
 */
export function isSideRequest(
	system: string,
	messages: readonly Message[],
	offersTools: boolean,
): boolean {
	const prompt = system.trimStart();
	const begins = (text: string, table: readonly RegExp[]): boolean =>
		table.some((pattern) => pattern.test(text));
	if ((!offersTools && begins(prompt, promptsWithoutTools)) || begins(prompt, prompts)) {
		return true;
	}
	// One message of the client may map to several here, also next to a tool result.
	const last = messages.findLastIndex(({ role }) => role !== 'user') + 1;
	return messages
		.slice(last)
		.flatMap(spansByAuthor)
		.some(
			// A file that asks for a summary is not a request for one; only the client's or the user's text is.
			({ origin, text }) =>
				(origin === 'person' || origin === 'client') && begins(text.trimStart(), questions),
		);
}

/** The part of a history that a side question is about. */
export function historyBeforeQuestion(messages: readonly Message[]): readonly Message[] {
	const question = messages.findLastIndex(
		({ role, content }) => role === 'user' && !isBlank(content),
	);
	return messages.slice(0, Math.max(0, question));
}
