import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	type CommandEnd,
	type Connecting,
	findParts,
	type FoundPart,
	runStep,
	writeOwnFile,
	writePlugin,
	writePluginFor,
} from '../../assistants/connecting/connections.ts';
import { pluginFolder } from '../../assistants/connecting/agentPlugin.ts';
import {
	type Launcher,
	launcherFor,
	type ServerLaunch,
} from '../../assistants/connecting/programs.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';

/** Other assistants of this machine, and the program of ours that they start. */
export class Connections {
	readonly #launcher: Launcher;
	readonly #connecting: () => Connecting;
	/** Of the extension, which moves with an update. */
	readonly #bundles: string;
	/** Where plugins find them. */
	readonly #compactors: string;

	/** @param storage Our folder among those that VS Code keeps for extensions. */
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
		this.#connecting = () => ({
			environment: environment(),
			given: {
				program: this.#launcher.program,
				compactors: this.#compactors,
				plugin: path.join(storage, 'plugin'),
				way: 'model',
			},
			version: String((packageJSON as { readonly version?: unknown }).version),
		});
	}

	/** See {@link findParts}. */
	find(): Promise<readonly FoundPart[]> {
		return findParts(this.#connecting());
	}

	/** Runs the assistant's own commands. @throws What the system says. */
	async run(part: FoundPart, commands: readonly ServerLaunch[]): Promise<CommandEnd> {
		return runStep(part, commands, this.#connecting());
	}

	/** Writes what a part is to start or load. @throws What the system says. */
	async prepareFor(part: FoundPart): Promise<void> {
		await this.#prepare();
		await writePluginFor(part, this.#connecting());
	}

	/** @returns The folder of our plugin, for VS Code. @throws What the system says. */
	async preparePlugin(): Promise<string> {
		await this.#prepare();
		const connecting = this.#connecting();
		await writePlugin('portable', connecting);
		return path.join(connecting.given.plugin, pluginFolder);
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
	 * After an update the launcher has to name another folder, and assistants load or update the plugin from where it
	 * was written.
	 * @throws What the system says.
	 */
	async refreshLauncher(): Promise<void> {
		const before = await readFile(this.#launcher.path, 'utf8').catch(() => undefined);
		if (before === undefined || before === this.#launcher.text) {
			return;
		}
		await this.#prepare();
		const connecting = this.#connecting();
		const { plugin } = connecting.given;
		const written = await readdir(path.join(plugin, pluginFolder)).catch((): string[] => []);
		if (written.length > 0) {
			await writePlugin(
				written.includes('.claude-plugin') ? 'claude-code' : 'portable',
				connecting,
			);
		}
	}
}
