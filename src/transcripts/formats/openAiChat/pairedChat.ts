import type {
	Content,
	Part,
	ToolCall,
	UserMessage,
	UserOrigin,
} from '../../../messages/message.ts';
import type { MessageList } from '../../building/messageList.ts';
import type { Report } from '../messageLists/conversations.ts';
import { callsOf, contentOf } from './messages.ts';
import type { SavedMessage } from './records.ts';
import { PairedMessages } from '../../building/pairedMessages.ts';

function partsOf(content: Content): readonly Part[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/**
 * A conversation of programs that keep OpenAI's chat messages with additions of their own. Unlike a
 * plain list of messages, which is shown one for one, results are put behind their calls.
 */
export class PairedChat {
	readonly #paired = new PairedMessages();
	/** Calls of the last assistant message, as the file has them, that await a result. */
	#open: string[] = [];
	/** Messages read so far. */
	#count = 0;

	/** Whether a call of the last assistant message has no result yet. */
	get awaitsResults(): boolean {
		return this.#open.length > 0;
	}

	/** All messages; results that come later are late. */
	get messages(): MessageList {
		return this.#paired.messages;
	}

	/**
	 * Adds a message as it was saved; one whose role is unknown is reported and left out.
	 * @param origin Of a user's message; absent: a person, or what its first words tell.
	 */
	add(saved: SavedMessage, report: Report, origin?: UserOrigin): void {
		this.#count += 1;
		switch (saved.role) {
			case 'system':
			case 'developer':
				this.#paired.add({ role: 'system', content: contentOf(saved, report) });
				return;
			case 'user':
				this.user(contentOf(saved, report), origin);
				return;
			case 'assistant':
				this.assistant(contentOf(saved, report), callsOf(saved, this.#count, report));
				return;
			case 'tool':
			case 'function':
				this.result(saved.tool_call_id ?? undefined, contentOf(saved, report), report);
				return;
			default:
				report(`its role "${saved.role}" is unknown; it was left out`);
		}
	}

	system(content: string): void {
		this.#paired.add({ role: 'system', content });
	}

	user(content: Content, origin?: UserOrigin): void {
		const message: UserMessage = { role: 'user', content };
		this.#paired.add(origin === undefined ? message : { ...message, origin });
	}

	assistant(content: Content, calls: readonly ToolCall[] = []): void {
		this.#paired.say(partsOf(content));
		calls.forEach((call) => this.#paired.call(call));
		this.#open = calls.map(({ id }) => id);
	}

	/** @param id Of the call, as in the file; absent where the file names none: the oldest. */
	result(id: string | undefined, content: Content, report: Report, isError = false): void {
		const toolCallId = id ?? this.#open[0] ?? '';
		const index = this.#open.indexOf(toolCallId);
		if (index !== -1) {
			this.#open.splice(index, 1);
		}
		const result = { role: 'tool', toolCallId, content } as const;
		if (!this.#paired.answer(isError ? { ...result, isError } : result)) {
			report('it answers no call that is in the file; it was kept');
		}
	}
}
