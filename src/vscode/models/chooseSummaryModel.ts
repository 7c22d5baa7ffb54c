import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { ModelError } from '../../models/modelError.ts';
import type { Notifications } from '../notifications.ts';
import { withSignal } from '../worker/withSignal.ts';
import { modelChoices, type ModelRow } from './modelChoices.ts';
import { failureText } from './failureNotice.ts';
import { parseModelId } from '../settings/modelId.ts';
import type { Models } from './models.ts';

export interface ChoosingServices {
	readonly models: Models;
	readonly notifications: Notifications;
}

/**
 * *Choose Summary Model…*: lists everything that can write a summary.
 * @param id A model that is chosen already.
 */
export async function chooseSummaryModel(services: ChoosingServices, id?: string): Promise<void> {
	if (id !== undefined) {
		await useModel(services, id);
		return;
	}
	const choices = modelChoices(services.models);
	const setKey: ModelRow = { label: `$(key) ${vscode.l10n.t('Set API Key…')}` };
	const more: ModelRow = {
		label: vscode.l10n.t('More'),
		kind: vscode.QuickPickItemKind.Separator,
	};
	const rows: Promise<readonly ModelRow[]> = choices.then((found) => [...found, more, setKey]);
	const picked = await vscode.window.showQuickPick<ModelRow>(rows, {
		title: vscode.l10n.t('Choose Summary Model'),
		placeHolder: vscode.l10n.t('Which model writes summaries?'),
		matchOnDescription: true,
	});
	if (picked === setKey) {
		await vscode.commands.executeCommand(commands.setApiKey);
	} else if (picked?.id !== undefined) {
		await useModel(services, picked.id);
	}
}

/** Saves a choice, after VS Code's question for consent to one of its models. */
async function useModel({ models, notifications }: ChoosingServices, id: string): Promise<void> {
	const choice = parseModelId(id);
	if (choice?.kind === 'vscode') {
		const chat = await models.languageModels.find(choice.vendor, choice.model);
		if (chat !== undefined) {
			const problem = await consentProblem(models, chat);
			if (problem === 'cancelled') {
				return;
			}
			if (problem?.failure.kind === 'forbidden') {
				notifications.refused(failureText(problem));
				return;
			}
			if (problem !== undefined) {
				notifications.refused(
					vscode.l10n.t(
						'The model is chosen, but it has not replied yet: {0}',
						failureText(problem),
					),
				);
			}
		}
	}
	await models.configuration.save('tasks.compaction.model', id === '' ? undefined : id);
}

/** Why a model of VS Code cannot be used; undefined: it can. */
async function consentProblem(
	{ languageModels }: Models,
	chat: vscode.LanguageModelChat,
): Promise<ModelError | 'cancelled' | undefined> {
	if (languageModels.asksFirst(chat)) {
		const title = vscode.l10n.t('Precis: asking {0} for a first answer', chat.name);
		const location = vscode.ProgressLocation.Notification;
		try {
			await vscode.window.withProgress({ location, title, cancellable: true }, (_, token) =>
				withSignal(token, (signal) => languageModels.tryOut(chat, signal)),
			);
		} catch (error) {
			if (error instanceof Error && error.name === 'AbortError') {
				return 'cancelled';
			}
			if (!(error instanceof ModelError)) {
				throw error;
			}
			if (error.failure.kind === 'forbidden') {
				await languageModels.forgetVendor(chat.vendor);
			}
			return error;
		}
	}
	await languageModels.remember(chat);
	return undefined;
}
