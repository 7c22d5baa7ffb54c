import type { Message, Part, ToolCall, ToolMessage } from '../../messages/message.ts';
import { assistantMessage } from './parts.ts';

/** A call in a file; it may have no id, or the id of another call. */
export interface FoundCall {
	readonly id?: string | undefined;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** A result in a file. */
export interface FoundResult extends Omit<ToolMessage, 'role' | 'toolCallId'> {
	/** Id of the call it answers; absent if the file indicates only the order. */
	readonly toolCallId?: string | undefined;
	/** Name of the tool, by which the call is found if there is no id. */
	readonly name?: string | undefined;
}

/** A call of an open message, with its result once the file contains it. */
interface OpenCall {
	readonly call: ToolCall;
	/** Whether the file is expected to contain its result. */
	readonly isAwaited: boolean;
	result?: ToolMessage;
}

/** An assistant's message that may still get calls and results. */
export class OpenMessage {
	readonly #parts: readonly Part[];
	readonly #calls: OpenCall[] = [];
	/** Messages that came before all results had; they are placed after the results. */
	readonly #later: Message[] = [];
	/** The number of calls whose results are expected. */
	#awaited = 0;
	#hasResult = false;

	constructor(parts: readonly Part[]) {
		this.#parts = parts;
	}

	/** Whether a result is expected. */
	get awaitsResult(): boolean {
		return this.#awaited > 0;
	}

	/** Whether another call can be part of the same message. */
	get takesCalls(): boolean {
		return this.#later.length === 0 && (this.awaitsResult || !this.#hasResult);
	}

	add(call: ToolCall, isAwaited: boolean): void {
		this.#calls.push({ call, isAwaited });
		this.#awaited += isAwaited ? 1 : 0;
	}

	/** Adds a result to the first matching call that lacks one; returns `false` if no call matches. */
	answer({ toolCallId, name, ...rest }: FoundResult): boolean {
		const open = this.#calls.find(
			({ call, result }) =>
				result === undefined &&
				(toolCallId === undefined ? (name ?? call.name) === call.name : call.id === toolCallId),
		);
		if (open === undefined) {
			return false;
		}
		this.#awaited -= open.isAwaited ? 1 : 0;
		this.#hasResult = true;
		open.result = { role: 'tool', toolCallId: open.call.id, ...rest };
		return true;
	}

	/** Keeps a message until all results have arrived. */
	holdBack(message: Message): void {
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
