import {
	toolCallsOf,
	type AssistantMessage,
	type Content,
	type Message,
	type Part,
	type ToolCall,
	type ToolMessage,
	type UserMessage,
} from '../../../messages/message.ts';
import { parseArguments } from '../../../messages/toolFamilies.ts';
import { answeredTool, hasClientsBlock, sortedParts } from './resultBlocks.ts';
import { xmlCallIn, type XmlCall } from './xmlCalls.ts';

/** A call that a client sent as text. */
interface TextCall extends Pick<XmlCall, 'text' | 'name' | 'arguments'> {
	/** The introduction of the result; absent if the client sent no result, or one of images without an introduction. */
	header?: string;
	/** Whether the client sent a result. */
	isAnswered: boolean;
}

/**
 * The call in the text of an assistant's message: the following message reports it as run, or comes from a client with
 * this format.
 * @param next The parts of the user's message after it.
 */
function textCallIn(said: Message, next: readonly Part[]): XmlCall | undefined {
	if (said.role !== 'assistant' || toolCallsOf(said).length > 0) {
		return undefined;
	}
	const [only, another] = partsOf(said.content);
	if (only?.type !== 'text' || another !== undefined || !only.text.includes('</')) {
		return undefined;
	}
	const answered = answeredTool(next);
	return answered === undefined && !hasClientsBlock(next)
		? undefined
		: xmlCallIn(only.text, answered);
}

/**
 * Whether a user's message consists of blocks of Cline and its forks. The first message never counts as such: its
 * envelope determines the text around a task.
 * @param before The previous message.
 */
function speaksInBlocks(before: Message | undefined, parts: readonly Part[]): boolean {
	return (
		before !== undefined &&
		before.role !== 'tool' &&
		toolCallsOf(before).length === 0 &&
		(hasClientsBlock(parts) || textCallIn(before, parts) !== undefined)
	);
}

/** A client's message, and its form in the log. */
interface Sent {
	readonly message: Message;
	readonly became: readonly Message[];
}

/**
 * Calls and results that a client sends as text: in the log they are calls and results, and the model is again sent the
 * client's own text. A message that a record does not change is the original object.
 */
export class TextCalls {
	readonly #calls = new Map<string, TextCall>();
	/** By the first of the messages that each became. */
	readonly #sent = new WeakMap<Message, Sent>();

	/** Whether the client sent any. */
	get hasCalls(): boolean {
		return this.#calls.size > 0;
	}

	/**
	 * A client's messages in the form of the log.
	 * @param messages Content consists of parts; each block of a client has its own.
	 */
	read(messages: readonly Message[]): readonly Message[] {
		const log: Message[] = [];
		let awaited: string | undefined;
		for (const [index, message] of messages.entries()) {
			const parts = partsOf(message.content);
			const next = messages[index + 1];
			let became: readonly Message[] = [message];
			if (message.role === 'user' && speaksInBlocks(messages[index - 1], parts)) {
				became = this.#answer(parts, awaited);
				awaited = undefined;
			} else if (message.role === 'assistant' && next?.role === 'user') {
				const call = textCallIn(message, partsOf(next.content));
				if (call !== undefined) {
					// The position in the log is the same in every request that continues this one.
					awaited = `text-${log.length}`;
					became = [this.#call(call, awaited)];
				}
			}
			const [first] = became;
			if (first !== undefined && first !== message) {
				this.#sent.set(first, { message, became });
			}
			log.push(...became);
		}
		return log;
	}

	/** A context in the form in which the client would have sent it. */
	write(context: readonly Message[]): readonly Message[] {
		const written: Message[] = [];
		/** A result was rewritten: the client's other text belongs to the same message. */
		let isOpen = false;
		for (let at = 0; at < context.length; ) {
			const message = context[at] as Message;
			const sent = this.#sent.get(message);
			const isWhole = sent?.became.every((one, offset) => context[at + offset] === one) === true;
			at += isWhole ? sent.became.length : 1;
			const row = isWhole ? sent.message : this.#written(message);
			const last = written.at(-1);
			if (isOpen && row?.role === 'user' && last?.role === 'user') {
				written[written.length - 1] = joined(last, row);
			} else if (row !== undefined) {
				written.push(row);
			}
			isOpen = row === undefined ? isOpen : row.role === 'user' && message.role === 'tool';
		}
		return written;
	}

	#call({ text, before, after, name, arguments: given }: XmlCall, id: string): Message {
		this.#calls.set(id, { text, name, arguments: given, isAnswered: false });
		const content = [before, after]
			.filter((said) => said !== '')
			.map((said): Part => ({ type: 'text', text: said }));
		return { role: 'assistant', content, toolCalls: [{ id, name, arguments: given }] };
	}

	#answer(parts: readonly Part[], id: string | undefined): readonly Message[] {
		const call = id === undefined ? undefined : this.#calls.get(id);
		const sorted = sortedParts(parts, call?.name);
		const header = sorted.find((each) => each.header !== undefined)?.header;
		const result = sorted.flatMap((each) => each.result);
		const content = sorted.flatMap(({ said }) => said);
		const rows: readonly Message[] = content.length === 0 ? [] : [{ role: 'user', content }];
		if (id === undefined || call === undefined || (header === undefined && result.length === 0)) {
			return rows;
		}
		call.isAnswered = true;
		if (header !== undefined) {
			call.header = header;
		}
		return [{ role: 'tool', toolCallId: id, content: result }, ...rows];
	}

	/**
	 * A message of the log that is not a client's is returned unchanged; nothing for a result that the client never sent.
	 */
	#written(message: Message): Message | undefined {
		switch (message.role) {
			case 'assistant':
				return this.#said(message);
			case 'tool':
				return this.#result(message);
			default:
				return message;
		}
	}

	/** An assistant's message with its calls in the text. */
	#said(message: AssistantMessage): AssistantMessage {
		const toolCalls = toolCallsOf(message);
		const native = toolCalls.filter(({ id }) => !this.#calls.has(id));
		const made = toolCalls.flatMap((given) => {
			const call = this.#calls.get(given.id);
			return call === undefined ? [] : [textOfCall(call, given)];
		});
		if (made.length === 0) {
			return message;
		}
		const parts = partsOf(message.content);
		const last = parts.at(-1);
		const content: readonly Part[] =
			last?.type === 'text'
				? [...parts.slice(0, -1), { type: 'text', text: [last.text, ...made].join('\n\n') }]
				: [...parts, { type: 'text', text: made.join('\n\n') }];
		return native.length === 0
			? { role: 'assistant', content }
			: { role: 'assistant', content, toolCalls: native };
	}

	#result(message: ToolMessage): Message | undefined {
		const call = this.#calls.get(message.toolCallId);
		if (call === undefined) {
			return message;
		}
		const header: readonly Part[] =
			call.header === undefined ? [] : [{ type: 'text', text: call.header }];
		// If the client sent none, text does not require one.
		return call.isAnswered
			? { role: 'user', content: [...header, ...partsOf(message.content)] }
			: undefined;
	}
}

/** The client's text of a call; if a record cut its arguments, it is rewritten. */
function textOfCall(call: TextCall, { name, arguments: given }: ToolCall): string {
	if (given === call.arguments) {
		return call.text;
	}
	const parameters = Object.entries(parseArguments(given) ?? {}).map(([key, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return `<${key}>${text}</${key}>`;
	});
	return [`<${name}>`, ...parameters, `</${name}>`].join('\n');
}

function joined(one: UserMessage, other: UserMessage): UserMessage {
	return { role: 'user', content: [...partsOf(one.content), ...partsOf(other.content)] };
}

/** The parts of content. */
function partsOf(content: Content): readonly Part[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
