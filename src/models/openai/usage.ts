import { fieldsOf } from '../../messages/json.ts';
import type { TokenUsage } from '../client.ts';
import { amountOf } from './json.ts';

/**
 * What a call cost, as either API reports it.
 * @param reported The `usage` of a reply: Chat Completions counts prompt and completion, Responses
 * input and output. OpenRouter adds the price, DeepSeek names cached tokens in its own way.
 */
export function usageOf(reported: unknown): TokenUsage | undefined {
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

/** Whether tokens went into thinking: of some models' reasoning nothing else is ever seen. */
export function reasonedBy(reported: unknown): boolean {
	const usage = fieldsOf(reported);
	const details = fieldsOf(usage['completion_tokens_details'] ?? usage['output_tokens_details']);
	return (amountOf(details['reasoning_tokens']) ?? 0) > 0;
}
