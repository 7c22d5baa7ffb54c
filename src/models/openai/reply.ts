import { fieldsOf, hasFields, parsedJson } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import type { ModelAnswer, TokenUsage } from '../client.ts';
import { unexpectedReply, NoReply, type BodyObservation } from './transport.ts';

/** Replies assembled from events. Many servers deviate from the documented form. */

type Fields = Readonly<Record<string, unknown>>;

/** An error in place of a reply, in a body with a successful status. */
export class ErrorReply extends Error {
	override readonly name = 'ErrorReply';
	/** The provider's original body. */
	readonly body: unknown;

	constructor(body: unknown) {
		super('The reply is an error.');
		this.body = body;
	}
}

/** What both APIs have in common. */
abstract class Reply {
	/** Whether the provider indicated the end of the reply. */
	isFinished = false;
	/** Whether its usage came last: some servers give no other indication of the end. */
	protected hasLastUsage = false;
	protected isBegun = false;
	protected text = '';
	protected refusal = '';
	protected hasReasoned = false;
	protected finishReason: string | undefined;
	#usage: TokenUsage | undefined;

	/**
	 * Processes an event of a stream, or the whole reply if it came in one piece.
	 * @returns The text it adds; empty if it only shows that the model is active.
	 * @throws {ErrorReply | NoReply}
	 */
	abstract take(event: unknown): string;

	/** The unprocessed calls. */
	protected abstract calls(): readonly CallDraft[];

	/** @throws {NoReply} if the stream has ended before the reply. */
	assertComplete(seen: BodyObservation): void {
		if (!this.isBegun) {
			throw unexpectedReply(seen.beginning);
		}
		if (!this.isFinished && !this.hasLastUsage && !seen.isDone) {
			throw new NoReply('sent a reply that broke off before its end');
		}
	}

	/** The reply's content and calls. */
	answer(): ModelAnswer {
		const toolCalls = completeCalls(this.calls(), this.finishReason);
		const { finishReason, refusal, text } = this;
		const isCalling = toolCalls.length > 0 && (finishReason ?? 'stop') === 'stop';
		const reason = isCalling ? 'tool_calls' : finishReason;
		// Distinguishes a model that only thought from one that returned nothing.
		const written = text === '' && this.hasReasoned ? [{ type: 'reasoning' }] : text;
		return {
			content:
				refusal === ''
					? written
					: [
							{ type: 'text', text },
							{ type: 'refusal', refusal },
						],
			...(toolCalls.length === 0 ? {} : { toolCalls }),
			...(reason === undefined ? {} : { finishReason: reason }),
			...(this.#usage === undefined ? {} : { usage: this.#usage }),
		};
	}

	protected takeUsage(reported: unknown): void {
		this.#usage = usageOf(reported) ?? this.#usage;
		const usage = fieldsOf(reported);
		const details = fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details']);
		// For some models this is the only sign of reasoning.
		this.hasReasoned ||= (amountOf(details['reasoning_tokens']) ?? 0) > 0;
	}
}

/** Fields with a model's reasoning: DeepSeek and llama.cpp, OpenRouter and Ollama. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details'] as const;

/** A reply of Chat Completions. */
export class ChatReply extends Reply {
	readonly #calls: CallDraft[] = [];
	readonly #callByIndex = new Map<unknown, CallDraft>();

	take(event: unknown): string {
		const fields = fieldsOf(event);
		this.takeUsage(fields['usage']);
		const { choices } = fields;
		if (!Array.isArray(choices)) {
			// Some servers send other events between those of the reply.
			return '';
		}
		this.isBegun = true;
		const choice = fieldsOf(choices[0]);
		const finishReason = stringOf(choice['finish_reason']);
		if (isPresent(choice['error']) || finishReason === 'error') {
			throw new ErrorReply(choice['error'] ?? { message: 'the reply ended with an error' });
		}
		this.finishReason = finishReason || this.finishReason;
		this.hasLastUsage = choices.length === 0 && hasFields(fields['usage']);
		this.isFinished = this.finishReason !== undefined;
		const message = fieldsOf(choice['delta'] ?? choice['message']);
		this.refusal += stringOf(message['refusal']);
		this.hasReasoned ||= reasoningFields.some((name) => isPresent(message[name]));
		for (const element of elementsOf(message['tool_calls'])) {
			const { id, index, function: called } = fieldsOf(element);
			this.#takeCall(callPiece(id, called), index);
		}
		const text = this.#textOf(message['content']);
		this.text += text;
		return text;
	}

	protected calls(): readonly CallDraft[] {
		return this.#calls;
	}

	/** Text, or parts, some of which contain thinking. */
	#textOf(content: unknown): string {
		const parts = elementsOf(content).map(fieldsOf);
		this.hasReasoned ||= parts.some(({ type }) => type === 'thinking' || type === 'reasoning');
		const texts = parts.map(({ type, text }) => (stringOf(type).endsWith('text') ? text : ''));
		return stringOf(content) || texts.map(stringOf).join('');
	}

	/**
	 * The index of a piece determines which call it continues; if a server omits the index, or uses the same one for all,
	 * ids, names and the ends of arguments decide.
	 */
	#takeCall(piece: CallDraft, index: unknown): void {
		const before =
			index === undefined
				? (this.#calls.find(({ id }) => id !== '' && id === piece.id) ?? this.#calls.at(-1))
				: this.#callByIndex.get(index);
		if (before !== undefined && !beginsAnother(before, piece)) {
			before.id ||= piece.id;
			before.name ||= piece.name;
			before.arguments += piece.arguments;
			return;
		}
		this.#calls.push(piece);
		this.#callByIndex.set(index, piece);
	}
}

/** A reply of Responses. */
export class ResponsesReply extends Reply {
	/** The items of the reply: finished ones, then all of them from the last event. */
	#output: readonly Fields[] = [];

	take(event: unknown): string {
		const fields = fieldsOf(event);
		const type = stringOf(fields['type']);
		this.isBegun ||= type.startsWith('response.');
		this.hasReasoned ||= type.startsWith('response.reasoning');
		switch (type) {
			case 'response.output_text.delta':
				this.text += stringOf(fields['delta']);
				return stringOf(fields['delta']);
			case 'response.refusal.delta':
				this.refusal += stringOf(fields['delta']);
				return '';
			case 'response.output_item.done':
				this.#output = [...this.#output, fieldsOf(fields['item'])];
				return '';
			case 'response.completed':
			case 'response.incomplete':
			case 'response.failed':
			case 'response.cancelled':
				return this.#finish(fieldsOf(fields['response']));
			case 'error':
				throw new ErrorReply(event);
			default: {
				const isWhole = Array.isArray(fields['output']) || fields['object'] === 'response';
				return type === '' && isWhole ? this.#finish(fields) : '';
			}
		}
	}

	protected calls(): readonly CallDraft[] {
		return this.#output
			.filter(({ type }) => type === 'function_call')
			.map((item) => callPiece(item['call_id'] ?? item['id'], item));
	}

	#finish(response: Fields): string {
		this.isBegun = true;
		this.takeUsage(response['usage']);
		const status = stringOf(response['status']);
		if (status === 'failed' || isPresent(response['error'])) {
			throw new ErrorReply(response['error'] ?? {});
		}
		if (status === 'cancelled' || status === 'queued' || status === 'in_progress') {
			throw new NoReply(`sent a reply that is not complete (${status})`);
		}
		const reason = stringOf(fieldsOf(response['incomplete_details'])['reason']);
		// In terms of Chat Completions, if the two differ.
		const incomplete = reason === 'max_output_tokens' ? 'length' : reason || status;
		this.finishReason =
			status === 'incomplete' ? incomplete : status === 'completed' ? 'stop' : undefined;
		this.isFinished = true;
		// Some servers omit the output from the last event.
		const output = elementsOf(response['output']).map(fieldsOf);
		this.#output = output.length > 0 ? output : this.#output;
		this.hasReasoned ||= output.some(({ type }) => type === 'reasoning');
		const parts = this.#output
			.filter(({ type }) => type !== 'reasoning')
			.flatMap(({ content }) => elementsOf(content).map(fieldsOf));
		this.refusal ||= parts.map((part) => stringOf(part['refusal'])).join('');
		// The text has already come in pieces, unless the reply came in one piece.
		const inPieces = this.text !== '';
		this.text ||= parts.map((part) => stringOf(part['text'])).join('');
		return inPieces ? '' : this.text;
	}
}

/** A partial tool call. */
interface CallDraft {
	/** Empty if the server sent none, or none yet. */
	id: string;
	/** Empty until it is known. */
	name: string;
	/** JSON text, perhaps only its beginning. */
	arguments: string;
}

/** Some servers send arguments as an object. */
function callPiece(id: unknown, called: unknown): CallDraft {
	const { name, arguments: values } = fieldsOf(called);
	const text = hasFields(values) ? JSON.stringify(values) : stringOf(values);
	return { id: stringOf(id), name: stringOf(name), arguments: text };
}

/**
 * Whether a piece begins a call instead of continuing the previous one: some servers repeat the name with every piece,
 * others invent a new id for each.
 */
function beginsAnother(before: CallDraft, piece: CallDraft): boolean {
	if (piece.name === '' || before.name === '') {
		return false;
	}
	return (
		piece.name !== before.name ||
		(piece.id !== '' && before.id !== '' && piece.id !== before.id) ||
		// Nothing can follow complete arguments. Parsing them with every piece takes too long.
		(piece.arguments.trim() !== '' &&
			before.arguments.trimEnd().endsWith('}') &&
			hasFields(parsedJson(before.arguments)))
	);
}

/** Finish reasons after which the last call may be incomplete. */
const brokenOff = /length|max_?(?:output_?)?tokens|content_?filter|incomplete/i;

/**
 * The complete calls of a finished reply, with unique ids: some servers send none, or the same for all. A call that was
 * cut off is left out: it must not be executed.
 */
function completeCalls(
	drafts: readonly CallDraft[],
	finishReason: string | undefined,
): readonly ToolCall[] {
	const isCutOff = brokenOff.test(finishReason ?? '');
	const written = drafts.filter(
		(draft) => draft.name !== '' && (!isCutOff || hasFields(parsedJson(draft.arguments))),
	);
	const ids = written.map(({ id }) => id);
	return written.map(({ id, name, arguments: text }, index) => {
		const isTaken = (one: string): boolean => one === '' || ids.indexOf(one) !== index;
		let own = id;
		for (let made = index + 1; isTaken(own) && (own === id || ids.includes(own)); made += 1) {
			own = `call_${made}`;
		}
		ids[index] = own;
		return { id: own, name, arguments: text.trim() === '' ? '{}' : text };
	});
}

/**
 * Usage of a call: Chat Completions counts prompt and completion, Responses input and output. OpenRouter adds the
 * price, DeepSeek has its own name for cached tokens.
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

/** Whether there is any content: servers send `null`, `''` and `[]` for "nothing". */
function isPresent(value: unknown): boolean {
	return (
		value !== null &&
		value !== undefined &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0)
	);
}
