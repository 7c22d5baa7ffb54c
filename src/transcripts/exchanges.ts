import type {
	AssistantMessage,
	Content,
	Message,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../messages/message.ts';
import { MessageList } from './messageList.ts';
import type { ProblemList } from './problems.ts';

/** A call as a file has it: some name no id, or the same one again and again. */
export interface FoundCall {
	readonly id?: string | undefined;
	readonly name: string;
	/** JSON text. */
	readonly arguments: string;
}

/** A result as a file has it. */
export interface FoundResult {
	/** Of the call it answers; absent where the file tells the order alone. */
	readonly callId?: string | undefined;
	/** Of the tool, which finds the call where there is no id. */
	readonly name?: string | undefined;
	readonly content: Content;
	readonly isError?: boolean;
}

/** A call that was made last, and its result once it is there. */
interface OpenCall {
	/** As the file has it. */
	readonly foundId: string | undefined;
	readonly call: ToolCall;
	result?: ToolMessage;
}

/** An assistant's message whose calls are not all answered yet, and what came meanwhile. */
interface Exchange {
	readonly message: AssistantMessage;
	readonly calls: readonly OpenCall[];
	readonly waiting: Message[];
}

function answers(result: FoundResult, open: OpenCall): boolean {
	if (open.result !== undefined) {
		return false;
	}
	return result.callId === undefined
		? result.name === undefined || result.name === open.call.name
		: result.callId === open.foundId;
}

/**
 * Puts messages into the order in which models take them: results directly behind the message that
 * called, in the order of its calls, and what a person or a client said meanwhile behind those.
 * Ids of calls become unique.
 */
export class Exchanges {
	readonly #messages = new MessageList();
	readonly #problems: ProblemList;
	/** Ids in use, each with the number of calls that wanted it. */
	readonly #ids = new Map<string, number>();
	#open: Exchange | undefined;

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** The messages so far; those of an exchange that goes on are ended with it. */
	settled(): MessageList {
		const open = this.#open;
		if (open !== undefined) {
			this.#open = undefined;
			this.#messages.push(open.message);
			for (const { result } of open.calls) {
				if (result !== undefined) {
					this.#messages.push(result);
				}
			}
			for (const message of open.waiting) {
				this.#messages.push(message);
			}
		}
		return this.#messages;
	}

	/** The number of messages that stand for good: before an exchange that still goes on. */
	get boundary(): number {
		return this.#messages.length;
	}

	/** Whether a call of the last message has no result yet. */
	get awaitsResult(): boolean {
		return this.#open !== undefined;
	}

	/** Adds what is neither the assistant's nor a result. */
	add(message: SystemMessage | UserMessage): void {
		if (this.#open === undefined) {
			this.#messages.push(message);
		} else {
			this.#open.waiting.push(message);
		}
	}

	/** Adds a message of the assistant; nothing when it neither says nor calls anything. */
	assistant(content: Content, calls: readonly FoundCall[] = []): void {
		if (calls.length === 0) {
			if (typeof content !== 'string' || content.trim() !== '') {
				this.settled().push({ role: 'assistant', content });
			}
			return;
		}
		this.settled();
		const opened = calls.map((call) => ({ foundId: call.id, call: this.#unique(call) }));
		const message = {
			role: 'assistant',
			content,
			toolCalls: opened.map(({ call }) => call),
		} as const;
		this.#open = { message, calls: opened, waiting: [] };
	}

	/**
	 * Adds a result to the message that called last. Where there is no such call, that is reported,
	 * and the result stands in the log by itself.
	 * @param line Where it is found; 1 in a file that is one document.
	 */
	result(found: FoundResult, line: number): void {
		const { content } = found;
		const open = this.#open?.calls.find((candidate) => answers(found, candidate));
		const toolCallId = open?.call.id ?? found.callId ?? found.name ?? 'unknown';
		const failed = found.isError === true ? { isError: true } : {};
		const message: ToolMessage = { role: 'tool', toolCallId, content, ...failed };
		if (open === undefined) {
			(this.#open?.waiting ?? this.#messages).push(message);
			this.#problems.add(
				line,
				`A result of the call "${toolCallId}", which is not in the file before it, stands by itself.`,
			);
			return;
		}
		open.result = message;
		if (this.#open?.calls.every(({ result }) => result !== undefined) === true) {
			this.settled();
		}
	}

	#unique({ id = 'call', name, arguments: given }: FoundCall): ToolCall {
		let unique = id;
		while (this.#ids.has(unique)) {
			const count = (this.#ids.get(id) ?? 1) + 1;
			this.#ids.set(id, count);
			unique = `${id}#${count}`;
		}
		this.#ids.set(unique, 1);
		return { id: unique, name, arguments: given };
	}
}
