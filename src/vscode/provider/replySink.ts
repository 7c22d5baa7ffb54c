import type * as vscode from 'vscode';
import type { TokenUsage } from '../../models/client.ts';
import { estimatedTokens } from '../../messages/tokens.ts';
import { hostApi } from '../hostApi.ts';
import { reportsUsage, usageIn, usagePart } from '../models/reportedUsage.ts';

/** Receives the parts of a model's reply. */
export interface PartSink {
	/** Whether the client has received anything that cannot be taken back. */
	readonly hasOutput: boolean;
	pass(part: vscode.LanguageModelResponsePart): void;
}

/** Passes the parts of a reply on to the client, and counts them. */
export class ReplySink implements PartSink {
	readonly #progress: vscode.Progress<vscode.LanguageModelResponsePart>;
	#outputTokens = 0;
	#hasReportedUsage = false;
	hasOutput = false;
	/** Calls of the client's tools. */
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
			this.hasOutput ||= part.value !== '';
			this.#outputTokens += estimatedTokens.count(part.value);
		} else {
			this.hasOutput = true;
			if (part instanceof hostApi.LanguageModelToolCallPart) {
				this.calls.push(part);
			}
		}
		this.#progress.report(part);
	}

	/** Reports our own count of the request if the model reported none. @param sent Tokens of the request. */
	finish(sent: number): void {
		if (!this.#hasReportedUsage) {
			const usage = { inputTokens: sent, outputTokens: this.#outputTokens };
			this.#progress.report(usagePart(usage));
		}
	}
}
