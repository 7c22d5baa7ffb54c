import type { Message, Part, ToolCall, ToolMessage } from '../../messages/message.ts';
import { assistantMessage } from './parts.ts';

/** A call in a file: some have no id, or repeat the same one. */
export interface FoundCall {
	readonly id?: string | undefined;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** A result in a file. */
export interface FoundResult extends Omit<ToolMessage, 'role' | 'toolCallId'> {
	/** Of the call it answers; absent if the file indicates only the order. */
	readonly toolCallId?: string | undefined;
	/** Of the tool, which identifies the call if there is no id. */
	readonly name?: string | undefined;
}

/** A call of the open message, and its result once there is one. */
interface OpenCall {
	readonly call: ToolCall;
	/** Whether the file is expected to contain its result. */
	readonly isAwaited: boolean;
	result?: ToolMessage;
}

/** An assistant's message whose calls and results may still follow. */
export class OpenMessage {
	readonly #parts: readonly Part[];
	readonly #calls: OpenCall[] = [];
	/** The calls by what results refer to: their ids, else their tools; an empty key matches any. */
	readonly #queues = new Map<string, OpenCall[]>();
	/** Messages before all results were there, which follow them. */
	readonly #later: Message[] = [];
	#missing = 0;
	#hasResult = false;

	constructor(parts: readonly Part[]) {
		this.#parts = parts;
	}

	/** Whether a result is expected. */
	get awaitsResult(): boolean {
		return this.#missing > 0;
	}

	/** Whether another call can be part of the same message. */
	get takesCalls(): boolean {
		return this.#later.length === 0 && (this.awaitsResult || !this.#hasResult);
	}

	add(call: ToolCall, isAwaited: boolean): void {
		const open = { call, isAwaited };
		this.#calls.push(open);
		this.#missing += isAwaited ? 1 : 0;
		for (const key of [`id ${call.id}`, `name ${call.name}`, '']) {
			const queue = this.#queues.get(key) ?? [];
			queue.push(open);
			this.#queues.set(key, queue);
		}
	}

	/** Adds the result of one of its calls; `false` if it belongs to none. */
	answer(found: FoundResult): boolean {
		const { toolCallId, name, ...rest } = found;
		const byName = name === undefined ? '' : `name ${name}`;
		const queue = this.#queues.get(toolCallId === undefined ? byName : `id ${toolCallId}`) ?? [];
		while (queue[0]?.result !== undefined) {
			queue.shift();
		}
		const [open] = queue;
		if (open === undefined) {
			return false;
		}
		open.result = { role: 'tool', toolCallId: open.call.id, ...rest };
		this.#missing -= open.isAwaited ? 1 : 0;
		this.#hasResult = true;
		return true;
	}

	/** Holds back a message until all results are there. */
	wait(message: Message): void {
		this.#later.push(message);
	}

	/** The message, its results in the order of its calls, and the messages in between. */
	messages(): readonly Message[] {
		const calls = this.#calls.map(({ call }) => call);
		const message = assistantMessage(this.#parts, calls);
		const results = this.#calls.flatMap(({ result }) => result ?? []);
		return [...(message === undefined ? [] : [message]), ...results, ...this.#later];
	}
}
