import { readFile } from 'node:fs/promises';
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
		this.#connecting = () => ({
			environment: environment(),
			programs: { server: server.launch, commandLine: commandLine.launch },
			storage,
			version: String((packageJSON as { readonly version?: unknown }).version),
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
		for (const { path, text } of this.#launchers) {
			await writeOwnFile(path, text, 0o700);
		}
	}

	/** After an update the launchers have to name another folder. @throws What the system says. */
	async refreshLaunchers(): Promise<void> {
		for (const { path, text } of this.#launchers) {
			const before = await readFile(path, 'utf8').catch(() => undefined);
			if (before !== undefined && before !== text) {
				await writeOwnFile(path, text, 0o700);
			}
		}
	}
}
