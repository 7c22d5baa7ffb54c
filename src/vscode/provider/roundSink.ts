import type * as vscode from 'vscode';
import type { ModelRound } from '../../conversations/recall/replyRounds.ts';
import type { TokenUsage } from '../../models/client.ts';
import { hostApi } from '../hostApi.ts';
import { toCall } from './clientMessages.ts';
import { usageIn, usagePart } from '../models/reportedUsage.ts';
import type { PartSink, ReplySink } from './replySink.ts';

/**
 * One request of a reply on its way to the client: keeps back look-ups, and the request's usage until it is known to be
 * the last one.
 */
export class RoundSink implements PartSink {
	readonly #sink: ReplySink;
	readonly #isLookUp: (call: vscode.LanguageModelToolCallPart) => boolean;
	readonly #calls: ModelRound['calls'][number][] = [];
	/** Separates earlier text into its own paragraph. */
	#gap: string;
	#text = '';
	#own = 0;
	#usagePart: vscode.LanguageModelResponsePart | undefined;
	begun = false;
	usage: TokenUsage | undefined;

	/**
	 * @param isLookUp Distinguishes calls that are kept back from those of the client's tools.
	 * @param continues The client already has text of the reply.
	 */
	constructor(
		sink: ReplySink,
		isLookUp: (call: vscode.LanguageModelToolCallPart) => boolean,
		continues: boolean,
	) {
		this.#sink = sink;
		this.#isLookUp = isLookUp;
		this.#gap = continues ? '\n\n' : '';
	}

	/** The model's output, once it has ended. */
	get round(): ModelRound {
		return {
			text: this.#text,
			calls: this.#calls,
			isMixed: this.#own > 0 && this.#calls.length > 0,
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
				this.#calls.push({ call: toCall(part), clientCallsBefore: this.#own });
				return;
			}
			this.#own += 1;
		} else if (part instanceof hostApi.LanguageModelTextPart && part.value !== '') {
			this.#text += part.value;
			if (this.#gap !== '') {
				this.#sink.pass(new hostApi.LanguageModelTextPart(this.#gap));
				this.#gap = '';
			}
		}
		this.begun = true;
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
