import type { Message, Part, ToolCall, ToolMessage } from '../../../messages/message.ts';
import type { AssistantEntry } from './entries.ts';
import type { EntryList } from './entryList.ts';
import { assistantMessage } from '../../building/parts.ts';

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
		const results = this.#results.get(result.toolCallId);
		if (results === undefined) {
			this.#results.set(result.toolCallId, [result]);
		} else {
			results.push(result);
		}
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

/** Which entries belong to which group: its lines, and the lines with results of its calls. */
class Members {
	readonly #entries: EntryList;
	/** Where the members of a group start in {@link #members}. */
	readonly #starts: Int32Array;
	readonly #members: Int32Array;
	/** Groups of which a line is there, not only results. */
	readonly #hasLine: Uint8Array;

	constructor(entries: EntryList, order: Int32Array) {
		this.#entries = entries;
		this.#hasLine = new Uint8Array(entries.groups);
		const counts = new Int32Array(entries.groups + 1);
		for (const index of order) {
			if (entries.group(index) !== -1) {
				this.#hasLine[entries.group(index)] = 1;
			}
			this.#groupsOf(index).forEach((group) => (counts[group + 1] = (counts[group + 1] ?? 0) + 1));
		}
		for (let group = 1; group < counts.length; group += 1) {
			counts[group] = (counts[group] ?? 0) + (counts[group - 1] ?? 0);
		}
		this.#starts = counts;
		const next = counts.slice();
		this.#members = new Int32Array(counts.at(-1) ?? 0);
		for (const index of order) {
			for (const group of this.#groupsOf(index)) {
				const place = next[group] ?? 0;
				this.#members[place] = index;
				next[group] = place + 1;
			}
		}
	}

	/** Whether a result of this group has a message to follow. */
	hasLine(group: number): boolean {
		return this.#hasLine[group] === 1;
	}

	/** The message of a group and its results. */
	messages(group: number): readonly Message[] {
		const made = new Group();
		for (const index of this.#members.subarray(this.#starts[group], this.#starts[group + 1])) {
			const entry = this.#entries.read(index);
			if (entry.kind === 'assistant') {
				made.add(entry);
				continue;
			}
			const groups = this.#entries.groupsAnswered(index);
			entry.results
				.filter((_, at) => groups[at] === group)
				.forEach((result) => made.answer(result));
		}
		return made.messages();
	}

	#groupsOf(index: number): readonly number[] {
		const group = this.#entries.group(index);
		return group === -1
			? [...new Set(this.#entries.groupsAnswered(index))].filter((answered) => answered !== -1)
			: [group];
	}
}

/**
 * Messages out of entries in the order given. The lines of one assistant message become one message
 * where the first of them stands, its results follow directly, and what else came in between (a
 * person typing while tools ran) follows these.
 * @param order Numbers of entries.
 */
export function* regrouped(entries: EntryList, order: Int32Array): Generator<Message> {
	const members = new Members(entries, order);
	const done = new Uint8Array(entries.groups);
	function* once(group: number): Generator<Message> {
		if (done[group] === 0) {
			done[group] = 1;
			yield* members.messages(group);
		}
	}
	for (const index of order) {
		const group = entries.group(index);
		if (group !== -1) {
			yield* once(group);
			continue;
		}
		const answered = entries.groupsAnswered(index);
		for (const [at, group] of answered.entries()) {
			if (members.hasLine(group)) {
				yield* once(group);
				continue;
			}
			// Its call was cut away or cannot be read; the result is still part of the log.
			const entry = entries.read(index);
			const result = entry.kind === 'user' ? entry.results[at] : undefined;
			if (result !== undefined) {
				yield result;
			}
		}
		const entry = entries.hasMessage(index) ? entries.read(index) : undefined;
		if (entry?.kind === 'user' && entry.message !== undefined) {
			yield entry.message;
		}
	}
}
