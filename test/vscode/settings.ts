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
	'security.workspace.trust.enabled': false,
	'telemetry.telemetryLevel': 'off',
	'window.autoDetectColorScheme': false,
	'window.autoDetectHighContrast': false,
	'workbench.colorTheme': 'Dark Modern' satisfies ColorTheme,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
};

/** Writes the user settings that a server will start with. */
export async function writeUserSettings(dataDirectory: string, settings: Settings): Promise<void> {
	const directory = path.join(dataDirectory, 'data', 'User');
	await mkdir(directory, { recursive: true });
	await writeFile(
		path.join(directory, 'settings.json'),
		JSON.stringify({ ...calm, ...settings }, undefined, '\t'),
	);
}
