import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { changesIn } from '../messages/fileChanges.ts';
import { toolCallsOf, type FileChange, type Message } from '../messages/message.ts';
import { subAgentInputs } from '../messages/toolFamilies.ts';
import { pairTools } from '../messages/toolPairs.ts';

/** Conversations of sub-agents, until the conversation that called them has their reports. */
export class SubAgents {
	readonly #store: SqliteStore;
	/** By the client's name for the calling conversation, if it has one, and by task. */
	readonly #byTask = new Map<string | undefined, Map<string, Set<string>>>();

	constructor(store: SqliteStore) {
		this.#store = store;
	}

	/** A conversation belongs to the sub-agent with this task. */
	register(conversation: string, name: string | undefined, task: string): void {
		const tasks = this.#byTask.get(name) ?? new Map<string, Set<string>>();
		const conversations = tasks.get(task) ?? new Set();
		this.#byTask.set(name, tasks.set(task, conversations.add(conversation)));
	}

	/** The end of a history; results of sub-agents include their changes to files. */
	withChanges(
		name: string | undefined,
		history: readonly Message[],
		start: number,
	): readonly Message[] {
		const rest = history.slice(start);
		const tasks = this.#byTask.get(name);
		if (tasks === undefined) {
			return rest;
		}
		const { places } = pairTools(history.map((message) => ({ message, tokens: 0 })));
		const complete = rest.map((message, at) => {
			const place = places.get(start + at)?.call;
			if (message.role !== 'tool' || place === undefined) {
				return message;
			}
			const { message: caller, position } = place;
			const call = history.slice(caller, caller + 1).flatMap(toolCallsOf)[position];
			const conversations = call === undefined ? [] : this.#takeWith(subAgentInputs(call), tasks);
			// If two unnamed chats delegate the same task, their sub-agents cannot be told apart.
			const isKnown = name !== undefined || conversations.length === 1;
			const changed = isKnown ? conversations.flatMap((id) => this.#changesIn(id)) : [];
			return changed.length === 0 ? message : { ...message, changed };
		});
		if (tasks.size === 0) {
			this.#byTask.delete(name);
		}
		return complete;
	}

	#takeWith(texts: readonly string[], tasks: Map<string, ReadonlySet<string>>): readonly string[] {
		return texts.flatMap((text) => {
			const conversations = [...(tasks.get(text) ?? [])];
			tasks.delete(text);
			// It may have been deleted in the meantime.
			return conversations.filter((id) => this.#store.find(id) !== undefined);
		});
	}

	#changesIn(conversation: string): readonly FileChange[] {
		return changesIn(this.#store.log(conversation).map(({ message }) => message));
	}
}
