import * as v from 'valibot';
import { parsedJson } from '../../messages/json.ts';
import { hostApi } from '../hostApi.ts';

/** What a request cost, as the provider counts. Tokens. */
export interface ReportedUsage {
	readonly promptTokens: number;
	readonly completionTokens: number;
	readonly cachedTokens?: number;
}

/** The name under which the newest clients read usage out of a reply (microsoft/vscode#317187). */
export const usageMime = 'usage';

/** What a part says of the cost, as far as it can be read; undefined where it is another part. */
export function readUsagePart(
	part: unknown,
): { readonly reported: ReportedUsage | undefined } | undefined {
	return part instanceof hostApi.LanguageModelDataPart && part.mimeType === usageMime
		? { reported: readUsage(part.data) }
		: undefined;
}

/** Another's part that cannot be read is not ours to judge; it went on as it was. */
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
