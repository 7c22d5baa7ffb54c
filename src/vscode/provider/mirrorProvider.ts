import * as vscode from 'vscode';
import { textOf } from '../../messages/message.ts';
import { countMessage, messageOverheadTokens, type TokenCounter } from '../../messages/tokens.ts';
import { readClientMessages } from './clientMessages.ts';
import type { MirroredModels } from './mirroredModels.ts';
import type { MirroredRequests } from './mirroredRequests.ts';
import { ReplySink } from './replySink.ts';
import { hostApi } from '../hostApi.ts';

/** Offers the mirrored models to every assistant in VS Code. */
export class MirrorProvider implements vscode.LanguageModelChatProvider {
	readonly #models: MirroredModels;
	readonly #requests: MirroredRequests;
	readonly #counter: TokenCounter;
	readonly onDidChangeLanguageModelChatInformation: vscode.Event<void>;

	constructor(models: MirroredModels, requests: MirroredRequests, counter: TokenCounter) {
		this.#models = models;
		this.#requests = requests;
		this.#counter = counter;
		this.onDidChangeLanguageModelChatInformation = models.onDidChange;
	}

	provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
		if (!this.#models.isWanted) {
			this.#models.refresh();
		}
		return this.#models.all.map(({ information }) => information);
	}

	/** @throws What tells the client why there is no answer. */
	async provideLanguageModelChatResponse(
		{ id }: vscode.LanguageModelChatInformation,
		messages: readonly vscode.LanguageModelChatRequestMessage[],
		options: vscode.ProvideLanguageModelChatResponseOptions,
		progress: vscode.Progress<vscode.LanguageModelResponsePart>,
		token: vscode.CancellationToken,
	): Promise<void> {
		const model = this.#models.find(id);
		if (model === undefined) {
			throw hostApi.LanguageModelError.NotFound(
				vscode.l10n.t('{0} is no longer available. Choose another model.', id),
			);
		}
		await this.#requests.answer(model, messages, options, new ReplySink(progress), token);
	}

	/** At once: clients ask hundreds of times for one prompt. */
	provideTokenCount(
		_model: vscode.LanguageModelChatInformation,
		text: string | vscode.LanguageModelChatRequestMessage,
	): Promise<number> {
		return Promise.resolve(
			typeof text === 'string' ? this.#counter.count(text) : this.#countAll(text),
		);
	}

	#countAll(message: vscode.LanguageModelChatRequestMessage): number {
		const { system, messages } = readClientMessages([message]);
		return messages.reduce(
			(sum, one) => sum + countMessage(one, this.#counter),
			messageOverheadTokens + this.#counter.count(textOf(system)),
		);
	}
}
