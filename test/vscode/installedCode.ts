import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { hasDisplay } from './display.ts';
import { run } from './processes.ts';

/** The `code` command, as it has to be called here. */
export interface InstalledCode {
	readonly command: string;
	/** Windows has a `.cmd` file, which only a shell can run. */
	readonly shell: boolean;
}

/** Finds a VS Code on the path that can show a window and is new enough for the extension. */
export async function findInstalledCode(extension: string): Promise<InstalledCode | undefined> {
	// In a remote terminal `code` talks to a VS Code elsewhere, which cannot load what lies here.
	if (!hasDisplay() || process.env['VSCODE_IPC_HOOK_CLI'] !== undefined) {
		return undefined;
	}
	const code = { command: 'code', shell: process.platform === 'win32' };
	try {
		const [version = ''] = (await run(code.command, ['--version'], { shell: code.shell })).split(
			'\n',
		);
		const manifest = JSON.parse(await readFile(path.join(extension, 'package.json'), 'utf8')) as {
			engines: { vscode: string };
		};
		return isAtLeast(version.trim(), manifest.engines.vscode) ? code : undefined;
	} catch {
		// Not installed, or it refuses, as it does for root.
		return undefined;
	}
}

/** Opens a window with extensions under development, and returns at once. */
export async function openInstalledCode(
	code: InstalledCode,
	extensions: readonly string[],
	folder: string,
): Promise<void> {
	const args = [
		'--new-window',
		...extensions.map((extension) => `--extensionDevelopmentPath=${extension}`),
		folder,
	];
	const quoted = code.shell ? args.map((arg) => `"${arg.replaceAll('"', String.raw`\"`)}"`) : args;
	await run(code.command, quoted, { shell: code.shell });
}

/** Whether `1.139.0` satisfies `^1.106.0`, the only form of range that manifests here use. */
function isAtLeast(version: string, range: string): boolean {
	const numbers = (text: string): number[] =>
		text
			.replace(/^\D+/, '')
			.split('.')
			.map((part) => Number.parseInt(part, 10));
	const [major = 0, minor = 0, patch = 0] = numbers(version);
	const [wantedMajor = 0, wantedMinor = 0, wantedPatch = 0] = numbers(range);
	return (
		major === wantedMajor &&
		(minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch))
	);
}
