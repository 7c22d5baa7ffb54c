import * as vscode from 'vscode';
import { commands } from '../contributions.ts';
import { confirm, type Notifications } from '../notifications.ts';
import { detach } from '../log.ts';
import { shownBaseUrl } from '../../models/baseUrl.ts';
import { parseKey } from '../../models/secret.ts';
import { keyProblemMessage } from './apiKeys.ts';
import type { Models } from './models.ts';
import { openSetting } from '../settings/configuration.ts';
import { isPlainHttp, keyVariableOf, type Provider } from '../settings/providers.ts';

interface KeyServices {
	readonly models: Models;
	readonly notifications: Notifications;
	readonly log: vscode.LogOutputChannel;
}

/** *Set API Key…*: stores or removes the key of a provider. @param name The provider; absent: asks for it. */
export async function setApiKey(services: KeyServices, name?: string): Promise<void> {
	const { models, log } = services;
	const { keys, directory } = models;
	const named = directory.providers.find((provider) => provider.name === name);
	const provider = named ?? (await chooseProvider(services));
	if (provider === undefined) {
		return;
	}
	const typed = await vscode.window.showInputBox({
		title: vscode.l10n.t('API Key of {0}', provider.name),
		prompt: vscode.l10n.t(
			'The key is sent only to {0} and kept in the secret storage of VS Code.',
			shownBaseUrl(provider.baseUrl),
		),
		placeHolder: vscode.l10n.t('Paste the key'),
		password: true,
		ignoreFocusOut: true,
		validateInput(value) {
			const parsed = parseKey(value);
			// An empty box is an error only when it is accepted.
			return parsed.kind === 'valid' ? undefined : keyProblemMessage(parsed.problem);
		},
	});
	const parsed = parseKey(typed ?? '');
	if (typed === undefined || parsed.kind === 'invalid') {
		return;
	}
	if (!(await acceptsPlainHttp(provider))) {
		return;
	}
	await keys.store(provider, parsed.key);
	detach(offerChoosing(vscode.l10n.t('The key of {0} is stored.', provider.name)), log);
}

/** Warns before a key goes over a network that others can listen to. */
async function acceptsPlainHttp(provider: Provider): Promise<boolean> {
	return (
		!isPlainHttp(provider) ||
		confirm(
			vscode.l10n.t(
				'{0} is not encrypted. Others on the network can read the key.',
				shownBaseUrl(provider.baseUrl),
			),
			vscode.l10n.t('Use an address that begins with https://, if the server has one.'),
			vscode.l10n.t('Store Key'),
		)
	);
}

async function removeKey(
	name: string,
	{ models: { keys, directory }, notifications }: KeyServices,
): Promise<void> {
	await keys.remove(name);
	const provider = directory.providers.find((one) => one.name === name);
	const variable = provider === undefined ? '' : keyVariableOf(provider);
	notifications.inform(
		(process.env[variable] ?? '') === ''
			? vscode.l10n.t('The key of {0} was removed.', name)
			: vscode.l10n.t(
					'The key of {0} was removed. Precis now uses the key in the environment variable {1}.',
					name,
					variable,
				),
	);
}

interface KeyItem extends vscode.QuickPickItem {
	readonly provider?: Provider;
	/** Action of an item without a provider. */
	readonly run?: () => Thenable<unknown>;
}

/** @returns The provider whose key to set; undefined: none, or another action was chosen and done. */
async function chooseProvider(services: KeyServices): Promise<Provider | undefined> {
	const { keys, directory } = services.models;
	const stored = await keys.stored();
	const items: readonly KeyItem[] = [
		...directory.providers.map((provider) => ({
			label: provider.name,
			description: shownBaseUrl(provider.baseUrl),
			...(stored.includes(provider.name) ? { detail: vscode.l10n.t('A key is stored.') } : {}),
			provider,
		})),
		{ label: '', kind: vscode.QuickPickItemKind.Separator },
		...stored.map((name) => ({
			label: vscode.l10n.t('$(trash) Remove the Key of {0}', name),
			run: () => removeKey(name, services),
		})),
		{
			label: vscode.l10n.t('Add a Provider in Settings…'),
			run: () => openSetting('models.providers'),
		},
	];
	const chosen = await vscode.window.showQuickPick(items, {
		title: vscode.l10n.t('Set API Key'),
		placeHolder: vscode.l10n.t('Which provider is the key for?'),
		matchOnDescription: true,
	});
	await chosen?.run?.();
	return chosen?.provider;
}

/** Shows a message with a button that chooses the summary model. */
export async function offerChoosing(message: string): Promise<void> {
	const choose = vscode.l10n.t('Choose Summary Model…');
	if ((await vscode.window.showInformationMessage(message, choose)) === choose) {
		await vscode.commands.executeCommand(commands.chooseSummaryModel);
	}
}
