import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import { hostApi } from '../hostApi.ts';

/** Usage of a request as the provider reports it, tokens. */
export interface ReportedUsage {
	readonly promptTokens: number;
	readonly completionTokens: number;
	readonly cachedTokens?: number;
}

/** MIME type of the usage part of a reply in recent clients (microsoft/vscode#317187). */
export const usageMime = 'usage';

/** The usage in a part, if it is valid; undefined: the part is no usage part. */
export function readUsagePart(
	part: unknown,
): { readonly reported: ReportedUsage | undefined } | undefined {
	return part instanceof hostApi.LanguageModelDataPart && part.mimeType === usageMime
		? { reported: readUsage(part.data) }
		: undefined;
}

/** An invalid part is ignored; it was forwarded unchanged. */
function readUsage(data: Uint8Array): ReportedUsage | undefined {
	const usage = v.safeParse(usageSchema, parsedJson(new TextDecoder().decode(data)));
	if (!usage.success) {
		return undefined;
	}
	const { prompt_tokens, completion_tokens, prompt_tokens_details: details } = usage.output;
	return {
		promptTokens: prompt_tokens,
		completionTokens: completion_tokens,
		...(details === undefined ? {} : { cachedTokens: details.cached_tokens }),
	};
}

const usageSchema = v.object({
	prompt_tokens: v.pipe(v.number(), v.gtValue(0)),
	completion_tokens: v.fallback(v.number(), 0),
	prompt_tokens_details: v.fallback(
		v.optional(v.object({ cached_tokens: v.pipe(v.number(), v.minValue(0)) })),
		undefined,
	),
});
