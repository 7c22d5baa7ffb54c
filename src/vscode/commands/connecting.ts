import path from 'node:path';
import * as vscode from 'vscode';
import type { FoundAssistant } from '../../assistants/connecting/changes.ts';
import { Connections } from '../api/connections.ts';
import type { Notifications } from '../notifications.ts';
import { storeEnvironment } from '../transcripts/machine.ts';

/** Of documents that show what a configuration file would be. */
const scheme = 'precis-configuration';

interface Row extends vscode.QuickPickItem {
	readonly assistant: FoundAssistant;
}

function connectionsOf({ extension, globalStorageUri }: vscode.ExtensionContext): Connections {
	const environment = () => storeEnvironment(globalStorageUri);
	return new Connections(extension, globalStorageUri.fsPath, environment);
}

/** See {@link Connections.refreshLauncher}. */
export function refreshLauncher(context: vscode.ExtensionContext): Promise<void> {
	return connectionsOf(context).refreshLauncher();
}

/** Names our server in the configuration of an assistant, or takes it out again. */
export async function connectAssistant(
	context: vscode.ExtensionContext,
	notifications: Notifications,
): Promise<void> {
	const connections = connectionsOf(context);
	const assistant = await choose(await connections.find(), notifications);
	if (assistant !== undefined) {
		await offer(assistant, connections, notifications);
	}
}

async function choose(
	found: readonly FoundAssistant[],
	notifications: Notifications,
): Promise<FoundAssistant | undefined> {
	if (found.length === 0) {
		notifications.inform(
			vscode.l10n.t('No assistant that takes MCP servers was found on this machine.'),
		);
		return undefined;
	}
	const rows = found.map(
		(assistant): Row => ({
			label: assistant.label,
			description: assistant.isConnected ? vscode.l10n.t('connected') : '',
			detail: assistant.file,
			assistant,
		}),
	);
	const row = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Connect an Assistant'),
		placeHolder: vscode.l10n.t('Choose an assistant to connect or disconnect'),
	});
	return row?.assistant;
}

/** Shows the change and makes it if the person agrees. */
async function offer(
	assistant: FoundAssistant,
	connections: Connections,
	notifications: Notifications,
): Promise<void> {
	const { label, part, file, text = '', changed, isConnected } = assistant;
	if (changed === undefined) {
		notifications.refused(
			part === 'server'
				? vscode.l10n.t(
						'Precis cannot edit {0}: the file is not valid JSON or TOML. Add an MCP server "precis" with this command: {1}',
						file,
						connections.command,
					)
				: vscode.l10n.t(
						'Precis cannot edit {0}: the file has an unknown format, or Precis did not write it.',
						file,
					),
		);
		return;
	}
	const shown = new Map<string, string>();
	const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
		provideTextDocumentContent: (uri) => shown.get(uri.toString()) ?? '',
	});
	const documentOf = (side: string, content: string): vscode.Uri => {
		const uri = vscode.Uri.from({
			scheme,
			path: `/${path.basename(file)}`,
			query: `${side} ${file}`,
		});
		shown.set(uri.toString(), content);
		return uri;
	};
	const before = documentOf('before', text);
	const after = documentOf('after', changed);
	try {
		const title = isConnected
			? vscode.l10n.t('Disconnect {0}: {1}', label, file)
			: vscode.l10n.t('Connect {0}: {1}', label, file);
		await vscode.commands.executeCommand('vscode.diff', before, after, title);
		const act = isConnected ? vscode.l10n.t('Disconnect') : vscode.l10n.t('Connect');
		const answer = await notifications.ask(
			isConnected
				? vscode.l10n.t('Remove Precis from {0}? The comparison shows the change.', file)
				: vscode.l10n.t('Add Precis to {0}? The comparison shows the change.', file),
			act,
		);
		if (answer !== act) {
			return;
		}
	} finally {
		registration.dispose();
	}
	await make(assistant, connections, notifications);
}

async function make(
	assistant: FoundAssistant,
	connections: Connections,
	notifications: Notifications,
): Promise<void> {
	const { label, file, isConnected } = assistant;
	const isElsewhere = vscode.l10n.t(
		'{0} has changed. Precis left the file as it is. Try again.',
		file,
	);
	if (!(await connections.change(assistant))) {
		notifications.refused(isElsewhere);
		return;
	}
	const undo = vscode.l10n.t('Undo');
	const answer = await notifications.ask(
		isConnected
			? vscode.l10n.t('{0} is disconnected. Restart {0} to apply the change.', label)
			: vscode.l10n.t('{0} is connected. Restart {0} to apply the change.', label),
		undo,
	);
	if (answer === undo && !(await connections.takeBack(assistant))) {
		notifications.refused(isElsewhere);
	}
}
