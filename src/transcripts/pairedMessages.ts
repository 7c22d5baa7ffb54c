import type {
	Content,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../messages/message.ts';
import { CallIds } from './callIds.ts';
import { MessageList } from './messageList.ts';

/** Tells what is wrong with the record at hand: a clause without a full stop. */
type Report = (message: string) => void;

/** The result of a call, as a file has it. */
export interface SavedResult {
	/** Of the call it answers, as the file has it; absent where the file names none. */
	readonly callId: string | undefined;
	readonly content: Content;
	/** Whether the program marked it as an error. */
	readonly isError?: boolean;
}

/**
 * Puts messages into the order every provider wants: results right behind the message that made the
 * calls, in the order of these. Whatever else comes while results are awaited follows them.
 */
export class PairedMessages {
	readonly messages = new MessageList();
	readonly #ids = new CallIds();
	/** Calls of the last assistant message that await a result: our ids by those of the file. */
	readonly #open = new Map<string, string[]>();
	/** Our ids of all calls of the last assistant message, in order. */
	#calls: readonly string[] = [];
	readonly #results = new Map<string, ToolMessage>();
	#waiting: (UserMessage | SystemMessage)[] = [];

	/** Whether a call of the last assistant message has no result yet. */
	get awaitsResults(): boolean {
		return this.#open.size > 0;
	}

	/** Appends what the assistant said; calls whose ids were there before get new ones. */
	assistant(content: Content, calls: readonly ToolCall[] = []): void {
		this.close();
		const toolCalls = calls.map((call) => {
			const id = this.#ids.unique(call.id);
			const same = this.#open.get(call.id);
			if (same === undefined) {
				this.#open.set(call.id, [id]);
			} else {
				same.push(id);
			}
			return { ...call, id };
		});
		this.#calls = toolCalls.map(({ id }) => id);
		this.messages.push(
			toolCalls.length === 0
				? { role: 'assistant', content }
				: { role: 'assistant', content, toolCalls },
		);
	}

	/** Appends a result. One that answers no call is reported and kept as a message of the client. */
	result({ callId, content, isError = false }: SavedResult, report: Report): void {
		const fileId = callId ?? this.#open.keys().next().value;
		const open = fileId === undefined ? undefined : this.#open.get(fileId);
		const id = open?.shift();
		if (fileId === undefined || open === undefined || id === undefined) {
			report('it is the result of a call that is not there; it is shown as a message');
			this.add({ role: 'user', content, origin: 'client' });
			return;
		}
		if (open.length === 0) {
			this.#open.delete(fileId);
		}
		this.#results.set(id, {
			role: 'tool',
			toolCallId: id,
			content,
			...(isError ? { isError } : {}),
		});
	}

	/** Appends a message of somebody else. */
	add(message: UserMessage | SystemMessage): void {
		if (this.awaitsResults) {
			this.#waiting.push(message);
			return;
		}
		this.close();
		this.messages.push(message);
	}

	/** Awaits no further results: what came of them, and what waited, is appended. */
	close(): void {
		for (const id of this.#calls) {
			const result = this.#results.get(id);
			if (result !== undefined) {
				this.messages.push(result);
			}
		}
		for (const message of this.#waiting) {
			this.messages.push(message);
		}
		this.#calls = [];
		this.#open.clear();
		this.#results.clear();
		this.#waiting = [];
	}
}
