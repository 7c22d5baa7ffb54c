import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	type Connecting,
	findParts,
	type FoundPart,
	runStep,
	writeOwnFile,
} from '../../assistants/connecting/connections.ts';
import type { CommandEnd } from '../../assistants/connecting/clientCommand.ts';
import {
	commandLineLauncherFor,
	launcherFor,
	type Launcher,
} from '../../assistants/connecting/launcher.ts';
import type { ServerLaunch } from '../../assistants/connecting/launches.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';

/** Other assistants of this machine, and the programs of ours that they start. */
export class Connections {
	readonly #launchers: readonly [server: Launcher, commandLine: Launcher];
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
		const parts = {
			platform: process.platform,
			extension: extensionUri.fsPath,
			extensionId: id,
			runtime: process.execPath,
			storage,
		};
		const server = launcherFor(parts);
		const commandLine = commandLineLauncherFor(parts);
		this.#launchers = [server, commandLine];
		this.#bundles = path.join(extensionUri.fsPath, 'dist', 'compactors');
		this.#compactors = path.join(storage, 'compactors');
		this.#connecting = () => ({
			environment: environment(),
			programs: { server: server.launch, commandLine: commandLine.launch },
			storage,
			version: String((packageJSON as { readonly version?: unknown }).version),
			compactor: { folder: this.#compactors, way: 'model' },
		});
	}

	/** By name. @throws What the system says where a configuration file cannot be read. */
	find(): Promise<readonly FoundPart[]> {
		return findParts(this.#connecting());
	}

	/** Runs the assistant's own commands. @throws What the system says. */
	async run(part: FoundPart, commands: readonly ServerLaunch[]): Promise<CommandEnd> {
		return runStep(part, commands, this.#connecting());
	}

	/** Writes the programs that an assistant is to start. @throws What the system says. */
	async prepare(): Promise<void> {
		for (const { path: file, text } of this.#launchers) {
			await writeOwnFile(file, text, 0o700);
		}
		await this.#copyCompactors();
	}

	async #copyCompactors(): Promise<void> {
		for (const name of await readdir(this.#bundles)) {
			const text = await readFile(path.join(this.#bundles, name), 'utf8');
			await writeOwnFile(path.join(this.#compactors, name), text, 0o600);
		}
	}

	/** After an update the launchers have to name another folder. @throws What the system says. */
	async refreshLaunchers(): Promise<void> {
		let isUpdated = false;
		for (const { path: file, text } of this.#launchers) {
			const before = await readFile(file, 'utf8').catch(() => undefined);
			if (before !== undefined && before !== text) {
				await writeOwnFile(file, text, 0o700);
				isUpdated = true;
			}
		}
		if (isUpdated) {
			await this.#copyCompactors();
		}
	}
}
