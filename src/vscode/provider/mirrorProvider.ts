import * as vscode from 'vscode';
import { textOf } from '../../messages/message.ts';
import { countMessage, messageOverheadTokens, type TokenCounter } from '../../messages/tokens.ts';
import { readClientMessages } from './clientMessages.ts';
import type { MirroredModels } from './mirroredModels.ts';
import type { MirroredRequests } from './mirroredRequests.ts';
import { ReplySink } from './replySink.ts';
import { hostApi } from '../hostApi.ts';

/** Offers the mirrored models to every assistant in VS Code. */
export function mirrorProvider(
	models: MirroredModels,
	requests: MirroredRequests,
	counter: TokenCounter,
): vscode.LanguageModelChatProvider {
	return {
		onDidChangeLanguageModelChatInformation: models.onDidChange,

		provideLanguageModelChatInformation() {
			if (!models.isWanted) {
				models.refresh();
			}
			return models.all.map(({ information }) => information);
		},

		/** @throws What tells the client why there is no answer. */
		async provideLanguageModelChatResponse({ id }, messages, options, progress, token) {
			const model = models.find(id);
			if (model === undefined) {
				throw hostApi.LanguageModelError.NotFound(
					vscode.l10n.t('{0} is no longer available. Choose another model.', id),
				);
			}
			await requests.answer(model, messages, options, new ReplySink(progress), token);
		},

		/** At once: clients ask hundreds of times for one prompt. */
		provideTokenCount: (_model, text) =>
			Promise.resolve(typeof text === 'string' ? counter.count(text) : countAll(text, counter)),
	};
}

function countAll(message: vscode.LanguageModelChatRequestMessage, counter: TokenCounter): number {
	const { system, messages } = readClientMessages([message]);
	return messages.reduce(
		(sum, one) => sum + countMessage(one, counter),
		messageOverheadTokens + counter.count(textOf(system)),
	);
}
