import type { Message, ToolCall } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { handedTexts } from '../../messages/subAgents.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/**
 * Tasks that replies have handed to sub-agents. Copilot Chat leads a sub-agent in requests of its own, under the name of
 * the chat that called it: nothing but the task with which they begin distinguishes them.
 */
export class HandedTasks {
	/** Texts of the calls without a report, by the name of the chat. */
	readonly #open = new Map<string, readonly string[]>();

	/** The reply to a history of this name makes calls. */
	replied(name: string, history: readonly Message[], calls: readonly ToolCall[]): void {
		const asked = firstWordsIn(history);
		// If a call hands the person's words on, these do not tell the chat from its sub-agent.
		const handed = calls.flatMap(handedTexts).filter((text) => text !== asked);
		if (handed.length > 0) {
			this.#open.set(name, [...(this.#open.get(name) ?? []), ...handed]);
		}
	}

	/**
	 * A history of this name is sent. The chat itself goes on only with the reports of all its sub-agents.
	 * @returns The sub-agent's task; undefined if the history belongs to the chat itself.
	 */
	sent(name: string, history: readonly Message[]): string | undefined {
		const asked = firstWordsIn(history);
		const task = this.#open.get(name)?.find((text) => text === asked);
		if (task === undefined) {
			this.#open.delete(name);
		}
		return task;
	}
}

/** The words with which a history begins; empty if the person has not said any. */
function firstWordsIn(history: readonly Message[]): string {
	const first = history.find(isFromPerson);
	return first === undefined ? '' : personText(first);
}
