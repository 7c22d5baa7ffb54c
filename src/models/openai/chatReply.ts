import { fieldsOf } from '../../messages/json.ts';
import type { ModelAnswer, TokenUsage } from '../client.ts';
import { ChatToolCalls } from './chatToolCalls.ts';
import { elementsOf, isPresent, stringOf } from './json.ts';
import { ErrorReply, type Reply } from './reply.ts';
import { reasonedBy, usageOf } from './usage.ts';

/** Fields that hold a model's reasoning: DeepSeek and llama.cpp, OpenRouter and Ollama. */
const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details'] as const;

/** A reply of Chat Completions. */
export class ChatReply implements Reply {
	begun = false;

	/** Strings and whatever else came as content, in order. */
	readonly #content: unknown[] = [];
	readonly #toolCalls = new ChatToolCalls();
	#refusal = '';
	#reasoned = false;
	#finishReason: string | undefined;
	#usage: TokenUsage | undefined;

	get finished(): boolean {
		return this.#finishReason !== undefined;
	}

	take(event: unknown): string {
		const fields = fieldsOf(event);
		if (isPresent(fields['error'])) {
			throw new ErrorReply(event);
		}
		this.#usage = usageOf(fields['usage']) ?? this.#usage;
		this.#reasoned ||= reasonedBy(fields['usage']);
		if (!Array.isArray(fields['choices'])) {
			// Some servers send events of their own between those of the reply.
			return '';
		}
		this.begun = true;
		const alone = stringOf(fields['output_text']);
		if (alone !== '' && fields['choices'].length === 0) {
			// Some servers answer in the words of Responses.
			this.#content.push(alone);
			this.#finishReason = 'stop';
			return alone;
		}
		// The last event of a stream has usage and no choice.
		return this.#takeChoice(fieldsOf(elementsOf(fields['choices'])[0]));
	}

	answer(): ModelAnswer {
		const toolCalls = this.#toolCalls.complete(this.#finishReason);
		return {
			content: this.#wholeContent(),
			...(toolCalls.length === 0 ? {} : { toolCalls }),
			...(this.#finishReason === undefined ? {} : { finishReason: this.#finishReason }),
			...(this.#usage === undefined ? {} : { usage: this.#usage }),
		};
	}

	#takeChoice(choice: Readonly<Record<string, unknown>>): string {
		const finishReason = stringOf(choice['finish_reason']);
		if (isPresent(choice['error']) || finishReason === 'error') {
			throw new ErrorReply(choice['error'] ?? { message: 'the reply ended with an error' });
		}
		if (finishReason !== '') {
			this.#finishReason = finishReason;
		}
		const message = fieldsOf(choice['delta'] ?? choice['message']);
		this.#refusal += stringOf(message['refusal']);
		this.#reasoned ||= reasoningFields.some((name) => isPresent(message[name]));
		this.#toolCalls.take(message);
		const { content } = message;
		if (!isPresent(content)) {
			return '';
		}
		this.#content.push(content);
		return typeof content === 'string' ? content : textOfParts(content);
	}

	#wholeContent(): unknown {
		const plain = this.#content.every((piece) => typeof piece === 'string');
		const content: unknown = plain
			? this.#content.join('')
			: this.#content.length === 1
				? this.#content[0]
				: this.#content;
		if (this.#refusal !== '') {
			return [content, { type: 'refusal', refusal: this.#refusal }];
		}
		// Tells a model that only thought from one that said nothing.
		return content === '' && this.#reasoned ? [{ type: 'reasoning' }] : content;
	}
}

/** The text of content that came as parts; other parts are kept for the end. */
function textOfParts(content: unknown): string {
	return elementsOf(content)
		.map((part) => {
			const { type, text } = fieldsOf(part);
			return type === 'text' || type === 'output_text' ? stringOf(text) : '';
		})
		.join('');
}
