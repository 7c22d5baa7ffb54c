import * as vscode from 'vscode';
import { commandText, type FoundPart } from '../../assistants/connecting/connections.ts';
import type { ServerLaunch } from '../../assistants/connecting/programs.ts';
import { Connections } from '../api/connections.ts';
import type { Notifications } from '../notifications.ts';
import { storeEnvironment } from '../transcripts/machine.ts';

interface Row extends vscode.QuickPickItem {
	readonly part: FoundPart;
}

function connectionsOf({ extension, globalStorageUri }: vscode.ExtensionContext): Connections {
	const environment = () => storeEnvironment(globalStorageUri);
	return new Connections(extension, globalStorageUri.fsPath, environment);
}

/** See {@link Connections.refreshLauncher}. */
export function refreshLauncher(context: vscode.ExtensionContext): Promise<void> {
	return connectionsOf(context).refreshLauncher();
}

/** Gives an assistant our server or our hooks, or takes them away. */
export async function connectAssistant(
	context: vscode.ExtensionContext,
	notifications: Notifications,
): Promise<void> {
	const connections = connectionsOf(context);
	const part = await choose(await connections.find(), notifications);
	if (part === undefined) {
		return;
	}
	if (!part.isConnected) {
		await connections.prepare();
	}
	const { label, file, step } = part;
	switch (step.kind) {
		case 'run':
			await run(part, step.commands, connections, notifications);
			return;
		case 'paste': {
			await vscode.env.clipboard.writeText(step.text);
			await offerFile(
				vscode.l10n.t('Copied. Paste it into {0}, save the file, and restart {1}.', file, label),
				part,
				notifications,
			);
			return;
		}
		case 'take-out':
			await offerFile(
				vscode.l10n.t('Remove Precis from {0}, save the file, and restart {1}.', file, label),
				part,
				notifications,
			);
			return;
		case 'delete':
			await offerFile(
				vscode.l10n.t('Delete {0}, which Precis made, and restart {1}.', file, label),
				part,
				notifications,
			);
	}
}

async function choose(
	found: readonly FoundPart[],
	notifications: Notifications,
): Promise<FoundPart | undefined> {
	if (found.length === 0) {
		notifications.inform(
			vscode.l10n.t('No assistant that takes MCP servers was found on this machine.'),
		);
		return undefined;
	}
	const rows = found.map(
		(part): Row => ({
			label: part.label,
			description: part.isConnected ? vscode.l10n.t('connected') : '',
			detail: part.file,
			part,
		}),
	);
	const row = await vscode.window.showQuickPick(rows, {
		title: vscode.l10n.t('Connect an Assistant'),
		placeHolder: vscode.l10n.t('Choose an assistant to connect or disconnect'),
	});
	return row?.part;
}

/** Shows the commands, and runs them if the person agrees. */
async function run(
	part: FoundPart,
	commands: readonly ServerLaunch[],
	connections: Connections,
	notifications: Notifications,
): Promise<void> {
	const { label, isConnected } = part;
	const text = commands.map((command) => commandText(command, process.platform)).join('\n');
	const act = isConnected ? vscode.l10n.t('Disconnect') : vscode.l10n.t('Connect');
	const copy = vscode.l10n.t('Copy');
	const answer = await notifications.ask(
		isConnected
			? vscode.l10n.t('Precis disconnects {0} with its own command: {1}', label, text)
			: vscode.l10n.t('Precis connects {0} with its own command: {1}', label, text),
		act,
		copy,
	);
	if (answer === copy) {
		await vscode.env.clipboard.writeText(text);
	}
	if (answer !== act) {
		return;
	}
	const { ok, output } = await connections.run(part, commands);
	if (!ok) {
		notifications.failed(new Error(output), (why) =>
			isConnected
				? vscode.l10n.t('{0} is still connected. Its command printed: {1}', label, why)
				: vscode.l10n.t('{0} is not connected. Its command printed: {1}', label, why),
		);
		return;
	}
	notifications.inform(
		isConnected
			? vscode.l10n.t('{0} is disconnected. Restart {0} to apply the change.', label)
			: vscode.l10n.t('{0} is connected. Restart {0} to apply the change.', label),
	);
}

/** Says what a person does in a file, and opens it where there is one. */
async function offerFile(
	message: string,
	{ file }: FoundPart,
	notifications: Notifications,
): Promise<void> {
	const open = vscode.l10n.t('Open File');
	if ((await notifications.ask(message, open)) !== open) {
		return;
	}
	const uri = vscode.Uri.file(file);
	const isThere = await vscode.workspace.fs.stat(uri).then(
		() => true,
		() => false,
	);
	// One that is not there is opened as a new file of that name.
	await vscode.window.showTextDocument(isThere ? uri : uri.with({ scheme: 'untitled' }));
}
