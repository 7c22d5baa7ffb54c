import type * as vscode from 'vscode';
import type { ModelRound } from '../../conversations/recall/replyRounds.ts';
import type { TokenUsage } from '../../models/client.ts';
import { hostApi } from '../hostApi.ts';
import { toCall } from './clientMessages.ts';
import { usageIn, usagePart } from '../models/reportedUsage.ts';
import type { PartSink, ReplySink } from './replySink.ts';

/**
 * Passes on the parts of one request of a reply, except look-ups, and the request's usage only when it turns out to be
 * the last one.
 */
export class RoundSink implements PartSink {
	readonly #sink: ReplySink;
	readonly #isLookUp: (call: vscode.LanguageModelToolCallPart) => boolean;
	readonly #calls: ModelRound['calls'][number][] = [];
	/** Separates earlier text into its own paragraph. */
	#gap: string;
	#text = '';
	#clientCalls = 0;
	#usagePart: vscode.LanguageModelResponsePart | undefined;
	hasOutput = false;
	usage: TokenUsage | undefined;

	/**
	 * @param isLookUp Whether a call is a look-up, not one of the client's tools.
	 * @param hasEarlierText The client already has text of the reply.
	 */
	constructor(
		sink: ReplySink,
		isLookUp: (call: vscode.LanguageModelToolCallPart) => boolean,
		hasEarlierText: boolean,
	) {
		this.#sink = sink;
		this.#isLookUp = isLookUp;
		this.#gap = hasEarlierText ? '\n\n' : '';
	}

	/** The model's output, once it has ended. */
	get round(): ModelRound {
		return {
			text: this.#text,
			calls: this.#calls,
			isMixed: this.#clientCalls > 0 && this.#calls.length > 0,
		};
	}

	pass(part: vscode.LanguageModelResponsePart): void {
		const usage = usageIn(part);
		if (usage !== undefined) {
			this.usage = usage;
			this.#usagePart = part;
			return;
		}
		if (part instanceof hostApi.LanguageModelToolCallPart) {
			if (this.#isLookUp(part)) {
				this.#calls.push({ call: toCall(part), clientCallsBefore: this.#clientCalls });
				return;
			}
			this.#clientCalls += 1;
		} else if (part instanceof hostApi.LanguageModelTextPart && part.value !== '') {
			this.#text += part.value;
			if (this.#gap !== '') {
				this.#sink.pass(new hostApi.LanguageModelTextPart(this.#gap));
				this.#gap = '';
			}
		}
		this.hasOutput = true;
		this.#sink.pass(part);
	}

	/** It was the last request of the reply. @param earlier Tokens of the previous replies. */
	finish(earlier: number): void {
		if (this.#usagePart !== undefined && this.usage !== undefined) {
			const outputTokens = this.usage.outputTokens + earlier;
			this.#sink.pass(earlier === 0 ? this.#usagePart : usagePart({ ...this.usage, outputTokens }));
		}
	}
}
