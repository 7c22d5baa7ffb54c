import type {
	Message,
	Part,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../messages/message.ts';
import { MessageList } from './messageList.ts';
import { assistantMessage } from './parts.ts';

/** A call of the message at hand. */
interface OpenCall {
	readonly call: ToolCall;
	/** As the file has it; ours differs where a file uses an id twice. */
	readonly savedId: string;
	result?: ToolMessage;
}

/** An assistant message whose results may still come. */
interface OpenMessage {
	readonly parts: readonly Part[];
	readonly calls: OpenCall[];
	/** Calls whose results the file is going to have. */
	awaited: number;
	answered: number;
	/** What was said before all results were there: it follows them. */
	readonly later: Message[];
}

/** Call ids, each given once: some assistants count anew in every turn. */
class CallIds {
	readonly #given = new Set<string>();
	/** For each id of the file how often it was used, and what it became last. */
	readonly #saved = new Map<string, { readonly uses: number; readonly id: string }>();

	give(savedId: string): string {
		let uses = this.#saved.get(savedId)?.uses ?? 0;
		let id = savedId;
		do {
			uses += 1;
			id = uses === 1 ? savedId : `${savedId}_${uses}`;
		} while (this.#given.has(id));
		this.#given.add(id);
		this.#saved.set(savedId, { uses, id });
		return id;
	}

	latest(savedId: string): string | undefined {
		return this.#saved.get(savedId)?.id;
	}
}

/**
 * Puts a log together from pieces in file order: the results of an assistant message stand right
 * behind it, in the order of its calls, and whatever came in between follows them.
 */
export class PairedMessages {
	readonly #messages = new MessageList();
	readonly #ids = new CallIds();
	#open: OpenMessage | undefined;

	/** Begins an assistant message. */
	say(parts: readonly Part[]): void {
		this.close();
		this.#open = { parts, calls: [], awaited: 0, answered: 0, later: [] };
	}

	/** A call of the message at hand, or of a new one when that has all its results. */
	call(call: ToolCall): void {
		this.#calling().awaited += 1;
		this.#add(call);
	}

	/** A call that the provider ran itself: the file has no result of it. */
	callWithoutResult(call: ToolCall): void {
		this.#calling();
		this.#add(call);
	}

	/**
	 * The result of a call. One that comes after the next message began stands where it came, and so
	 * does one whose call is not in the file.
	 * @returns Whether its call is in the file.
	 */
	answer(result: ToolMessage): boolean {
		const savedId = result.toolCallId;
		const open = this.#open;
		const answered = open?.calls.find(
			(call) => call.savedId === savedId && call.result === undefined,
		);
		if (open !== undefined && answered !== undefined) {
			answered.result = { ...result, toolCallId: answered.call.id };
			open.answered += 1;
			return true;
		}
		const late = this.#ids.latest(savedId);
		this.#place({ ...result, toolCallId: late ?? savedId });
		return late !== undefined;
	}

	/** A message of somebody else. */
	add(message: SystemMessage | UserMessage): void {
		this.#place(message);
	}

	/** Ends the message at hand; results that come later are late. */
	close(): void {
		const open = this.#open;
		if (open === undefined) {
			return;
		}
		this.#open = undefined;
		const message = assistantMessage(
			open.parts,
			open.calls.map(({ call }) => call),
		);
		const results = open.calls.map(({ result }) => result).filter((result) => result !== undefined);
		for (const each of [message, ...results, ...open.later]) {
			if (each !== undefined) {
				this.#messages.push(each);
			}
		}
	}

	/** All that was put together; the message at hand is closed. */
	get messages(): MessageList {
		this.close();
		return this.#messages;
	}

	#calling(): OpenMessage {
		const open = this.#open;
		const done = open !== undefined && open.answered > 0 && open.answered >= open.awaited;
		if (open !== undefined && !done && open.later.length === 0) {
			return open;
		}
		this.close();
		const next: OpenMessage = { parts: [], calls: [], awaited: 0, answered: 0, later: [] };
		this.#open = next;
		return next;
	}

	#add(call: ToolCall): void {
		this.#open?.calls.push({
			call: { ...call, id: this.#ids.give(call.id) },
			savedId: call.id,
		});
	}

	#place(message: Message): void {
		if (this.#open !== undefined && this.#open.answered < this.#open.awaited) {
			this.#open.later.push(message);
			return;
		}
		this.close();
		this.#messages.push(message);
	}
}
