import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	type Connecting,
	type FoundPart,
	writeOwnFile,
	writePlugin,
	writePluginFor,
} from '../../assistants/connecting/connections.ts';
import { pluginFolder } from '../../assistants/connecting/agentPlugin.ts';
import { piFile } from '../../assistants/connecting/parts.ts';
import { type Launcher, launcherFor } from '../../assistants/connecting/programs.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';

/** Prepares the launcher and the plugins of Precis that other assistants start. */
export class Connections {
	readonly #launcher: Launcher;
	/** Everything about the assistants that connecting them needs. */
	readonly connecting: () => Connecting;
	/** The extension's folder of bundles, which moves with an update. */
	readonly #bundles: string;
	/** The folder where plugins find the bundles. */
	readonly #compactors: string;

	/** @param storage The extension's global storage folder. */
	constructor(
		{
			extensionUri,
			id,
			packageJSON,
		}: Pick<vscode.Extension<unknown>, 'extensionUri' | 'id' | 'packageJSON'>,
		storage: string,
		environment: () => StoreEnvironment,
	) {
		this.#launcher = launcherFor({
			platform: process.platform,
			extension: extensionUri.fsPath,
			extensionId: id,
			runtime: process.execPath,
			storage,
		});
		this.#bundles = path.join(extensionUri.fsPath, 'dist', 'compactors');
		this.#compactors = path.join(storage, 'compactors');
		this.connecting = () => ({
			environment: environment(),
			installation: {
				program: this.#launcher.program,
				compactors: this.#compactors,
				plugin: path.join(storage, 'plugin'),
				way: 'model',
			},
			version: String((packageJSON as { readonly version?: unknown }).version),
		});
	}

	/** Writes the files that a connection starts or loads. @throws File system errors. */
	async prepareFor(part: FoundPart): Promise<void> {
		await this.#prepare();
		await writePluginFor(part, this.connecting());
	}

	/** @returns The folder of our plugin, for VS Code. @throws File system errors. */
	async preparePlugin(): Promise<string> {
		await this.#prepare();
		const connecting = this.connecting();
		await writePlugin('portable', connecting);
		return path.join(connecting.installation.plugin, pluginFolder);
	}

	async #prepare(): Promise<void> {
		const { path: file, text } = this.#launcher;
		await writeOwnFile(file, text, 0o700);
		for (const name of await readdir(this.#bundles)) {
			const bundle = await readFile(path.join(this.#bundles, name), 'utf8');
			await writeOwnFile(path.join(this.#compactors, name), bundle, 0o600);
		}
	}

	/**
	 * Updates the launcher after an update has moved the extension's folder, and the plugins, which assistants load
	 * from where they were written.
	 * @throws File system errors.
	 */
	async refreshLauncher(): Promise<void> {
		const before = await readFile(this.#launcher.path, 'utf8').catch(() => undefined);
		if (before === undefined || before === this.#launcher.text) {
			return;
		}
		await this.#prepare();
		const connecting = this.connecting();
		const { plugin } = connecting.installation;
		const written = await readdir(path.join(plugin, pluginFolder)).catch((): string[] => []);
		if (written.length > 0) {
			await writePlugin(
				written.includes('.claude-plugin') ? 'claude-code' : 'portable',
				connecting,
			);
		}
		if (existsSync(piFile(plugin))) {
			await writePlugin('pi', connecting);
		}
	}
}
