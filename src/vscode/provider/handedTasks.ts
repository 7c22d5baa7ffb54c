import type { Message, ToolCall } from '../../messages/message.ts';
import { firstWordsIn, handedTexts } from '../../messages/subAgents.ts';

/** More texts than the models of all chats hand on before their sub-agents begin. */
const mostOpen = 256;

/**
 * Tasks that replies have handed to sub-agents. Copilot Chat leads a sub-agent in requests of its own, under the name of
 * the chat that called it: nothing but the task with which they begin distinguishes them.
 */
export class HandedTasks {
	/** The oldest first. */
	#open: readonly { readonly name: string; readonly text: string }[] = [];

	/** The reply to a history of this name makes calls. */
	note(name: string, history: readonly Message[], calls: readonly ToolCall[]): void {
		const asked = firstWordsIn(history);
		const handed = calls
			.flatMap(handedTexts)
			// If it hands the person's words on, these do not tell the chat from its sub-agent.
			.filter((text) => text !== asked)
			.map((text) => ({ name, text }));
		this.#open = [...this.#open, ...handed].slice(-mostOpen);
	}

	/** The task of the sub-agent that leads a history of this name; undefined: no sub-agent is known to. */
	taskOf(name: string, history: readonly Message[]): string | undefined {
		const asked = firstWordsIn(history);
		return this.#open.find((open) => open.name === name && open.text === asked)?.text;
	}
}
