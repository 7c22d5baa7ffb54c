import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { chooseSummaryModel } from '../models/chooseSummaryModel.ts';
import { absenceNotice, supports } from '../hostApi.ts';
import { offerChoosing, setApiKey } from '../models/setApiKey.ts';
import { builtInId } from '../../protocol/toPanel.ts';
import { chooseMirroredModels } from '../provider/chooseMirroredModels.ts';
import { showModelsInAgentHost } from '../status/agentHost.ts';
import type { CommandRegistry, CommandServices } from './commandRegistry.ts';

/** Commands about models and their keys. */
export function registerModelCommands(registry: CommandRegistry, services: CommandServices): void {
	const { models, notifications } = services;
	// Notifications pass the provider; the palette does not.
	registry.add(commands.setApiKey, (provider) =>
		setApiKey(services, typeof provider === 'string' ? provider : undefined),
	);
	registry.add(commands.chooseSummaryModel, async (given) => {
		const id = typeof given === 'string' ? given : undefined;
		await chooseSummaryModel(services, id);
		const { view } = services.active;
		const isChosen = models.configuration.now.models.summary.kind !== 'default';
		const isBuiltIn = view?.receipt?.summariser.kind === 'built-in';
		if (id !== undefined && id !== builtInId && isChosen && isBuiltIn) {
			await services.compactions.retry(view.id);
		}
	});
	registry.add(commands.chooseMirroredModels, async () => {
		if (!supports('mirroredModels')) {
			notifications.inform(absenceNotice('mirroredModels'));
			return;
		}
		await chooseMirroredModels(services.mirrored, services.configuration);
	});
	registry.add(commands.showModelsInAgentHost, () =>
		showModelsInAgentHost(services.context.extension.id),
	);
	registry.add(commands.retryWithModel, (id) =>
		retryWithModel(services, typeof id === 'string' ? id : undefined),
	);
}

/** @param given The conversation of a notification; absent: the active one. */
async function retryWithModel(
	{ models, active, compactions, notifications }: CommandServices,
	given: string | undefined,
): Promise<void> {
	const id = given ?? (active.view?.receipt === undefined ? undefined : active.view.id);
	if (id === undefined) {
		notifications.inform(
			vscode.l10n.t('There is no summary to rewrite. Compact the conversation first.'),
		);
		return;
	}
	const { summary, main } = await models.summaryModels(id);
	if (summary === undefined && main === undefined) {
		await offerChoosing(vscode.l10n.t('No model is chosen to write the summary.'));
		return;
	}
	await compactions.retry(id);
}
