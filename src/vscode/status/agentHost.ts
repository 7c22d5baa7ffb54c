import * as vscode from 'vscode';
import { offers } from '../hostApi.ts';

/** VS Code's default harness for chats: it lists models of extensions only where the person says so. */
const section = 'chat.agentHost';
const byokModels = 'byokModels.enabled';

/** By extension id: those that run in the Agents window. */
const agentsWindow = 'extensions.supportAgentsWindow';

/** Whether chats of the Agent Host do not list the models “… · Precis”. */
export function agentHostHidesModels(): boolean {
	const settings = vscode.workspace.getConfiguration(section);
	return (
		offers('mirroredModels') &&
		settings.get<boolean>('enabled') === true &&
		settings.get<boolean>(byokModels) !== true
	);
}

/** Which models reach the chat in front, in one sentence. */
export function agentHostText(): string {
	return vscode.l10n.t(
		'Chats of the Agent Host do not list the “… · Precis” models: show them there, or set the session target to Local.',
	);
}

/** Has the models listed there, if the person agrees: the settings are VS Code's. */
export async function showModelsInAgentHost(extension: string): Promise<void> {
	const show = vscode.l10n.t('Show Models');
	const everywhere = vscode.l10n.t('Show Models and Allow the Agents Window');
	const detail = vscode.l10n.t(
		'Precis sets “{0}” to true in your user settings. VS Code then lists the models of all extensions in the Agent Host. Sub-agents may still refuse them. For the Agents window, Precis also needs “{1}”.',
		`${section}.${byokModels}`,
		agentsWindow,
	);
	const chosen = await vscode.window.showInformationMessage(
		vscode.l10n.t('Show the “… · Precis” models in the Agent Host?'),
		{ modal: true, detail },
		show,
		everywhere,
	);
	if (chosen === undefined) {
		return;
	}
	const { Global } = vscode.ConfigurationTarget;
	await vscode.workspace.getConfiguration(section).update(byokModels, true, Global);
	if (chosen === everywhere) {
		const settings = vscode.workspace.getConfiguration();
		const allowed = settings.inspect<Readonly<Record<string, boolean>>>(agentsWindow)?.globalValue;
		await settings.update(agentsWindow, { ...allowed, [extension]: true }, Global);
	}
}
