import { toolCallsOf, type Message, type ToolCall } from '../../messages/message.ts';
import { personText } from '../../messages/origins.ts';
import { subAgentInputs } from '../../messages/toolFamilies.ts';
import { isFromPerson } from '../../messages/userTurns.ts';

/**
 * Tasks that replies have given to sub-agents. Copilot Chat runs a sub-agent in separate requests under the name of the
 * chat that called it: only the task at their beginning distinguishes them. In VS Code's Agent Host, chats have no
 * names: there, all chats share one list.
 */
export class SubAgentTasks {
	/** Tasks that have no report yet, by the name of the chat; the empty name: chats without one. */
	readonly #open = new Map<string, readonly string[]>();

	/** Records the calls in a reply to the history of a chat. */
	recordCalls(name: string, history: readonly Message[], calls: readonly ToolCall[]): void {
		const request = firstUserText(history);
		// If a task repeats the user's request, it cannot distinguish the sub-agent from the chat.
		const tasks = calls.flatMap(subAgentInputs).filter((text) => text !== request);
		if (tasks.length > 0) {
			this.#open.set(name, [...(this.#open.get(name) ?? []), ...tasks]);
		}
	}

	/**
	 * The task of the sub-agent that sends a history; undefined if the chat itself sends it. A history with the calls
	 * has the reports of their sub-agents, so these tasks are finished.
	 */
	taskOf(name: string, history: readonly Message[]): string | undefined {
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
		const request = firstUserText(history);
		return rest.find((text) => text === request);
	}
}

/** The user's first text in a history; empty if there is none. */
function firstUserText(history: readonly Message[]): string {
	const first = history.find(isFromPerson);
	return first === undefined ? '' : personText(first);
}
