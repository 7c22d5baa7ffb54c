import * as v from 'valibot';
import type * as vscode from 'vscode';
import { parsedJson } from '../../messages/json.ts';
import type { TokenUsage } from '../../models/client.ts';
import { hostApi } from '../hostApi.ts';

/** MIME type of the part of a reply that has its usage, in recent clients (microsoft/vscode#317187). */
const usageMime = 'usage';

const usageSchema = v.object({
	prompt_tokens: v.pipe(v.number(), v.gtValue(0)),
	completion_tokens: v.fallback(v.number(), 0),
	prompt_tokens_details: v.fallback(
		v.optional(v.object({ cached_tokens: v.pipe(v.number(), v.minValue(0)) })),
		undefined,
	),
});

/** Whether a part of a reply reports its usage. */
export function reportsUsage(part: unknown): part is vscode.LanguageModelDataPart {
	return part instanceof hostApi.LanguageModelDataPart && part.mimeType === usageMime;
}

/** The usage of a request in a part of its reply; undefined: none, or an invalid one. */
export function usageIn(part: unknown): TokenUsage | undefined {
	if (!reportsUsage(part)) {
		return undefined;
	}
	const usage = v.safeParse(usageSchema, parsedJson(new TextDecoder().decode(part.data)));
	if (!usage.success) {
		return undefined;
	}
	const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usage.output;
	return {
		inputTokens: prompt_tokens,
		outputTokens: completion_tokens,
		...(details === undefined ? {} : { cachedTokens: details.cached_tokens }),
	};
}

/** The part that reports a usage. */
export function usagePart({
	inputTokens,
	outputTokens,
	cachedTokens,
}: TokenUsage): vscode.LanguageModelDataPart {
	const usage = {
		prompt_tokens: inputTokens,
		completion_tokens: outputTokens,
		total_tokens: inputTokens + outputTokens,
		...(cachedTokens === undefined
			? {}
			: { prompt_tokens_details: { cached_tokens: cachedTokens } }),
	};
	return hostApi.LanguageModelDataPart.json(usage, usageMime);
}
