import type * as vscode from 'vscode';
import { estimatedTokens } from '../../messages/tokens.ts';
import { hostApi } from '../hostApi.ts';
import { readUsagePart, usageMime, type ReportedUsage } from '../models/reportedUsage.ts';

/** The receiver of the parts of a model's reply. */
export interface PartSink {
	/** Whether anything irrevocable was passed on. */
	readonly begun: boolean;
	pass(part: vscode.LanguageModelResponsePart): void;
	/** The provider's count, which only Precis receives. */
	count(usage: ReportedUsage): void;
}

/** A reply on its way to the client. */
export class ReplySink implements PartSink {
	readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
	#begun = false;
	readonly #calls: vscode.LanguageModelToolCallPart[] = [];
	#written = 0;
	#usage: ReportedUsage | undefined;
	#isUsageTold = false;

	constructor(progress: vscode.Progress<vscode.LanguageModelResponsePart>) {
		this.#progress = progress;
	}

	/** Whether the client has received anything irrevocable. */
	get begun(): boolean {
		return this.#begun;
	}

	/** Of the client's tools. */
	get calls(): readonly vscode.LanguageModelToolCallPart[] {
		return this.#calls;
	}

	/** The provider's own count, if reported. */
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
			if (part instanceof hostApi.LanguageModelToolCallPart) {
				this.#calls.push(part);
			}
		}
		this.#progress.report(part);
	}

	count(usage: ReportedUsage): void {
		this.#usage = usage;
	}

	/** Reports the request's usage to the client. @param sent Our own count of it, tokens. */
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
