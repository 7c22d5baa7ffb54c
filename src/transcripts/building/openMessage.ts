import type { Message, Part, ToolCall, ToolMessage } from '../../messages/message.ts';
import { assistantMessage } from './parts.ts';

/** A call as a file has it: some name no id, or the same one again and again. */
export interface FoundCall {
	readonly id?: string | undefined;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** A result as a file has it. */
export interface FoundResult extends Omit<ToolMessage, 'role' | 'toolCallId'> {
	/** Of the call it answers; absent where the file tells the order alone. */
	readonly toolCallId?: string | undefined;
	/** Of the tool, which finds the call where there is no id. */
	readonly name?: string | undefined;
}

/** A call of the message at hand, and its result once it is there. */
interface OpenCall {
	readonly call: ToolCall;
	/** Whether the file is going to have its result. */
	readonly isAwaited: boolean;
	result?: ToolMessage;
}

/** An assistant's message whose calls and results may still come. */
export class OpenMessage {
	readonly #parts: readonly Part[];
	readonly #calls: OpenCall[] = [];
	/** The calls by what results name them by: their ids, else their tools; an empty one is any. */
	readonly #queues = new Map<string, OpenCall[]>();
	/** What was said before all results were there: it follows them. */
	readonly #later: Message[] = [];
	#missing = 0;
	#hasResult = false;

	constructor(parts: readonly Part[]) {
		this.#parts = parts;
	}

	/** Whether a result is going to come. */
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

	/** Takes the result of one of its calls; `false` when it is of none. */
	answer(found: FoundResult): boolean {
		const { toolCallId, name, ...told } = found;
		const byName = name === undefined ? '' : `name ${name}`;
		const queue = this.#queues.get(toolCallId === undefined ? byName : `id ${toolCallId}`) ?? [];
		while (queue[0]?.result !== undefined) {
			queue.shift();
		}
		const [open] = queue;
		if (open === undefined) {
			return false;
		}
		open.result = { role: 'tool', toolCallId: open.call.id, ...told };
		this.#missing -= open.isAwaited ? 1 : 0;
		this.#hasResult = true;
		return true;
	}

	/** Takes what is said before all results are there. */
	wait(message: Message): void {
		this.#later.push(message);
	}

	/** The message, its results in the order of its calls, and what came meanwhile. */
	messages(): readonly Message[] {
		const calls = this.#calls.map(({ call }) => call);
		const message = assistantMessage(this.#parts, calls);
		const results = this.#calls.flatMap(({ result }) => result ?? []);
		return [...(message === undefined ? [] : [message]), ...results, ...this.#later];
	}
}
