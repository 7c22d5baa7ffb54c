import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { changesIn } from '../messages/fileChanges.ts';
import { toolCallsOf, type FileChange, type Message } from '../messages/message.ts';
import { subAgentInputs } from '../messages/toolFamilies.ts';
import { pairTools } from '../messages/toolPairs.ts';

/** Conversations that sub-agents lead, until the conversation that called them has their reports. */
export class SubAgents {
	readonly #store: SqliteStore;
	/** By the client's name for the conversation that called them, if it has one, and by their tasks. */
	readonly #leading = new Map<string | undefined, Map<string, Set<string>>>();

	constructor(store: SqliteStore) {
		this.#store = store;
	}

	/** The sub-agent with this task leads a conversation. */
	lead(conversation: string, name: string | undefined, task: string): void {
		const tasks = this.#leading.get(name) ?? new Map<string, Set<string>>();
		const led = tasks.get(task) ?? new Set();
		this.#leading.set(name, tasks.set(task, led.add(conversation)));
	}

	/** The end of a history, its results with what the sub-agents behind them did to files. */
	withChanges(
		name: string | undefined,
		history: readonly Message[],
		start: number,
	): readonly Message[] {
		const rest = history.slice(start);
		const tasks = this.#leading.get(name);
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
			const led = call === undefined ? [] : this.#ledWith(subAgentInputs(call), tasks);
			// If two chats without a name hand on the same task, nothing tells which of them called whom.
			const isKnown = name !== undefined || led.length === 1;
			const changed = isKnown ? led.flatMap((id) => this.#changesIn(id)) : [];
			return changed.length === 0 ? message : { ...message, changed };
		});
		if (tasks.size === 0) {
			this.#leading.delete(name);
		}
		return complete;
	}

	#ledWith(texts: readonly string[], tasks: Map<string, ReadonlySet<string>>): readonly string[] {
		return texts.flatMap((text) => {
			const led = [...(tasks.get(text) ?? [])];
			tasks.delete(text);
			// It may have been deleted in the meantime.
			return led.filter((id) => this.#store.find(id) !== undefined);
		});
	}

	#changesIn(conversation: string): readonly FileChange[] {
		return changesIn(this.#store.log(conversation).map(({ message }) => message));
	}
}
