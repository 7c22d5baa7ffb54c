import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
	commandText,
	findParts,
	type FoundPart,
	runStep,
} from '../../assistants/connecting/connections.ts';
import type { ServerLaunch } from '../../assistants/connecting/programs.ts';
import { hasPlugin, pluginSetting, setPlugin, supportsAgentPlugins } from '../api/agentPlugin.ts';
import { contextKeys } from '../contributions.ts';
import { Connections } from './connections.ts';
import { shortPath } from '../documents/filePaths.ts';
import type { Notifications } from '../notifications.ts';
import { storeEnvironment } from '../transcripts/machine.ts';

function connectionsOf({ extension, globalStorageUri }: vscode.ExtensionContext): Connections {
	const environment = () => storeEnvironment(globalStorageUri);
	return new Connections(extension, globalStorageUri.fsPath, environment);
}

/** See {@link Connections.refreshLauncher}. */
export function refreshLauncher(context: vscode.ExtensionContext): Promise<void> {
	return connectionsOf(context).refreshLauncher();
}

/** Connects an assistant to the server or the hooks of Precis, or disconnects it. */
export async function connectAssistant(
	context: vscode.ExtensionContext,
	notifications: Notifications,
): Promise<void> {
	const connections = connectionsOf(context);
	const found = await findParts(connections.connecting());
	if (found.length === 0 && !supportsAgentPlugins()) {
		notifications.inform(
			vscode.l10n.t('No assistant that takes MCP servers was found on this machine.'),
		);
		return;
	}
	const connected = vscode.l10n.t('connected');
	const rows = found.map((part) => ({
		label: part.label,
		description:
			part.step.kind === 'mend'
				? vscode.l10n.t('configuration cannot be read')
				: part.isConnected
					? connected
					: '',
		detail: `${effectOf(part)} · ${shortPath(part.file, [], homedir())}`,
		part,
	}));
	const ownRow = {
		label: vscode.l10n.t('VS Code: Agent Plugin'),
		description: hasPlugin() ? connected : '',
		detail: `${effectOf({})} · ${pluginSetting}`,
		part: undefined,
	};
	const row = await vscode.window.showQuickPick(supportsAgentPlugins() ? [...rows, ownRow] : rows, {
		title: vscode.l10n.t('Connect an Assistant'),
		placeHolder: vscode.l10n.t('Choose an assistant to connect or disconnect'),
	});
	if (row === undefined) {
		return;
	}
	if (row.part === undefined) {
		await connectVSCode(connections, notifications);
		return;
	}
	const { label, file, step, isConnected } = row.part;
	if (!isConnected && step.kind !== 'mend') {
		await connections.prepareFor(row.part);
	}
	switch (step.kind) {
		case 'mend':
			await offerFile(
				vscode.l10n.t('The configuration of {0} cannot be read: {1}', label, step.cause),
			);
			return;
		case 'run':
			await run(row.part, step.commands, connections, notifications);
			return;
		case 'paste':
			await vscode.env.clipboard.writeText(step.text);
			await setIsConnected(true);
			await offerFile(
				vscode.l10n.t('Copied. Paste it into {0}, save the file, and restart {1}.', file, label),
			);
			return;
		case 'take-out':
			await offerFile(
				vscode.l10n.t('Remove Precis from {0}, save the file, and restart {1}.', file, label),
			);
			return;
		case 'delete':
			await offerFile(
				vscode.l10n.t('Delete {0}, which Precis made, and restart {1}.', file, label),
			);
	}

	/** Shows what to do in the file, with a button that opens it. */
	async function offerFile(message: string): Promise<void> {
		const openFile = vscode.l10n.t('Open File');
		if ((await notifications.ask(message, openFile)) === openFile) {
			const uri = vscode.Uri.file(file);
			// A missing file opens as a new one of that name.
			const shown = existsSync(file) ? uri : uri.with({ scheme: 'untitled' });
			await vscode.window.showTextDocument(shown);
		}
	}
}

/** Ends the walkthrough's step. */
async function setIsConnected(isConnected: boolean): Promise<void> {
	await vscode.commands.executeCommand('setContext', contextKeys.isConnected, isConnected);
}

/** What a part of Precis does in its assistant. */
function effectOf({ compaction }: Pick<FoundPart, 'compaction'>): string {
	if (compaction === undefined) {
		return vscode.l10n.t('Looks up original messages (MCP server)');
	}
	return compaction === 'adds'
		? vscode.l10n.t('Adds what the assistant’s own compaction leaves out')
		: vscode.l10n.t('Compacts inside the assistant (recommended)');
}

/** Adds our plugin to VS Code, including its Agent Host, or removes it, after a question. */
async function connectVSCode(
	connections: Connections,
	notifications: Notifications,
): Promise<void> {
	const isConnected = hasPlugin();
	const act = isConnected ? vscode.l10n.t('Disconnect') : vscode.l10n.t('Connect');
	const question = isConnected
		? vscode.l10n.t('Precis removes its plugin from “{0}” in your user settings.', pluginSetting)
		: vscode.l10n.t(
				'Precis adds its plugin to “{0}” in your user settings. Chats then have its skill and its MCP server, also in the Agent Host.',
				pluginSetting,
			);
	if ((await notifications.ask(question, act)) !== act) {
		return;
	}
	await setPlugin(isConnected ? undefined : await connections.preparePlugin());
	await setIsConnected(!isConnected);
	notifications.inform(
		isConnected
			? vscode.l10n.t('The plugin of Precis is disconnected. New chats start without it.')
			: vscode.l10n.t('The plugin of Precis is connected. New chats start with it.'),
	);
}

/** Shows the commands and runs them after consent. */
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
	const { ok, output } = await runStep(part, commands, connections.connecting());
	if (!ok) {
		notifications.failed(new Error(output), (why) =>
			isConnected
				? vscode.l10n.t('{0} is still connected. Its command printed: {1}', label, why)
				: vscode.l10n.t('{0} is not connected. Its command printed: {1}', label, why),
		);
		return;
	}
	await setIsConnected(!isConnected);
	notifications.inform(
		isConnected
			? vscode.l10n.t('{0} is disconnected. Restart {0} to apply the change.', label)
			: vscode.l10n.t('{0} is connected. Restart {0} to apply the change.', label),
	);
}
