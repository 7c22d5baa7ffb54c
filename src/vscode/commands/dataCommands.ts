import * as vscode from 'vscode';
import { commands, configurationSection } from '../contributions.ts';
import { askModally, confirm, type Notifications } from '../notifications.ts';
import { workspaceName } from '../settings/workspace.ts';
import type { CommandRegistry, CommandServices } from './commandRegistry.ts';
import { fileSize } from '../formats.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Commands about the storage of all conversations. */
export function registerDataCommands(
	registry: CommandRegistry,
	{ worker, notifications, forgetState }: CommandServices,
): void {
	registry.add(commands.excludeWorkspace, () => excludeWorkspace(worker, notifications));
	registry.add(commands.deleteAllData, async () => {
		if (await deleteAllData(worker, notifications)) {
			await forgetState();
		}
	});
}

async function excludeWorkspace(worker: WorkerClient, notifications: Notifications): Promise<void> {
	const workspace = workspaceName();
	if (workspace === undefined) {
		notifications.inform(vscode.l10n.t('No folder is open, so there is no workspace to exclude.'));
		return;
	}
	const configuration = vscode.workspace.getConfiguration(configurationSection);
	if (configuration.get<boolean>('storage.enabled') === false) {
		await configuration.update('storage.enabled', undefined, vscode.ConfigurationTarget.Workspace);
		const now = vscode.workspace.getConfiguration(configurationSection).get('storage.enabled');
		if (now === true) {
			notifications.inform(vscode.l10n.t('Conversations of this workspace are stored again.'));
		} else {
			notifications.refused(
				vscode.l10n.t(
					'{0} is overridden in another settings scope. Change it in the settings.',
					`${configurationSection}.storage.enabled`,
				),
			);
		}
		return;
	}
	const rows = await worker.call('list', null);
	const stored = rows.filter((row) => row.kept && row.workspace === workspace);
	const only = vscode.l10n.t('Exclude');
	const andDelete = vscode.l10n.t('Exclude and Delete {0}', stored.length);
	const answer = await askModally(
		vscode.l10n.t('Keep conversations of this workspace in memory only?'),
		vscode.l10n.t(
			'From now on, Precis keeps them only in memory until the window closes. Precis writes this to the workspace settings. Already stored: {0}.',
			stored.length,
		),
		only,
		...(stored.length === 0 ? [] : [andDelete]),
	);
	if (answer === undefined) {
		return;
	}
	await configuration.update('storage.enabled', false, vscode.ConfigurationTarget.Workspace);
	if (answer === andDelete) {
		for (const { id } of stored) {
			await worker.call('delete', { id });
		}
	}
}

/** @returns Whether the user confirmed. */
async function deleteAllData(worker: WorkerClient, notifications: Notifications): Promise<boolean> {
	const { bytes, conversations: count } = await worker.call('size', null);
	const isConfirmed = await confirm(
		vscode.l10n.t('Delete everything that Precis has stored?'),
		vscode.l10n.t(
			'Conversations of all workspaces: {0}, with all their compactions, {1}. You cannot undo this. Settings, keys and opened files are kept.',
			count,
			fileSize(bytes),
		),
		vscode.l10n.t('Delete All Data'),
	);
	if (!isConfirmed) {
		return false;
	}
	await worker.call('deleteAll', null);
	notifications.inform(vscode.l10n.t('Everything that was stored is deleted.'));
	return true;
}
