import type * as vscode from 'vscode';
import type { TokenUsage } from '../../models/client.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { hostApi } from '../hostApi.ts';
import { reportsUsage, usageIn, usagePart } from '../models/reportedUsage.ts';

/** The receiver of the parts of a model's reply. */
export interface PartSink {
	/** Whether anything irrevocable was passed on. */
	readonly begun: boolean;
	pass(part: vscode.LanguageModelResponsePart): void;
}

/** A reply on its way to the client. */
export class ReplySink implements PartSink {
	readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
	#written = 0;
	#hasReportedUsage = false;
	/** Whether the client has received anything irrevocable. */
	begun = false;
	/** Of the client's tools. */
	readonly calls: vscode.LanguageModelToolCallPart[] = [];
	/** The provider's own count, if reported. */
	usage: TokenUsage | undefined;

	constructor(progress: vscode.Progress<vscode.LanguageModelResponsePart>) {
		this.#progress = progress;
	}

	pass(part: vscode.LanguageModelResponsePart): void {
		if (reportsUsage(part)) {
			this.usage = usageIn(part) ?? this.usage;
			this.#hasReportedUsage = true;
		} else if (part instanceof hostApi.LanguageModelTextPart) {
			this.begun ||= part.value !== '';
			this.#written += estimatedTokens.count(part.value);
		} else {
			this.begun = true;
			if (part instanceof hostApi.LanguageModelToolCallPart) {
				this.calls.push(part);
			}
		}
		this.#progress.report(part);
	}

	/** Reports our own count of the request if the model reported none. @param sent Tokens of the request. */
	finish(sent: number): void {
		if (!this.#hasReportedUsage) {
			const usage = { inputTokens: sent, outputTokens: this.#written };
			this.#progress.report(usagePart(usage));
		}
	}
}
