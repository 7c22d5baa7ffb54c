import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ColorTheme } from './colorTheme.ts';

/** What `settings.json` can hold. */
export type Settings = Readonly<Record<string, unknown>>;

/** Nothing that moves, asks or calls home: tests and screenshots show the extension, not VS Code. */
const calm: Settings = {
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': false,
	'extensions.ignoreRecommendations': true,
	'git.openRepositoryInParentFolders': 'never',
	'security.workspace.trust.enabled': false,
	'telemetry.telemetryLevel': 'off',
	'window.autoDetectColorScheme': false,
	'window.autoDetectHighContrast': false,
	'workbench.colorTheme': 'Dark Modern' satisfies ColorTheme,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
};

/**
 * Writes the settings that a server will start with: as the person's, and as the machine's, where
 * VS Code looks for what a person can only set for a machine.
 */
export async function writeSettings(dataDirectory: string, settings: Settings): Promise<void> {
	for (const [folder, content] of [
		['User', { ...calm, ...settings }],
		['Machine', settings],
	] as const) {
		const directory = path.join(dataDirectory, 'data', folder);
		await mkdir(directory, { recursive: true });
		await writeFile(
			path.join(directory, 'settings.json'),
			JSON.stringify(content, undefined, '\t'),
		);
	}
}
