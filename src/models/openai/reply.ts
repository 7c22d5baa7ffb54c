import { fieldsOf, hasFields, parsedJson } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import type { ModelAnswer, TokenUsage } from '../client.ts';
import { insteadOfReply, NoReply, type Wire } from './wire.ts';

/** Replies as they are put together from events. Servers promise one shape and send another. */

type Fields = Readonly<Record<string, unknown>>;

/** An error where a reply should be, in a body with a successful status. */
export class ErrorReply extends Error {
	override readonly name = 'ErrorReply';
	/** What the provider sent, as it came. */
	readonly body: unknown;

	constructor(body: unknown) {
		super('The reply is an error.');
		this.body = body;
	}
}

/** What both APIs have in common. */
abstract class Reply {
	/** Whether the provider said that the reply ended. */
	isFinished = false;
	protected isBegun = false;
	protected finishReason: string | undefined;
	protected refusal = '';
	protected hasReasoned = false;
	#usage: TokenUsage | undefined;

	/**
	 * Takes an event of a stream, or the whole reply where it came in one piece.
	 * @returns The text it adds; empty where it shows no more than that the model is at work.
	 * @throws {ErrorReply | NoReply}
	 */
	abstract take(event: unknown): string;

	/** What the reply says, and the calls in it. */
	abstract answer(): ModelAnswer;

	/** Whether a stream that ended without saying so has brought all of the reply. */
	protected abstract endsWell(): boolean;

	/** @throws {NoReply} where the stream has ended before the reply has. */
	assertComplete(wire: Wire): void {
		if (!this.isBegun) {
			throw insteadOfReply(wire.beginning);
		}
		if (!this.isFinished && !wire.isDone && !this.endsWell()) {
			throw new NoReply('a reply that broke off before its end');
		}
	}

	protected takeUsage(reported: unknown): void {
		this.#usage = usageOf(reported) ?? this.#usage;
		const usage = fieldsOf(reported);
		const details = fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details']);
		// Of some models' reasoning nothing else is ever seen.
		this.hasReasoned ||= (amountOf(details['reasoning_tokens']) ?? 0) > 0;
	}

	protected answerOf(content: unknown, calls: readonly CallDraft[]): ModelAnswer {
		const toolCalls = completeCalls(calls, this.finishReason);
		const { finishReason = 'stop' } = this;
		const isCalling = toolCalls.length > 0 && finishReason === 'stop';
		const reason = isCalling ? 'tool_calls' : this.finishReason;
		return {
			content,
			...(toolCalls.length === 0 ? {} : { toolCalls }),
			...(reason === undefined ? {} : { finishReason: reason }),
			...(this.#usage === undefined ? {} : { usage: this.#usage }),
		};
	}
}

/** Fields that hold a model's reasoning: DeepSeek and llama.cpp, OpenRouter and Ollama. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details'] as const;

/** A reply of Chat Completions. */
export class ChatReply extends Reply {
	/** Strings and whatever else came as content, in order. */
	readonly #content: unknown[] = [];
	readonly #calls: CallDraft[] = [];
	readonly #callByIndex = new Map<number, CallDraft>();
	/** The one call of servers that know no `tool_calls`. */
	readonly #functionCall: CallDraft = { id: '', name: '', arguments: '' };
	#hasLastUsage = false;

	take(event: unknown): string {
		const fields = fieldsOf(event);
		this.takeUsage(fields['usage']);
		const { choices } = fields;
		if (!Array.isArray(choices)) {
			// Some servers send events of their own between those of the reply.
			return '';
		}
		this.isBegun = true;
		// The last event of a stream has usage and no choice.
		this.#hasLastUsage = choices.length === 0 && hasFields(fields['usage']);
		const alone = stringOf(fields['output_text']);
		if (alone !== '' && choices.length === 0) {
			// Some servers answer in the words of Responses.
			return this.#finish('stop', alone);
		}
		const choice = fieldsOf(choices[0]);
		const finishReason = stringOf(choice['finish_reason']);
		if (isPresent(choice['error']) || finishReason === 'error') {
			throw new ErrorReply(choice['error'] ?? { message: 'the reply ended with an error' });
		}
		return this.#finish(
			finishReason,
			this.#takeMessage(fieldsOf(choice['delta'] ?? choice['message'])),
		);
	}

	answer(): ModelAnswer {
		const calls = this.#calls.length > 0 ? this.#calls : [this.#functionCall];
		return this.answerOf(this.#wholeContent(), calls);
	}

	protected endsWell(): boolean {
		return this.#hasLastUsage;
	}

	#finish(reason: string, content: unknown): string {
		this.finishReason = reason || this.finishReason;
		this.isFinished = this.finishReason !== undefined;
		if (!isPresent(content)) {
			return '';
		}
		this.#content.push(content);
		// Other parts than texts are kept for the end.
		return typeof content === 'string' ? content : elementsOf(content).map(textOfPart).join('');
	}

	#takeMessage(message: Fields): unknown {
		this.refusal += stringOf(message['refusal']);
		this.hasReasoned ||= reasoningFields.some((name) => isPresent(message[name]));
		for (const element of elementsOf(message['tool_calls'])) {
			const { id, index, function: called } = fieldsOf(element);
			this.#takeCall(callPiece(id, called), typeof index === 'number' ? index : undefined);
		}
		extend(this.#functionCall, callPiece('', message['function_call']));
		return message['content'];
	}

	/**
	 * A piece says with its index which call it goes on with; servers that leave the index out, or give
	 * the same to all, are understood by ids, names and where arguments end.
	 */
	#takeCall(piece: CallDraft, index: number | undefined): void {
		const before =
			index === undefined
				? (this.#calls.find(({ id }) => id !== '' && id === piece.id) ?? this.#calls.at(-1))
				: this.#callByIndex.get(index);
		if (before !== undefined && !beginsAnother(before, piece)) {
			extend(before, piece);
			return;
		}
		this.#calls.push(piece);
		if (index !== undefined) {
			this.#callByIndex.set(index, piece);
		}
	}

	#wholeContent(): unknown {
		const isText = this.#content.every((piece) => typeof piece === 'string');
		const parts = this.#content.length === 1 ? this.#content[0] : this.#content;
		const content = isText ? this.#content.join('') : parts;
		if (this.refusal !== '') {
			return [content, { type: 'refusal', refusal: this.refusal }];
		}
		// Tells a model that only thought from one that said nothing.
		return content === '' && this.hasReasoned ? [{ type: 'reasoning' }] : content;
	}
}

/** A reply of Responses. */
export class ResponsesReply extends Reply {
	#text = '';
	/** What the reply consists of, as its last event has it. */
	#output: readonly unknown[] = [];
	/** Items by their place in the output, or their id where the events tell no place. */
	readonly #items = new Map<unknown, { readonly item: Fields; readonly isDone: boolean }>();
	readonly #calls = new Map<unknown, CallDraft>();

	take(event: unknown): string {
		const fields = fieldsOf(event);
		const type = stringOf(fields['type']);
		this.isBegun ||= type.startsWith('response.');
		switch (type) {
			case 'response.output_text.delta':
				this.#text += stringOf(fields['delta']);
				return stringOf(fields['delta']);
			case 'response.refusal.delta':
				this.refusal += stringOf(fields['delta']);
				return '';
			case 'response.completed':
			case 'response.incomplete':
			case 'response.failed':
			case 'response.cancelled':
				return this.#finish(fieldsOf(fields['response']));
			case 'error':
				throw new ErrorReply(event);
			case '': {
				const isWhole = Array.isArray(fields['output']) || fields['object'] === 'response';
				return isWhole ? this.#finish(fields) : '';
			}
			default:
				this.#takeItem(type, fields);
				this.hasReasoned ||= type.startsWith('response.reasoning');
				return '';
		}
	}

	answer(): ModelAnswer {
		const calls = this.#output.map(fieldsOf).filter(({ type }) => type === 'function_call');
		const drafts = calls.map((item) => callOf(item));
		return this.answerOf(this.#content(), drafts.length > 0 ? drafts : [...this.#calls.values()]);
	}

	/** The text is whole. Behind calls there could have been more of them. */
	protected endsWell(): boolean {
		const items = [...this.#items.values()];
		return (
			this.#calls.size === 0 &&
			items.at(-1)?.item['type'] === 'message' &&
			items.every(({ item, isDone }) => isDone && (item['status'] ?? 'completed') === 'completed')
		);
	}

	#takeItem(type: string, fields: Fields): void {
		const item = fieldsOf(fields['item']);
		const key = fields['output_index'] ?? fields['item_id'] ?? item['id'] ?? item['call_id'];
		const call = this.#calls.get(key);
		switch (type) {
			case 'response.output_item.added':
			case 'response.output_item.done':
				this.#items.set(key, { item, isDone: type.endsWith('done') });
				if (item['type'] === 'function_call') {
					this.#calls.set(key, callOf(item, call));
				}
				return;
			case 'response.function_call_arguments.delta':
				extend(call, callPiece('', { arguments: fields['delta'] }));
				return;
			case 'response.function_call_arguments.done':
				if (call !== undefined) {
					call.arguments = argumentsText(fields['arguments']) || call.arguments;
				}
				return;
			default:
				return;
		}
	}

	#finish(response: Fields): string {
		this.isBegun = true;
		this.takeUsage(response['usage']);
		this.#output = elementsOf(response['output']);
		const status = stringOf(response['status']);
		if (status === 'failed' || isPresent(response['error'])) {
			throw new ErrorReply(response['error'] ?? {});
		}
		if (status === 'cancelled' || status === 'queued' || status === 'in_progress') {
			throw new NoReply(`a reply that is not complete (${status})`);
		}
		const reason = stringOf(fieldsOf(response['incomplete_details'])['reason']);
		// In the words of Chat Completions, where the two differ.
		this.finishReason =
			status === 'incomplete'
				? reason === 'max_output_tokens'
					? 'length'
					: reason || status
				: status === 'completed'
					? 'stop'
					: undefined;
		this.isFinished = true;
		// The text has come in pieces already, but for a reply in one piece.
		return this.#text === '' ? readOutput(this.#output).text : '';
	}

	#content(): unknown {
		const { text, isPlain } = readOutput(this.#output);
		const said = this.#output.filter((item) => fieldsOf(item)['type'] !== 'function_call');
		if (said.length > 0 && (text !== '' || this.#text === '')) {
			return isPlain ? text : this.hasReasoned ? [...said, { type: 'reasoning' }] : said;
		}
		// Some servers leave the output out of the last event.
		if (this.refusal !== '') {
			return [this.#text, { type: 'refusal', refusal: this.refusal }];
		}
		return this.#text === '' && this.hasReasoned ? [{ type: 'reasoning' }] : this.#text;
	}
}

/** The text of an output, and whether it is all there is to it, reasoning beside a text aside. */
function readOutput(output: readonly unknown[]): { text: string; isPlain: boolean } {
	const parts = output
		.map(fieldsOf)
		.filter(({ type }) => type !== 'reasoning')
		.flatMap(({ content }) => elementsOf(content).map(fieldsOf));
	const text = parts.map((part) => stringOf(part['text'])).join('');
	const isRefused = parts.some((part) => isPresent(part['refusal']));
	return { text, isPlain: text !== '' && !isRefused };
}

function textOfPart(part: unknown): string {
	const { type, text } = fieldsOf(part);
	return type === 'text' || type === 'output_text' ? stringOf(text) : '';
}

/** A tool call as far as it is written. */
interface CallDraft {
	/** Empty where the server gave none, or none yet. */
	id: string;
	/** Empty until it is known. */
	name: string;
	/** JSON text, perhaps only its beginning. */
	arguments: string;
}

function callPiece(id: unknown, called: unknown): CallDraft {
	const { name, arguments: values } = fieldsOf(called);
	return { id: stringOf(id), name: stringOf(name), arguments: argumentsText(values) };
}

function callOf(item: Fields, before?: CallDraft): CallDraft {
	const piece = callPiece(item['call_id'] ?? item['id'], item);
	return {
		id: piece.id || (before?.id ?? ''),
		name: piece.name || (before?.name ?? ''),
		arguments: piece.arguments || (before?.arguments ?? ''),
	};
}

/** Some servers repeat the name with every piece, others make up a new id for each. */
function extend(draft: CallDraft | undefined, piece: CallDraft): void {
	if (draft !== undefined) {
		draft.id ||= piece.id;
		draft.name ||= piece.name;
		draft.arguments += piece.arguments;
	}
}

/** Whether a piece is the beginning of a call, rather than more of the one before. */
function beginsAnother(before: CallDraft, piece: CallDraft): boolean {
	if (piece.name === '' || before.name === '') {
		return false;
	}
	return (
		piece.name !== before.name ||
		(piece.id !== '' && before.id !== '' && piece.id !== before.id) ||
		// Nothing can follow arguments that are complete. Parsing them with every piece takes too long.
		(piece.arguments.trim() !== '' &&
			before.arguments.trimEnd().endsWith('}') &&
			hasFields(parsedJson(before.arguments)))
	);
}

/** Reasons for a reply's end after which its last call may be half a call. */
const brokenOff = /length|max_?(?:output_?)?tokens|content_?filter|incomplete/i;

/**
 * The complete calls of a reply that has ended, each with an id of its own: some servers give none,
 * or the same to all. Half a call is left out where the end cut it off: it must not be carried out.
 */
function completeCalls(
	drafts: readonly CallDraft[],
	finishReason: string | undefined,
): readonly ToolCall[] {
	const isCutOff = brokenOff.test(finishReason ?? '');
	const written = drafts.filter(
		(draft) => draft.name !== '' && (!isCutOff || hasFields(parsedJson(draft.arguments))),
	);
	const given = new Set(written.map(({ id }) => id));
	const taken = new Set<string>();
	let made = 0;
	return written.map(({ id, name, arguments: text }) => {
		let own = id;
		while (own === '' || taken.has(own) || (own !== id && given.has(own))) {
			made += 1;
			own = `call_${made}`;
		}
		taken.add(own);
		return { id: own, name, arguments: text.trim() === '' ? '{}' : text };
	});
}

/** Arguments as text: some servers send the object itself. */
function argumentsText(value: unknown): string {
	return typeof value === 'object' && isPresent(value) ? JSON.stringify(value) : stringOf(value);
}

/**
 * What a call cost: Chat Completions counts prompt and completion, Responses input and output. OpenRouter
 * adds the price, DeepSeek names cached tokens in its own way.
 */
function usageOf(reported: unknown): TokenUsage | undefined {
	const usage = fieldsOf(reported);
	const inputTokens = amountOf(usage['prompt_tokens']) ?? amountOf(usage['input_tokens']);
	const outputTokens = amountOf(usage['completion_tokens']) ?? amountOf(usage['output_tokens']);
	if (inputTokens === undefined && outputTokens === undefined) {
		return undefined;
	}
	const details = fieldsOf(usage['prompt_tokens_details'] ?? usage['input_tokens_details']);
	const cachedTokens =
		amountOf(details['cached_tokens']) ?? amountOf(usage['prompt_cache_hit_tokens']);
	const cost = amountOf(usage['cost']);
	return {
		inputTokens: inputTokens ?? 0,
		outputTokens: outputTokens ?? 0,
		...(cachedTokens === undefined ? {} : { cachedTokens }),
		...(cost === undefined ? {} : { cost }),
	};
}

function elementsOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function stringOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function amountOf(value: unknown): number | undefined {
	return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Whether something was said at all: servers send `null`, `''` and `[]` for "nothing". */
function isPresent(value: unknown): boolean {
	return (
		value !== null &&
		value !== undefined &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0)
	);
}
