import * as vscode from 'vscode';
import { automaticHereText } from './automaticTexts.ts';
import { commands, configurationSection } from '../contributions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { askModally, type Notifications } from '../notifications.ts';
import { workspaceName } from '../settings/workspace.ts';
import type { CommandServices } from './commandServices.ts';

/** How long the status bar says what was toggled, milliseconds. */
const toldMs = 6_000;

/** Commands that decide what is kept, and for how long compaction is left to the person. */
export function registerStorageCommands(services: CommandServices): vscode.Disposable {
	const { onActive, active, conversations, exclusions, notifications, forgetState } = services;

	async function exclude(id: string, title: string): Promise<void> {
		const memoryOnly = vscode.l10n.t('Keep in Memory Only');
		const answer = await askModally(
			vscode.l10n.t('Keep "{0}" in memory only?', title),
			vscode.l10n.t(
				'Precis deletes the stored copy, and the conversation is lost when the window closes. If it was opened from a file, the file is kept.',
			),
			memoryOnly,
		);
		if (answer === memoryOnly) {
			await exclusions.add(id);
			await conversations.ask('keep', { id, keep: false });
		}
	}

	return vscode.Disposable.from(
		onActive.register(commands.toggleStored, async ({ id, title, standing }) => {
			if (standing.kept) {
				await exclude(id, title);
			} else {
				await exclusions.remove(id);
				await conversations.ask('keep', { id, keep: true });
			}
			await active.refresh(id);
		}),
		onActive.registerAny(commands.excludeWorkspace, () =>
			excludeWorkspace(conversations, notifications),
		),
		onActive.registerAny(commands.deleteAllData, async () => {
			if (await deleteAllData(conversations, notifications)) {
				await forgetState();
			}
		}),
		onActive.register(commands.togglePause, async ({ id, standing }) => {
			if (standing.viewed) {
				tell(vscode.l10n.t('Precis never compacts an opened transcript automatically.'));
				return;
			}
			const paused = !standing.paused;
			await conversations.ask('pause', { id, paused });
			tell(automaticHereText({ ...standing, paused }, vscode.l10n));
			await active.refresh(id);
		}),
	);
}

/** Says in the status bar what holds now. */
function tell(text: string): void {
	vscode.window.setStatusBarMessage(text, toldMs);
}

function settingOf(name: string): unknown {
	return vscode.workspace.getConfiguration(configurationSection).get(name);
}

/** A more specific place, or a more general one, says otherwise. */
function overruled(name: string): string {
	return vscode.l10n.t(
		'{0} is overridden in another settings scope. Change it in the settings.',
		`${configurationSection}.${name}`,
	);
}

async function excludeWorkspace(
	conversations: Conversations,
	notifications: Notifications,
): Promise<void> {
	const workspace = workspaceName();
	if (workspace === undefined) {
		notifications.inform(vscode.l10n.t('No folder is open, so there is no workspace to exclude.'));
		return;
	}
	const configuration = vscode.workspace.getConfiguration(configurationSection);
	if (configuration.get<boolean>('storage.enabled') === false) {
		await configuration.update('storage.enabled', undefined, vscode.ConfigurationTarget.Workspace);
		if (settingOf('storage.enabled') === true) {
			notifications.inform(vscode.l10n.t('Conversations of this workspace are stored again.'));
		} else {
			notifications.refused(overruled('storage.enabled'));
		}
		return;
	}
	const rows = await conversations.askAll('list', null);
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
			await conversations.ask('delete', { id });
		}
	}
}

/** @returns Whether the person wanted it. */
async function deleteAllData(
	conversations: Conversations,
	notifications: Notifications,
): Promise<boolean> {
	const { bytes, conversations: count } = await conversations.askAll('size', null);
	const megabytes = new Intl.NumberFormat(vscode.env.language, {
		maximumFractionDigits: 1,
	}).format(bytes / 1e6);
	const remove = vscode.l10n.t('Delete All Data');
	const answer = await askModally(
		vscode.l10n.t('Delete everything that Precis has stored?'),
		vscode.l10n.t(
			'Conversations of all workspaces: {0}, with all their compactions, {1} MB. You cannot undo this. Settings, keys and opened files are kept.',
			count,
			megabytes,
		),
		remove,
	);
	if (answer !== remove) {
		return false;
	}
	await conversations.askAll('deleteAll', null);
	notifications.inform(vscode.l10n.t('Everything that was stored is deleted.'));
	return true;
}
