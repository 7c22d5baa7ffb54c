import * as vscode from 'vscode';
import { textOf } from '../../messages/message.ts';
import { countMessages, estimatedTokens, messageOverheadTokens } from '../../messages/tokens.ts';
import { modelVendor } from '../contributions.ts';
import { detach } from '../log.ts';
import type { KeepingConsent } from './keepingConsent.ts';
import type { MirroredModels, MirroringServices } from './mirroredModels.ts';
import { MirroredRequests } from './mirroredRequests.ts';
import { readClientMessages } from './clientMessages.ts';
import { ReplySink } from './replySink.ts';
import { hostApi, supports } from '../hostApi.ts';

/** Offers a mirror of every model, with compaction. */
export function registerMirror(
	mirrored: MirroredModels,
	services: MirroringServices,
	consent: KeepingConsent,
): vscode.Disposable {
	if (!supports('mirroredModels')) {
		return new vscode.Disposable(() => undefined);
	}
	const { active, configuration, worker, models, notifications, log } = services;
	const show = async (conversation: string): Promise<void> =>
		active.show(await worker.call('view', { id: conversation }));
	const requests = new MirroredRequests({
		worker,
		sent: models.sent,
		onConversation({ conversation, model, isNewTurn, inPlaceOf }) {
			models.setAnswering(conversation, model);
			const shown = active.view?.id;
			if (shown !== conversation && (isNewTurn || shown === inPlaceOf)) {
				detach(show(conversation), log);
			}
			consent.askOnce();
		},
		onLookUp: (work) => {
			const title = vscode.l10n.t('Looking up originals');
			const location = vscode.ProgressLocation.Window;
			const ended = Promise.allSettled([work]);
			detach(
				vscode.window.withProgress({ location, title }, () => ended),
				log,
			);
		},
		onUnprepared: (error) =>
			notifications.failed(error, (cause) =>
				vscode.l10n.t('An assistant’s request was sent without compaction: {0}', cause),
			),
		log,
	});
	const renew = (): void => mirrored.renew();
	return vscode.Disposable.from(
		hostApi.lm.registerLanguageModelChatProvider(modelVendor, mirrorProvider(mirrored, requests)),
		hostApi.lm.onDidChangeChatModels(() => mirrored.refresh()),
		models.onDidChange(renew),
		configuration.onDidChange(renew),
	);
}

/** Offers the mirrored models to every assistant in VS Code. */
function mirrorProvider(
	models: MirroredModels,
	requests: MirroredRequests,
): vscode.LanguageModelChatProvider {
	return {
		onDidChangeLanguageModelChatInformation: models.onDidChange,

		provideLanguageModelChatInformation: () => models.descriptions(),

		/** @throws The error that informs the client why there is no reply. */
		async provideLanguageModelChatResponse({ id }, messages, options, progress, token) {
			const model = models.find(id);
			if (model === undefined) {
				throw hostApi.LanguageModelError.NotFound(
					vscode.l10n.t('{0} is no longer available. Choose another model.', id),
				);
			}
			await requests.answer(model, messages, options, new ReplySink(progress), token);
		},

		/** Synchronous: clients request hundreds of counts for one prompt. */
		provideTokenCount: (_model, text) =>
			Promise.resolve(typeof text === 'string' ? estimatedTokens.count(text) : countOf(text)),
	};
}

function countOf(message: vscode.LanguageModelChatRequestMessage): number {
	const { system, messages } = readClientMessages([message]);
	const systemTokens = messageOverheadTokens + estimatedTokens.count(textOf(system));
	return systemTokens + countMessages(messages, estimatedTokens);
}
