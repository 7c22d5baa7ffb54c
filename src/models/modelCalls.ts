import type { ModelAnswer, ModelRequest, TokenUsage } from './client.ts';

/** A model as the ladder knows it. How to reach it is known where it is called. */
export interface ModelTarget {
	/** `provider/model`: identifies it, and is shown to people. */
	readonly id: string;
	/** Tokens of its window. */
	readonly window: number;
	/** Tokens of the longest reply it gives; absent where that is not known. */
	readonly maxOutput?: number;
	/**
	 * Provider, address and credential as one opaque word: with a new key, earlier failures no longer
	 * count, and of what is wrong with a key or an account a person is told once for all models behind it.
	 */
	readonly route: string;
	/** US dollars per million tokens, where a person stated them. */
	readonly prices?: { readonly input: number; readonly output: number };
}

/** Calls models for an auxiliary task. */
export interface ModelCalls {
	/**
	 * One request, one reply.
	 * @param onText Gets each piece of the reply's text as it comes. Pieces are never repeated, however
	 * often the request had to be sent; tool calls come with the answer.
	 * @throws {ModelError} when it failed, and the signal's reason when it was aborted.
	 */
	call(
		target: ModelTarget,
		request: ModelRequest,
		signal: AbortSignal,
		onText?: (more: string) => void,
	): Promise<ModelAnswer>;
}

/** Tokens a price is stated for. */
const priced = 1e6;

/** US dollars: as the provider says, else by the prices a person stated; undefined: not known. */
export function costOf({ prices }: ModelTarget, usage: TokenUsage): number | undefined {
	if (usage.cost !== undefined || prices === undefined) {
		return usage.cost;
	}
	return (usage.inputTokens * prices.input + usage.outputTokens * prices.output) / priced;
}
