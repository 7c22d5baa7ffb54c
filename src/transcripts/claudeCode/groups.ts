import type { Message, Part, ToolCall, ToolMessage } from '../../messages/message.ts';
import { assistantMessage } from '../anthropicBlocks.ts';
import type { AssistantEntry, Entry } from './entries.ts';

/** An assistant message that is being put together from its lines, and the results of its calls. */
class Group {
	readonly #parts: Part[] = [];
	readonly #calls = new Map<string, ToolCall>();
	readonly #results = new Map<string, ToolMessage[]>();

	add(entry: AssistantEntry): void {
		this.#parts.push(...entry.parts);
		for (const call of entry.calls) {
			// A line that was written twice does not call twice.
			this.#calls.set(call.id, this.#calls.get(call.id) ?? call);
		}
	}

	answer(result: ToolMessage): void {
		const results = this.#results.get(result.toolCallId) ?? [];
		this.#results.set(result.toolCallId, [...results, result]);
	}

	/** The message, then its results in the order of the calls. */
	messages(): readonly Message[] {
		const calls = [...this.#calls.values()];
		const message = assistantMessage(this.#parts, calls);
		return message === undefined
			? []
			: [message, ...calls.flatMap((call) => this.#results.get(call.id) ?? [])];
	}
}

/** For each call the key of the assistant message that made it. */
function callers(entries: readonly Entry[]): ReadonlyMap<string, string> {
	const keys = new Map<string, string>();
	for (const entry of entries) {
		if (entry.kind === 'assistant') {
			for (const call of entry.calls) {
				keys.set(call.id, keys.get(call.id) ?? entry.key);
			}
		}
	}
	return keys;
}

/**
 * Messages out of entries in file order. The lines of one assistant message become one message
 * where the first of them stands, its results follow directly, and what else came in between (a
 * person typing while tools ran) follows these.
 */
export function regrouped(entries: readonly Entry[]): readonly Message[] {
	const keys = callers(entries);
	const groups = new Map<string, Group>();
	const slots: (Group | Message)[] = [];
	const groupOf = (key: string): Group => {
		const known = groups.get(key);
		if (known !== undefined) {
			return known;
		}
		const group = new Group();
		groups.set(key, group);
		slots.push(group);
		return group;
	};
	for (const entry of entries) {
		if (entry.kind === 'assistant') {
			groupOf(entry.key).add(entry);
			continue;
		}
		for (const result of entry.results) {
			const key = keys.get(result.toolCallId);
			if (key === undefined) {
				// Its call was cut away or cannot be read; the result is still part of the log.
				slots.push(result);
			} else {
				groupOf(key).answer(result);
			}
		}
		if (entry.message !== undefined) {
			slots.push(entry.message);
		}
	}
	return slots.flatMap((slot) => (slot instanceof Group ? slot.messages() : [slot]));
}
