import type {
	Message,
	Part,
	SystemMessage,
	ToolCall,
	ToolMessage,
	UserMessage,
} from '../../messages/message.ts';
import { CallIds } from './callIds.ts';
import { MessageList } from './messageList.ts';
import { assistantMessage } from './parts.ts';

/** A call of the message at hand. */
interface OpenCall {
	readonly call: ToolCall;
	result?: ToolMessage;
}

/** An assistant message whose results may still come. */
interface OpenMessage {
	readonly parts: readonly Part[];
	readonly calls: OpenCall[];
	/** The calls without a result, by the id the file has for them; more than one where it repeats. */
	readonly unanswered: Map<string, Set<OpenCall>>;
	/** Calls whose results the file is going to have. */
	awaited: number;
	answered: number;
	/** What was said before all results were there: it follows them. */
	readonly later: Message[];
}

function begun(parts: readonly Part[]): OpenMessage {
	return { parts, calls: [], unanswered: new Map(), awaited: 0, answered: 0, later: [] };
}

/** The problem with a result whose call is not in the file. */
export const answersNoCall = 'This result answers no call that is in the file; it was kept.';

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
		this.#open = begun(parts);
	}

	/** A call of the message at hand, or of a new one when that has all its results. */
	call(call: ToolCall): void {
		const open = this.#calling();
		open.awaited += 1;
		this.#add(open, call);
	}

	/** A call that the provider ran itself: the file has no result of it. */
	callWithoutResult(call: ToolCall): void {
		this.#add(this.#calling(), call);
	}

	/**
	 * The result of a call. One that comes after the next message began stands where it came, and so
	 * does one whose call is not in the file.
	 * @returns Whether its call is in the file.
	 */
	answer(result: ToolMessage): boolean {
		const savedId = result.toolCallId;
		const open = this.#open;
		const unanswered = open?.unanswered.get(savedId);
		const [answered] = unanswered ?? [];
		if (open !== undefined && answered !== undefined) {
			unanswered?.delete(answered);
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

	/**
	 * Ends the message at hand unless results of it are missing.
	 * @returns The messages that will not move any more.
	 */
	settle(): MessageList {
		if (this.#open !== undefined && this.#open.answered >= this.#open.awaited) {
			this.close();
		}
		return this.#messages;
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
		const next = begun([]);
		this.#open = next;
		return next;
	}

	#add(open: OpenMessage, saved: ToolCall): void {
		const call = { call: { ...saved, id: this.#ids.give(saved.id) } };
		open.calls.push(call);
		const same = open.unanswered.get(saved.id);
		if (same === undefined) {
			open.unanswered.set(saved.id, new Set([call]));
		} else {
			same.add(call);
		}
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
