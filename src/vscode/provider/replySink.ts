import * as v from 'valibot';
import type * as vscode from 'vscode';
import { parsedJson } from '../../messages/json.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { hostApi } from '../hostApi.ts';

/** What a request cost, as the provider counts. Tokens. */
export interface ReportedUsage {
	readonly promptTokens: number;
	readonly completionTokens: number;
	readonly cachedTokens?: number;
}

/** Where the parts of a model's reply go. */
export interface PartSink {
	/** Whether anything was passed on that cannot be taken back. */
	readonly begun: boolean;
	pass(part: vscode.LanguageModelResponsePart): void;
	/** The provider's count, which it told us and not the client. */
	count(usage: ReportedUsage): void;
}

/** The name under which the newest clients read usage out of a reply (microsoft/vscode#317187). */
const usageMime = 'usage';

/** A reply on its way to the client. */
export class ReplySink implements PartSink {
	readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
	#begun = false;
	#callsTools = false;
	#written = 0;
	#usage: ReportedUsage | undefined;
	#isUsageTold = false;

	constructor(progress: vscode.Progress<vscode.LanguageModelResponsePart>) {
		this.#progress = progress;
	}

	/** Whether the client has got anything that cannot be taken back. */
	get begun(): boolean {
		return this.#begun;
	}

	get callsTools(): boolean {
		return this.#callsTools;
	}

	/** The provider's own count, where it told one. */
	get usage(): ReportedUsage | undefined {
		return this.#usage;
	}

	pass(part: vscode.LanguageModelResponsePart): void {
		const usage = readUsagePart(part);
		if (usage !== undefined) {
			this.#usage = usage.reported ?? this.#usage;
			this.#isUsageTold = true;
		} else if (part instanceof hostApi.LanguageModelTextPart) {
			this.#begun ||= part.value !== '';
			this.#written += estimatedTokens.count(part.value);
		} else {
			this.#begun = true;
			this.#callsTools ||= part instanceof hostApi.LanguageModelToolCallPart;
		}
		this.#progress.report(part);
	}

	count(usage: ReportedUsage): void {
		this.#usage = usage;
	}

	/** Tells the client what the request came to. @param sent Our own count of it, tokens. */
	finish(sent: number): void {
		if (this.#isUsageTold) {
			return;
		}
		const { promptTokens, completionTokens, cachedTokens } = this.#usage ?? {
			promptTokens: sent,
			completionTokens: this.#written,
		};
		const usage = {
			prompt_tokens: promptTokens,
			completion_tokens: completionTokens,
			total_tokens: promptTokens + completionTokens,
			prompt_tokens_details: { cached_tokens: cachedTokens ?? 0 },
		};
		this.#progress.report(hostApi.LanguageModelDataPart.json(usage, usageMime));
	}
}

/** What a part says of the cost, as far as it can be read; undefined where it is another part. */
export function readUsagePart(
	part: vscode.LanguageModelResponsePart,
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
