import type {
	AssistantMessage,
	Message,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../../messages/message.ts';

/**
 * One reply of the model, held until the next one begins: its tools finish in any order, and what
 * is said meanwhile comes after their results.
 */
export class Reply {
	readonly #key: string;
	readonly #texts: string[] = [];
	readonly #calls: ToolCall[] = [];
	readonly #results = new Map<string, ToolMessage>();
	readonly #after: Message[] = [];

	/** @param key The same for all events of one reply; empty where events do not tell. */
	constructor(key: string) {
		this.#key = key;
	}

	/** Whether every call has its result, so that nothing more belongs to this reply. */
	get answered(): boolean {
		return this.#results.size === this.#calls.length;
	}

	/** Whether another event of the model is a further part of this reply. */
	continuesWith(key: string): boolean {
		return key !== '' && key === this.#key && this.#results.size + this.#after.length === 0;
	}

	say(text: string, calls: readonly ToolCall[]): void {
		// What models only thought leaves events without a word.
		if (text.trim() !== '') {
			this.#texts.push(text);
		}
		this.#calls.push(...calls);
	}

	/** Takes a result of one of its calls; false when it made no such call. */
	answer(result: ToolMessage): boolean {
		const mine = this.#calls.some((call) => call.id === result.toolCallId);
		if (mine) {
			this.#results.set(result.toolCallId, result);
		}
		return mine;
	}

	/** Takes what was said while its tools ran. */
	follow(message: UserMessage | ToolMessage): void {
		this.#after.push(message);
	}

	/** The reply, the results in the order of its calls, and what came meanwhile. */
	messages(): readonly Message[] {
		const content = this.#texts.join('\n');
		const said: AssistantMessage[] =
			this.#calls.length > 0
				? [{ role: 'assistant', content, toolCalls: this.#calls }]
				: content === ''
					? []
					: [{ role: 'assistant', content }];
		const results = this.#calls.flatMap(({ id }) => this.#results.get(id) ?? []);
		return [...said, ...results, ...this.#after];
	}
}
