import { fieldsOf } from '../../messages/json.ts';
import type { ModelAnswer, TokenUsage } from '../client.ts';
import { elementsOf, isPresent, stringOf } from './json.ts';
import { ErrorReply, NoReply, type Reply } from './reply.ts';
import { ResponsesToolCalls } from './responsesToolCalls.ts';
import { reasonedBy, usageOf } from './usage.ts';

/** A reply of Responses. */
export class ResponsesReply implements Reply {
	begun = false;
	finished = false;

	#text = '';
	readonly #toolCalls = new ResponsesToolCalls();
	#refusal = '';
	#reasoned = false;
	/** What the reply consists of, as its last event has it. */
	#output: readonly unknown[] = [];
	#finishReason: string | undefined;
	#usage: TokenUsage | undefined;

	take(event: unknown): string {
		const fields = fieldsOf(event);
		const type = stringOf(fields['type']);
		this.begun ||= type.startsWith('response.');
		switch (type) {
			case 'response.output_text.delta':
				this.#text += stringOf(fields['delta']);
				return stringOf(fields['delta']);
			case 'response.refusal.delta':
				this.#refusal += stringOf(fields['delta']);
				return '';
			case 'response.completed':
			case 'response.incomplete':
			case 'response.failed':
			case 'response.cancelled':
				return this.#finish(fieldsOf(fields['response']));
			case 'error':
				throw new ErrorReply(event);
			case '':
				return this.#takeWhole(fields);
			default:
				this.#toolCalls.take(fields);
				this.#reasoned ||= type.startsWith('response.reasoning');
				return '';
		}
	}

	answer(): ModelAnswer {
		const toolCalls = this.#toolCalls.complete(this.#output, this.#finishReason);
		const called = toolCalls.length > 0 && (this.#finishReason ?? 'stop') === 'stop';
		const finishReason = called ? 'tool_calls' : this.#finishReason;
		return {
			content: this.#content(),
			...(toolCalls.length === 0 ? {} : { toolCalls }),
			...(finishReason === undefined ? {} : { finishReason }),
			...(this.#usage === undefined ? {} : { usage: this.#usage }),
		};
	}

	#takeWhole(response: Readonly<Record<string, unknown>>): string {
		if (Array.isArray(response['output']) || response['object'] === 'response') {
			return this.#finish(response);
		}
		if (isPresent(response['error'])) {
			throw new ErrorReply(response);
		}
		return '';
	}

	#finish(response: Readonly<Record<string, unknown>>): string {
		this.begun = true;
		this.#usage = usageOf(response['usage']);
		this.#reasoned ||= reasonedBy(response['usage']);
		this.#output = elementsOf(response['output']);
		const status = stringOf(response['status']);
		if (status === 'failed' || isPresent(response['error'])) {
			throw new ErrorReply(response['error'] ?? {});
		}
		if (status === 'cancelled' || status === 'queued' || status === 'in_progress') {
			throw new NoReply(`a reply that is not complete (${status})`);
		}
		this.#finishReason = finishReasonOf(status, response);
		this.finished = true;
		const { text } = readOutput(this.#output);
		// The text has come in pieces already, but for a reply in one piece.
		return this.#text === '' ? text : '';
	}

	#content(): unknown {
		const { text, plain } = readOutput(this.#output);
		const said = this.#output.filter((item) => fieldsOf(item)['type'] !== 'function_call');
		if (said.length > 0 && (text !== '' || this.#text === '')) {
			return plain ? text : this.#reasoned ? [...said, { type: 'reasoning' }] : said;
		}
		// Some servers leave the output out of the last event.
		if (this.#refusal !== '') {
			return [this.#text, { type: 'refusal', refusal: this.#refusal }];
		}
		return this.#text === '' && this.#reasoned ? [{ type: 'reasoning' }] : this.#text;
	}
}

/** In the words of Chat Completions, where the two differ. */
function finishReasonOf(
	status: string,
	response: Readonly<Record<string, unknown>>,
): string | undefined {
	if (status === 'incomplete') {
		const reason = stringOf(fieldsOf(response['incomplete_details'])['reason']);
		return reason === 'max_output_tokens' ? 'length' : reason || status;
	}
	return status === 'completed' ? 'stop' : undefined;
}

/** The text of an output, and whether it is all there is to it, reasoning beside a text aside. */
function readOutput(output: readonly unknown[]): { text: string; plain: boolean } {
	const items = output.map((item) => fieldsOf(item));
	const parts = items
		.filter((item) => item['type'] !== 'reasoning')
		.flatMap((item) => elementsOf(item['content']).map((part) => fieldsOf(part)));
	const text = parts.map((part) => stringOf(part['text'])).join('');
	const refused = parts.some((part) => isPresent(part['refusal']));
	return { text, plain: text !== '' && !refused };
}
