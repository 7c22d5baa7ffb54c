import * as vscode from 'vscode';
import { chatSource, providerSource } from '../../conversations/sources.ts';
import { supports } from '../hostApi.ts';

/** VS Code's settings of its Agent Host, which runs the chats with the session target Copilot, among others. */
const section = 'chat';
const byokModels = 'agentHost.byokModels.enabled';

/** Extensions that run in the Agents window, by id. */
const agentsWindow = 'extensions.supportAgentsWindow';

/**
 * Whether chats of the Agent Host list the models “… · Precis”. In a remote window they cannot: VS Code passes neither
 * the setting nor models to an Agent Host on another machine (seen in VS Code 1.139, also in a browser).
 */
export function modelsInAgentHost(): 'listed' | 'hidden' | 'impossible' {
	const settings = vscode.workspace.getConfiguration(section);
	if (!supports('mirroredModels') || !hasAgentHost(settings)) {
		return 'listed';
	}
	if (vscode.env.remoteName !== undefined) {
		return 'impossible';
	}
	return settings.get<boolean>(byokModels) === true ? 'listed' : 'hidden';
}

/**
 * Extensions cannot read VS Code's own key for this, `agentHostEnabled`, which `when` clauses use. Older versions have a
 * setting that turns the Agent Host on, which VS Code 1.139 lacks.
 */
function hasAgentHost(settings: vscode.WorkspaceConfiguration): boolean {
	return (
		settings.inspect(byokModels)?.defaultValue !== undefined &&
		settings.get<boolean>('agentHost.enabled') !== false &&
		settings.get<boolean>('disableAIFeatures') !== true
	);
}

/** Calls the listener when {@link modelsInAgentHost} may have changed. */
export function onDidChangeAgentHost(listener: () => void): vscode.Disposable {
	return vscode.workspace.onDidChangeConfiguration((change) => {
		if (change.affectsConfiguration(section)) {
			listener();
		}
	});
}

/**
 * Whether to offer to list the models: only if that is possible, and not to those who have a chat with Precis in front.
 * @param source Of the conversation that is shown.
 */
export function offersModels(source: string): boolean {
	return modelsInAgentHost() === 'hidden' && source !== providerSource && source !== chatSource;
}

/** Changes VS Code's settings to list the models, after consent. */
export async function showModelsInAgentHost(extension: string): Promise<void> {
	if (modelsInAgentHost() === 'impossible') {
		const text = vscode.l10n.t(
			'In a remote window, only chats with the session target Local can use the “… · Precis” models.',
		);
		await vscode.window.showInformationMessage(text, { modal: true });
		return;
	}
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
