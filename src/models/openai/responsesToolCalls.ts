import { fieldsOf } from '../../messages/json.ts';
import type { ToolCall } from '../../messages/message.ts';
import { stringOf } from './json.ts';
import { argumentsText, completeCalls, type ToolCallDraft } from './toolCallDrafts.ts';

/**
 * Puts the tool calls of Responses together. The last event has them all; the events before are for
 * servers that leave the output out of it.
 */
export class ResponsesToolCalls {
	/** By the place in the output, or the item's id where the events tell no place. */
	readonly #streamed = new Map<unknown, ToolCallDraft>();

	/** @param fields An event of a stream. */
	take(fields: Readonly<Record<string, unknown>>): void {
		const item = fieldsOf(fields['item']);
		const key = fields['output_index'] ?? fields['item_id'] ?? item['id'] ?? item['call_id'];
		const draft = this.#streamed.get(key);
		switch (fields['type']) {
			case 'response.output_item.added':
			case 'response.output_item.done':
				if (item['type'] === 'function_call') {
					this.#streamed.set(key, withItem(draft, item));
				}
				return;
			case 'response.function_call_arguments.delta':
				if (draft !== undefined) {
					draft.arguments += stringOf(fields['delta']);
				}
				return;
			case 'response.function_call_arguments.done':
				if (draft !== undefined) {
					draft.arguments = argumentsText(fields['arguments']) || draft.arguments;
				}
				return;
			default:
				return;
		}
	}

	/**
	 * @param output What the reply consists of, as its last event has it.
	 * @param finishReason Why the reply ended.
	 */
	complete(output: readonly unknown[], finishReason: string | undefined): readonly ToolCall[] {
		const calls = output
			.map((item) => fieldsOf(item))
			.filter((item) => item['type'] === 'function_call')
			.map((item) => withItem(undefined, item));
		return completeCalls(calls.length > 0 ? calls : [...this.#streamed.values()], finishReason);
	}
}

function withItem(
	draft: ToolCallDraft | undefined,
	item: Readonly<Record<string, unknown>>,
): ToolCallDraft {
	return {
		id: stringOf(item['call_id']) || stringOf(item['id']) || (draft?.id ?? ''),
		name: stringOf(item['name']) || (draft?.name ?? ''),
		arguments: argumentsText(item['arguments']) || (draft?.arguments ?? ''),
	};
}
