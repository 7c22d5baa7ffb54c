import { toolCallsOf, type Message, type ToolCall } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { subAgentInputs } from '../../messages/subAgents.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/**
 * Tasks that replies have handed to sub-agents. Copilot Chat leads a sub-agent in requests of its own, under the name of
 * the chat that called it: nothing but the task with which they begin distinguishes them. In VS Code's Agent Host no
 * chat has a name: there its tasks are those of all chats.
 */
export class HandedTasks {
	/** Texts of the calls without a report, by the name of the chat; empty if it has none. */
	readonly #open = new Map<string, readonly string[]>();

	/** The reply to a history of this name makes calls. */
	replied(name: string, history: readonly Message[], calls: readonly ToolCall[]): void {
		const asked = firstWordsIn(history);
		// If a call hands the person's words on, these do not tell the chat from its sub-agent.
		const handed = calls.flatMap(subAgentInputs).filter((text) => text !== asked);
		if (handed.length > 0) {
			this.#open.set(name, [...(this.#open.get(name) ?? []), ...handed]);
		}
	}

	/**
	 * A history of this name is sent. One that has the calls goes on with the reports of all their sub-agents.
	 * @returns The sub-agent's task; undefined if the history belongs to the chat itself.
	 */
	sent(name: string, history: readonly Message[]): string | undefined {
		const open = this.#open.get(name);
		if (open === undefined) {
			return undefined;
		}
		const reported = new Set(history.flatMap(toolCallsOf).flatMap(subAgentInputs));
		const rest = open.filter((text) => !reported.has(text));
		if (rest.length === 0) {
			this.#open.delete(name);
		} else {
			this.#open.set(name, rest);
		}
		const asked = firstWordsIn(history);
		return rest.find((text) => text === asked);
	}
}

/** The words with which a history begins; empty if the person has not said any. */
function firstWordsIn(history: readonly Message[]): string {
	const first = history.find(isFromPerson);
	return first === undefined ? '' : personText(first);
}
