import type { ModelAnswer, ModelRequest, TokenUsage } from './client.ts';

/** A model as the ladder sees it. The code that calls it knows how to reach it. */
export interface ModelTarget {
	/** `provider/model`: identifies it, also for display. */
	readonly id: string;
	/** Tokens of its window. */
	readonly window: number;
	/** Its window is not known; this one is the default. */
	readonly isWindowAssumed?: true;
	/** Tokens of its longest reply; absent if unknown. */
	readonly maxOutput?: number;
	/**
	 * Provider, address and credential as one opaque word: with a new key, earlier failures no longer count, and a problem
	 * with a key or an account is reported once for all models that share it.
	 */
	readonly route: string;
	/** From the user's settings. */
	readonly prices?: ModelPrices;
}

/** US dollars per million tokens. */
export interface ModelPrices {
	readonly input: number;
	/** Of input that is read from the provider's cache. */
	readonly cachedInput: number;
	readonly output: number;
}

/** Calls models for an auxiliary task. */
export interface ModelCalls {
	/**
	 * One request, one reply.
	 * @param onText Receives the reply's text piece by piece. Pieces are never repeated, however often the request had to
	 * be sent; tool calls come with the answer.
	 * @throws {ModelError} when it failed, and the signal's reason when it was aborted.
	 */
	call(
		target: ModelTarget,
		request: ModelRequest,
		signal: AbortSignal,
		onText?: (more: string) => void,
	): Promise<ModelAnswer>;
}

/** The number of tokens that prices refer to. */
const priced = 1e6;

/** US dollars: as reported by the provider, else by the user's prices; undefined: unknown. */
export function costOf({ prices }: ModelTarget, usage: TokenUsage): number | undefined {
	if (usage.cost !== undefined || prices === undefined) {
		return usage.cost;
	}
	const { inputTokens, outputTokens, cachedTokens = 0 } = usage;
	const cached = Math.min(cachedTokens, inputTokens);
	const fresh = inputTokens - cached;
	return (
		(fresh * prices.input + cached * prices.cachedInput + outputTokens * prices.output) / priced
	);
}
