import type { SqliteStore } from '../conversations/store/sqliteStore.ts';
import { changesIn } from '../messages/fileChanges.ts';
import { toolCallsOf, type FileChange, type Message } from '../messages/message.ts';
import { handedTexts } from '../messages/subAgents.ts';
import { pairTools } from '../messages/toolPairs.ts';

/** Conversations that sub-agents lead, until the conversation that called them has their reports. */
export class SubAgents {
	readonly #store: SqliteStore;
	/** By the client's name for the conversation that called them, and by their tasks. */
	readonly #leading = new Map<string, Map<string, Set<string>>>();

	constructor(store: SqliteStore) {
		this.#store = store;
	}

	/** The sub-agent with this task leads a conversation. */
	lead(conversation: string, name: string, task: string): void {
		const tasks = this.#leading.get(name) ?? new Map<string, Set<string>>();
		const led = tasks.get(task) ?? new Set();
		this.#leading.set(name, tasks.set(task, led.add(conversation)));
	}

	/** The end of a history, its results with what the sub-agents behind them did to files. */
	withChanges(name: string, history: readonly Message[], start: number): readonly Message[] {
		const rest = history.slice(start);
		const tasks = this.#leading.get(name);
		if (tasks === undefined) {
			return rest;
		}
		const { places } = pairTools(history.map((message) => ({ message, tokens: 0 })));
		const complete = rest.map((message, at) => {
			const place = places.get(start + at);
			if (message.role !== 'tool' || place === undefined || place.kind === 'orphan') {
				return message;
			}
			const { message: caller, position } = place.call;
			const call = history.slice(caller, caller + 1).flatMap(toolCallsOf)[position];
			const changed = call === undefined ? [] : this.#changesBehind(handedTexts(call), tasks);
			return changed.length === 0 ? message : { ...message, changed };
		});
		if (tasks.size === 0) {
			this.#leading.delete(name);
		}
		return complete;
	}

	#changesBehind(
		texts: readonly string[],
		tasks: Map<string, ReadonlySet<string>>,
	): readonly FileChange[] {
		return texts.flatMap((text) => {
			// It may have been deleted in the meantime.
			const led = [...(tasks.get(text) ?? [])].filter((id) => this.#store.find(id) !== undefined);
			tasks.delete(text);
			return led.flatMap((id) => changesIn(this.#store.log(id).map(({ message }) => message)));
		});
	}
}
