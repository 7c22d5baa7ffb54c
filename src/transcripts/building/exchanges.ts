import type {
	AssistantMessage,
	Content,
	Message,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../../messages/message.ts';
import { CallIds } from './callIds.ts';
import { MessageList } from './messageList.ts';
import type { ProblemList } from '../problems.ts';

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

/** Calls in the order they were made, of which the first without a result is asked for. */
class OpenCalls {
	readonly #calls: OpenCall[] = [];
	#answered = 0;

	add(call: OpenCall): void {
		this.#calls.push(call);
	}

	first(): OpenCall | undefined {
		while (this.#calls[this.#answered]?.result !== undefined) {
			this.#answered += 1;
		}
		return this.#calls[this.#answered];
	}
}

function listed<Key>(lists: Map<Key, OpenCalls>, key: Key): OpenCalls {
	const calls = lists.get(key) ?? new OpenCalls();
	lists.set(key, calls);
	return calls;
}

/** An assistant's message whose calls are not all answered yet, and what came meanwhile. */
class Exchange {
	readonly waiting: Message[] = [];
	readonly #message: AssistantMessage;
	readonly #calls: readonly OpenCall[];
	readonly #all = new OpenCalls();
	readonly #byId = new Map<string | undefined, OpenCalls>();
	readonly #byName = new Map<string, OpenCalls>();

	constructor(content: Content, calls: readonly OpenCall[]) {
		this.#message = { role: 'assistant', content, toolCalls: calls.map(({ call }) => call) };
		this.#calls = calls;
		for (const call of calls) {
			this.#all.add(call);
			listed(this.#byId, call.foundId).add(call);
			listed(this.#byName, call.call.name).add(call);
		}
	}

	get isAnswered(): boolean {
		return this.#all.first() === undefined;
	}

	/** The call that a result answers: by its id, else by its tool, else by the order. */
	called({ callId, name }: FoundResult): OpenCall | undefined {
		if (callId !== undefined) {
			return this.#byId.get(callId)?.first();
		}
		return name === undefined ? this.#all.first() : this.#byName.get(name)?.first();
	}

	/** The message, its results in the order of its calls, and what came meanwhile. */
	messages(): readonly Message[] {
		return [this.#message, ...this.#calls.flatMap(({ result }) => result ?? []), ...this.waiting];
	}
}

/**
 * Puts messages into the order in which models take them: results directly behind the message that
 * called, in the order of its calls, and what a person or a client said meanwhile behind those.
 * Ids of calls become unique.
 */
export class Exchanges {
	readonly #messages = new MessageList();
	readonly #problems: ProblemList;
	readonly #ids = new CallIds();
	#open: Exchange | undefined;

	constructor(problems: ProblemList) {
		this.#problems = problems;
	}

	/** The messages so far; those of an exchange that goes on are ended with it. */
	settled(): MessageList {
		const open = this.#open;
		this.#open = undefined;
		for (const message of open?.messages() ?? []) {
			this.#messages.push(message);
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
		this.#open = new Exchange(content, opened);
	}

	/**
	 * Adds a result to the message that called last. Where there is no such call, that is reported,
	 * and the result stands in the log by itself.
	 * @param line Where it is found; 1 in a file that is one document.
	 */
	result(found: FoundResult, line: number): void {
		const { content } = found;
		const open = this.#open?.called(found);
		const toolCallId = open?.call.id ?? found.callId ?? found.name ?? 'unknown';
		const failed = found.isError === undefined ? {} : { isError: found.isError };
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
		if (this.#open?.isAnswered === true) {
			this.settled();
		}
	}

	#unique({ id = 'call', name, arguments: given }: FoundCall): ToolCall {
		return { id: this.#ids.give(id), name, arguments: given };
	}
}
