import * as vscode from 'vscode';

/** Our plugin among those that VS Code and its Agent Host load from folders, according to a setting of VS Code. */

const section = 'chat';
const locations = 'pluginLocations';
const enabled = 'plugins.enabled';

/** The setting's name, for display. */
export const pluginSetting = `${section}.${locations}`;

/** The end of our folder's path. */
const ownFolder = /[\\/]precis\.precis[\\/]plugin[\\/]plugin$/;

function inspected() {
	return vscode.workspace
		.getConfiguration(section)
		.inspect<Readonly<Record<string, boolean>>>(locations);
}

/**
 * Whether this editor loads plugins from a folder of this machine; a remote window looks for them on its own machine.
 */
export function supportsAgentPlugins(): boolean {
	return (
		inspected()?.defaultValue !== undefined &&
		vscode.workspace.getConfiguration(section).get<boolean>(enabled) !== false &&
		vscode.env.remoteName === undefined
	);
}

/** Whether the editor loads our plugin. */
export function hasPlugin(): boolean {
	return (
		supportsAgentPlugins() &&
		Object.entries(inspected()?.globalValue ?? {}).some(
			([folder, isOn]) => isOn && ownFolder.test(folder),
		)
	);
}

/** Whether a change of the configuration affects the plugin. */
export function changesPlugin(change: vscode.ConfigurationChangeEvent): boolean {
	return [locations, enabled].some((name) => change.affectsConfiguration(`${section}.${name}`));
}

/** @param folder Of the plugin; absent: removes it. */
export async function setPlugin(folder: string | undefined): Promise<void> {
	const others = Object.entries(inspected()?.globalValue ?? {}).filter(
		([each]) => !ownFolder.test(each),
	);
	const value = Object.fromEntries(folder === undefined ? others : [...others, [folder, true]]);
	await vscode.workspace
		.getConfiguration(section)
		.update(
			locations,
			Object.keys(value).length === 0 ? undefined : value,
			vscode.ConfigurationTarget.Global,
		);
}
