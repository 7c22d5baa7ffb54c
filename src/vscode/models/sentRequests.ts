import * as vscode from 'vscode';
import type { ModelRequest } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import type { SentTokens } from '../../models/modelSummary.ts';
import { textOf } from '../../messages/message.ts';

/** What a model was last sent of a conversation, and can be asked behind. */
export interface SentRequest extends SentTokens {
	/** The same once more, with a message of the user behind it. */
	again(more: string, maxOutputTokens: number | undefined): ModelRequest;
}

/** Conversations whose latest request is kept: as many as are worked on at once. */
const mostKept = 8;

/** Tokens of all that is kept, at most, but for the newest. Text takes some four bytes for each. */
const mostTokens = 1_000_000;

/** The latest request of each conversation: what providers have in their caches. */
export class SentRequests {
	/** By conversation, in the order of their latest requests. */
	readonly #kept = new Map<string, SentRequest>();

	/** A request was answered. */
	keep(conversation: string, request: SentRequest): void {
		this.#kept.delete(conversation);
		this.#kept.set(conversation, request);
		let tokens = 0;
		for (const [index, [each, sent]] of [...this.#kept].toReversed().entries()) {
			tokens += sent.tokens;
			if (index >= mostKept || (index > 0 && tokens > mostTokens)) {
				this.#kept.delete(each);
			}
		}
	}

	forget(conversation: string): void {
		this.#kept.delete(conversation);
	}

	/** What can be asked behind; undefined: nothing. */
	of(conversation: string): SentTokens | undefined {
		const sent = this.#kept.get(conversation);
		return sent && { model: sent.model, length: sent.length, tokens: sent.tokens };
	}

	/** A request as its model gets it. @throws {ModelError} where what it goes behind is not kept any more. */
	whole(conversation: string, { behind, ...request }: ModelRequest): ModelRequest {
		if (behind === undefined) {
			return request;
		}
		const sent = this.#kept.get(conversation);
		if (sent?.length !== behind) {
			throw new ModelError({
				kind: 'bad-request',
				message: vscode.l10n.t('The conversation has gone on meanwhile.'),
			});
		}
		const more = request.messages.map(({ content }) => textOf(content)).join('\n\n');
		return sent.again(more, request.maxOutputTokens);
	}
}
