import { isMarked, markOpening } from '../../messages/marks.ts';
import type { Message, Part } from '../../messages/message.ts';
import { contentSize, toolCallsOf } from '../../messages/message.ts';
import { authored } from '../../messages/origins.ts';
import { envelopes } from '../envelopes.ts';
import type { Messages } from '../reader.ts';
import { SpillingList } from '../bytes/spillingList.ts';

/** What a message takes in memory beside its texts, bytes, about. */
const overheadBytes = 200;

/**
 * The messages a reader has made so far. Readers only append and cut; where many are, all but the
 * newest lie in a temporary file and are read back when they are asked for.
 */
export class MessageList implements Messages {
	readonly #messages = new SpillingList<Message>();

	get length(): number {
		return this.#messages.length;
	}

	push(message: Message): void {
		const whole = withWholeImages(message.role === 'user' ? authored(message, envelopes) : message);
		this.#messages.push(whole, sizeOf(whole));
	}

	/** The last one. */
	get last(): Message | undefined {
		return this.#messages.last;
	}

	/** Forgets all but the first messages. */
	cut(length: number): void {
		this.#messages.cut(length);
	}

	/** As an array's, without negative numbers. */
	slice(start?: number, end?: number): readonly Message[] {
		return this.#messages.slice(start, end);
	}

	[Symbol.iterator](): Iterator<Message> {
		return this.#messages[Symbol.iterator]();
	}
}

/** Bytes, about. */
function sizeOf(message: Message): number {
	return toolCallsOf(message).reduce(
		(sum, call) => sum + call.arguments.length + overheadBytes,
		contentSize(message.content) + overheadBytes,
	);
}

/** An image whose data was too long to be kept is none any more: its mark says where it is. */
function wholeImage(part: Part): Part {
	const start = part.type === 'image' ? part.url.indexOf(markOpening) : -1;
	if (part.type === 'text' || start === -1) {
		return part;
	}
	const [text = ''] = part.url.slice(start).split('\n', 1);
	return { type: 'text', text: isMarked(text) ? `[image] ${text}` : '[image]' };
}

function withWholeImages(message: Message): Message {
	const { content } = message;
	if (typeof content === 'string' || !content.some((part) => wholeImage(part) !== part)) {
		return message;
	}
	return { ...message, content: content.map(wholeImage) };
}
