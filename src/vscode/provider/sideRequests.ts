import type { Message } from '../../messages/message.ts';
import { stretchesOf } from '../../messages/origins.ts';

/**
 * How the system prompts of requests begin that a client makes on the side: titles, names of
 * branches, progress messages and the like. Copilot Chat's, as its prompts have them.
 */
const sidePrompts: readonly RegExp[] = [
	/^You are an expert in (?:crafting (?:pithy|ultra-compact)|writing short, catchy)/,
	/^You are an expert classifier for AI coding assistant prompts/,
	/^You are a background task tracker/,
	/^You are a Visual Studio Code assistant\. Your job is to assist users in using Visual Studio Code by returning settings/,
	/^You are an AI programming assistant, helping a software developer to come with the best git commit message/,
	/^You are a distinguished software engineer/,
	/^You are a (?:helpful AI )?assistant tasked with summarizing conversations/,
];

/** Where a client asks its model to summarise the conversation, anywhere in the system prompt. */
const summaryPrompt =
	/Your task is to create a comprehensive, detailed summary of the entire conversation/;

/** The same as a client's last message: Copilot Chat, Cline's two generations, Roo Code. */
const summaryMessages: readonly RegExp[] = [
	/^Summarize the conversation history so far\b/,
	/^Summarize the conversation so far\b/,
	/^The conversation has grown too large for the context window and must be compacted now/,
	/<explicit_instructions type="(?:summarize_task|condense)">/,
	/Your task is to create a (?:comprehensive,? )?detailed summary of the (?:entire )?conversation/,
	/^CRITICAL: This (?:summarization|condensing) request is a SYSTEM OPERATION/,
];

/**
 * Whether a client asks on the side: for a title, or for a summary of its own. Such a request passes
 * as it is and is never stored.
 * @param offersTools Whether the request does: what a client asks on the side needs none.
 */
export function isSideRequest(
	system: string,
	messages: readonly Message[],
	offersTools: boolean,
): boolean {
	const prompt = system.trimStart();
	const isOnTheSide = sidePrompts.some((pattern) => pattern.test(prompt));
	if ((isOnTheSide && !offersTools) || summaryPrompt.test(prompt)) {
		return true;
	}
	// What one message of the client holds beside the result of a tool may be several here.
	const last = messages.findLastIndex(({ role }) => role !== 'user') + 1;
	return messages.slice(last).some((message) => {
		// A file that asks for a summary is no request for one; the client's own text or the person's may be.
		const text = stretchesOf(message)
			.filter(({ origin }) => origin === 'person' || origin === 'client')
			.map((stretch) => stretch.text)
			.join('')
			.trimStart();
		return summaryMessages.some((pattern) => pattern.test(text));
	});
}
