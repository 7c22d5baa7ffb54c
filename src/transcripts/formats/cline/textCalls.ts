import {
	textOf,
	toolCallsOf,
	type AssistantMessage,
	type Message,
	type Part,
	type ToolCall,
	type ToolMessage,
	type Content,
	type UserMessage,
} from '../../../messages/message.ts';
import { parseArguments } from '../../../messages/toolFamilies.ts';
import { answeredTool, hasClientsBlock, sortedParts } from './resultBlocks.ts';
import { xmlCallIn, type XmlCall } from './xmlCalls.ts';

/** A call that a client sent as text. */
interface TextCall {
	/** The client's message that makes it. */
	readonly said: AssistantMessage;
	/** Where the call begins in that message's text, in characters. */
	readonly at: number;
	/** As they were read, JSON. */
	readonly arguments: string;
	/** What introduces the result; absent where the client sent no result, or one of images without. */
	header?: { readonly text: string; readonly source: Source; readonly isAlone: boolean };
	/** The result as the log has it; absent where the client sent none. */
	result?: readonly Part[];
}

/**
 * The call that an assistant's message makes in its text: the message behind it says that it ran, or
 * comes from a client that speaks so.
 * @param next The parts of the user's message behind it.
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
 * Whether a user's message is made of blocks as Cline and its kin send them. The first message never
 * counts as such: what stands around a task its envelope tells.
 * @param before The message in front of it.
 */
function speaksInBlocks(before: Message | undefined, parts: readonly Part[]): boolean {
	return (
		before !== undefined &&
		before.role !== 'tool' &&
		toolCallsOf(before).length === 0 &&
		(hasClientsBlock(parts) || textCallIn(before, parts) !== undefined)
	);
}

/**
 * Calls and results that a client sends as text: in the log they are calls and results, and what a
 * model is sent is again the client's own text. What a record left alone is the very part that came.
 */
export class TextCalls {
	readonly #calls = new Map<string, TextCall>();
	readonly #sources = new WeakMap<Part, Source>();

	/** Whether the client sent any. */
	get hasCalls(): boolean {
		return this.#calls.size > 0;
	}

	/**
	 * A client's messages as the log has them.
	 * @param messages Content is parts; each block of a client has one of its own.
	 */
	read(messages: readonly Message[]): readonly Message[] {
		const log: Message[] = [];
		let awaited: { readonly id: string; readonly name: string } | undefined;
		for (const [index, message] of messages.entries()) {
			const parts = partsOf(message.content);
			if (message.role === 'user' && speaksInBlocks(messages[index - 1], parts)) {
				log.push(...this.#answer(message, parts, awaited));
				awaited = undefined;
				continue;
			}
			const next = messages[index + 1];
			const call = next?.role === 'user' ? textCallIn(message, partsOf(next.content)) : undefined;
			if (message.role !== 'assistant' || call === undefined) {
				log.push(message);
				continue;
			}
			// The place in the log is the same in every request that goes on from this one.
			const id = `text-${log.length}`;
			awaited = { id, name: call.name };
			log.push(this.#call(message, call, id));
		}
		return log;
	}

	/** A context as the client would have sent it. */
	write(context: readonly Message[]): readonly Message[] {
		if (this.#calls.size === 0) {
			return context;
		}
		const rows = new ClientRows();
		for (const message of context) {
			switch (message.role) {
				case 'assistant':
					rows.add(this.#said(message));
					break;
				case 'tool':
					this.#writeResult(message, rows);
					break;
				case 'user':
					rows.addPieces(this.#pieces(partsOf(message.content)), message);
					break;
				case 'system':
					rows.add(message);
			}
		}
		return rows.finish();
	}

	#call(
		said: AssistantMessage,
		{ at, before, after, name, arguments: given }: XmlCall,
		id: string,
	): Message {
		const content = [before, after]
			.filter((text) => text !== '')
			.map((text): Part => this.#placed({ type: 'text', text }, { message: said, index: 0 }));
		this.#calls.set(id, { said, at, arguments: given });
		return { role: 'assistant', content, toolCalls: [{ id, name, arguments: given }] };
	}

	#answer(
		message: Message,
		parts: readonly Part[],
		awaited: { readonly id: string; readonly name: string } | undefined,
	): readonly Message[] {
		const result: Part[] = [];
		const said: Part[] = [];
		const call = awaited && this.#calls.get(awaited.id);
		for (const [index, sorted] of sortedParts(parts, awaited?.name).entries()) {
			const source = { message, index };
			if (sorted.header !== undefined && call !== undefined) {
				const isAlone = sorted.result.length === 0;
				call.header = { text: sorted.header, source, isAlone };
			}
			result.push(...sorted.result.map((part) => this.#placed(part, source)));
			said.push(...sorted.said.map((part) => this.#placed(part, source)));
		}
		const rows: readonly Message[] = said.length === 0 ? [] : [{ role: 'user', content: said }];
		if (awaited === undefined || call === undefined) {
			return rows;
		}
		if (call.header === undefined && result.length === 0) {
			return rows;
		}
		call.result = result;
		return [{ role: 'tool', toolCallId: awaited.id, content: result }, ...rows];
	}

	#placed(part: Part, source: Source): Part {
		this.#sources.set(part, source);
		return part;
	}

	/** Parts as the client sent them, in the order of the log. */
	#pieces(parts: readonly Part[]): readonly Piece[] {
		return parts.map((part) => {
			const source = this.#sources.get(part);
			return source === undefined ? { part } : { part: partAt(source) ?? part, source };
		});
	}

	/** An assistant's message with its calls in the text. */
	#said(message: AssistantMessage): AssistantMessage {
		const toolCalls = toolCallsOf(message);
		const made = toolCalls.flatMap((given) => {
			const call = this.#calls.get(given.id);
			return call === undefined ? [] : [{ call, given }];
		});
		const [only] = made;
		if (only === undefined) {
			return message;
		}
		const own = new Set<Message>(made.map(({ call }) => call.said));
		// A row can hold more than the message that calls: a handoff in front of it.
		const others = partsOf(message.content).filter((part) => {
			const source = this.#sources.get(part);
			return source === undefined || !own.has(source.message);
		});
		if (others.length === 0 && made.length === 1 && only.given.arguments === only.call.arguments) {
			return only.call.said;
		}
		const calls = made.flatMap(({ call, given }) => textOfCall(call, given));
		const native = toolCalls.filter(({ id }) => !this.#calls.has(id));
		const content = [...others, ...calls];
		return native.length === 0
			? { role: 'assistant', content }
			: { role: 'assistant', content, toolCalls: native };
	}

	#writeResult(message: ToolMessage, rows: ClientRows): void {
		const call = this.#calls.get(message.toolCallId);
		if (call === undefined) {
			rows.add(message);
			return;
		}
		const { header, result } = call;
		if (result === undefined) {
			// A stand-in for a result that the client never sent; in text nothing asks for one.
			return;
		}
		const content = partsOf(message.content);
		const isWhole =
			content.length === result.length && content.every((part, at) => part === result[at]);
		if (header === undefined) {
			const [first] = this.#pieces(result);
			rows.addPieces(isWhole ? this.#pieces(content) : [{ ...first, part: asText(content) }]);
			return;
		}
		const { source, text, isAlone } = header;
		const introduction = { part: partAt(source) ?? { type: 'text', text }, source } as const;
		if (isWhole) {
			rows.addPieces([introduction, ...this.#pieces(content)]);
		} else if (isAlone) {
			const behind = { ...source, index: source.index + 0.5 };
			rows.addPieces([introduction, { part: asText(content), source: behind }]);
		} else {
			const part: Part = { type: 'text', text: `${text}\n${textOf(content)}` };
			rows.addPieces([{ part, source }]);
		}
	}
}

function asText(content: readonly Part[]): Part {
	return { type: 'text', text: textOf(content) };
}

/** The client's text of a call; one whose arguments a record cut is written anew. */
function textOfCall(
	{ said, at, arguments: whole }: TextCall,
	{ name, arguments: given }: ToolCall,
): readonly Part[] {
	if (given === whole) {
		return partsOf(said.content);
	}
	const parameters = Object.entries(parseArguments(given) ?? {}).map(([key, value]) => {
		const text = typeof value === 'string' ? value : JSON.stringify(value);
		return `<${key}>${text}</${key}>`;
	});
	const call = [`<${name}>`, ...parameters, `</${name}>`].join('\n');
	return [{ type: 'text', text: textOf(said.content).slice(0, at) + call }];
}

/** Where something stands in a client's message. */
interface Source {
	readonly message: Message;
	/** Of the part in that message's content; between two parts where it stands in the place of one. */
	readonly index: number;
}

/** A part that is sent, and the place it takes. */
interface Piece {
	readonly part: Part;
	/** Absent for what no client sent. */
	readonly source?: Source;
}

/** The parts of content. */
function partsOf(content: Content): readonly Part[] {
	return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** The part of a client's message that stands at a place; none where something new does. */
function partAt({ message, index }: Source): Part | undefined {
	return partsOf(message.content)[index];
}

/** What the user's rows of a context become in a client's own form, row by row. */
class ClientRows {
	readonly #messages: Message[] = [];
	#open: { readonly messages: UserMessage[]; readonly pieces: Piece[] } | undefined;

	/** Adds what belongs to the user's row at this place. @param message Where it is one of the context. */
	addPieces(pieces: readonly Piece[], message?: UserMessage): void {
		this.#open ??= { messages: [], pieces: [] };
		this.#open.pieces.push(...pieces);
		if (message !== undefined) {
			this.#open.messages.push(message);
		}
	}

	/** Adds a message that is no user's. */
	add(message: Exclude<Message, UserMessage>): void {
		this.#close();
		this.#messages.push(message);
	}

	finish(): readonly Message[] {
		this.#close();
		return this.#messages;
	}

	#close(): void {
		if (this.#open === undefined) {
			return;
		}
		const { messages, pieces } = this.#open;
		this.#open = undefined;
		const [only, another] = messages;
		const isAsItWas = pieces.every(({ source }) => source === undefined);
		if (only !== undefined && another === undefined && isAsItWas) {
			this.#messages.push(only);
		} else {
			this.#messages.push(rowOf(inClientsOrder(pieces)));
		}
	}
}

/** The row as a message: the client's own, where it is nothing but that. */
function rowOf(pieces: readonly Piece[]): Message {
	const content = pieces.map(({ part }) => part);
	const whole = pieces[0]?.source?.message;
	const isWhole =
		typeof whole?.content === 'object' &&
		whole.content.length === content.length &&
		whole.content.every((part, index) => part === content[index]);
	return whole !== undefined && isWhole ? whole : { role: 'user', content };
}

/** Puts what comes from one message back into its order; what became several parts is one again. */
function inClientsOrder(pieces: readonly Piece[]): readonly Piece[] {
	const runs: Piece[][] = [];
	for (const piece of pieces) {
		const run = runs.at(-1);
		const message = run?.[0]?.source?.message;
		if (run !== undefined && message !== undefined && message === piece.source?.message) {
			run.push(piece);
		} else {
			runs.push([piece]);
		}
	}
	return runs.flatMap((run) => {
		const ordered = run.toSorted((a, b) => placeOf(a) - placeOf(b));
		return ordered.filter((piece, at) => {
			const before = ordered[at - 1];
			return before === undefined || placeOf(piece) !== placeOf(before);
		});
	});
}

function placeOf({ source }: Piece): number {
	return source?.index ?? 0;
}
