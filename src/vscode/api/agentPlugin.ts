import * as vscode from 'vscode';

/** Our plugin among those that VS Code and its Agent Host load from a folder: the setting is VS Code's. */

const section = 'chat';
const locations = 'pluginLocations';
const enabled = 'plugins.enabled';

/** The setting, for people. */
export const pluginSetting = `${section}.${locations}`;

/** What our folder ends with, whoever wrote the path. */
const ownFolder = /[\\/]precis\.precis[\\/]plugin[\\/]plugin$/;

function inspected() {
	return vscode.workspace
		.getConfiguration(section)
		.inspect<Readonly<Record<string, boolean>>>(locations);
}

/** Whether this editor loads plugins from a folder of this machine: in a window on another one it looks elsewhere. */
export function supportsAgentPlugins(): boolean {
	return (
		inspected()?.defaultValue !== undefined &&
		vscode.workspace.getConfiguration(section).get<boolean>(enabled) !== false &&
		vscode.env.remoteName === undefined
	);
}

/** Whether it loads ours. */
export function hasPlugin(): boolean {
	return (
		supportsAgentPlugins() &&
		Object.entries(inspected()?.globalValue ?? {}).some(
			([folder, isOn]) => isOn && ownFolder.test(folder),
		)
	);
}

/** Whether a change of the configuration may change that. */
export function changesPlugin(change: vscode.ConfigurationChangeEvent): boolean {
	return [locations, enabled].some((name) => change.affectsConfiguration(`${section}.${name}`));
}

/** @param folder Of the plugin; absent: it is taken out. */
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
