import * as vscode from 'vscode';
import type { ModelRequest } from '../../models/client.ts';
import { ModelError } from '../../models/modelError.ts';
import type { SentTokens } from '../../models/modelSummary.ts';
import { textOf } from '../../messages/message.ts';

/** The last request of a conversation, which a further request can continue. */
export interface SentRequest extends SentTokens {
	/** The request with another user message at the end. */
	continueWith(more: string, maxOutputTokens: number | undefined): ModelRequest;
}

/** Maximum number of conversations whose latest request is kept. */
const maxKept = 8;

/** Maximum tokens of all kept requests; the newest is always kept. A token of text takes about four bytes. */
const maxTokens = 1_000_000;

/** The latest request of each conversation, which providers have in their caches. */
export class SentRequests {
	/** By conversation, in the order of their latest requests. */
	readonly #kept = new Map<string, SentRequest>();

	/** Records a request that was answered. */
	keep(conversation: string, request: SentRequest): void {
		this.#kept.delete(conversation);
		this.#kept.set(conversation, request);
		let tokens = 0;
		for (const [index, [each, sent]] of [...this.#kept].toReversed().entries()) {
			tokens += sent.tokens;
			if (index >= maxKept || (index > 0 && tokens > maxTokens)) {
				this.#kept.delete(each);
			}
		}
	}

	forget(conversation: string): void {
		this.#kept.delete(conversation);
	}

	/** The request that can be continued; undefined: none. */
	of(conversation: string): SentTokens | undefined {
		const sent = this.#kept.get(conversation);
		return sent && { model: sent.model, length: sent.length, tokens: sent.tokens };
	}

	/** The complete request to the model. @throws {ModelError} if the request that it continues is gone. */
	expand(conversation: string, { continuesAfter, ...request }: ModelRequest): ModelRequest {
		if (continuesAfter === undefined) {
			return request;
		}
		const sent = this.#kept.get(conversation);
		if (sent?.length !== continuesAfter) {
			throw new ModelError({
				kind: 'bad-request',
				message: vscode.l10n.t('The conversation has continued in the meantime.'),
			});
		}
		const more = request.messages.map(({ content }) => textOf(content)).join('\n\n');
		return sent.continueWith(more, request.maxOutputTokens);
	}
}
