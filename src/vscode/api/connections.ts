import type * as vscode from 'vscode';
import {
	findAssistants,
	type FoundAssistant,
	makeChange,
	takeChangeBack,
	textOf,
	write,
} from '../../assistants/connecting/changes.ts';
import {
	commandLineLauncherFor,
	launcherFor,
	type Launcher,
} from '../../assistants/connecting/launcher.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';

/** The configuration files of other assistants, in which our server can be named. */
export class Connections {
	readonly #launcher: Launcher;
	readonly #commandLine: Launcher;
	readonly #environment: () => StoreEnvironment;

	/** @param storage Our folder among those that VS Code keeps for extensions. */
	constructor(
		extension: Pick<vscode.Extension<unknown>, 'extensionUri' | 'id'>,
		storage: string,
		environment: () => StoreEnvironment,
	) {
		const parts = {
			platform: process.platform,
			extension: extension.extensionUri.fsPath,
			extensionId: extension.id,
			runtime: process.execPath,
			storage,
		};
		this.#launcher = launcherFor(parts);
		this.#commandLine = commandLineLauncherFor(parts);
		this.#environment = environment;
	}

	/** How the server is started, for whoever writes it down. */
	get command(): string {
		const { command, args } = this.#launcher.launch;
		return [command, ...args].join(' ');
	}

	/** By name. @throws What the system says where a configuration file cannot be read. */
	find(): Promise<readonly FoundAssistant[]> {
		return findAssistants(this.#environment(), {
			server: this.#launcher.launch,
			commandLine: this.#commandLine.launch,
		});
	}

	/**
	 * Writes the configuration file as it was shown.
	 * @returns False: it is another one by now, and was left as it is.
	 * @throws What the system says.
	 */
	change(assistant: FoundAssistant): Promise<boolean> {
		return makeChange(assistant, async () => {
			const launchers = assistant.isConnected ? [] : [this.#launcher, this.#commandLine];
			for (const { path, text } of launchers) {
				await write(path, text, 0o700);
			}
		});
	}

	/** Takes a change back. @returns False: the file is another one by now. @throws What the system says. */
	takeBack(assistant: FoundAssistant): Promise<boolean> {
		return takeChangeBack(assistant);
	}

	/** After an update the launcher has to name another folder. @throws What the system says. */
	async refreshLauncher(): Promise<void> {
		for (const launcher of [this.#launcher, this.#commandLine]) {
			const text = await textOf(launcher.path);
			if (text !== undefined && text !== launcher.text) {
				await write(launcher.path, launcher.text, 0o700);
			}
		}
	}
}
