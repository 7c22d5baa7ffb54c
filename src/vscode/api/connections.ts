import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type * as vscode from 'vscode';
import {
	connectableAssistants,
	type ConnectableAssistant,
} from '../../mcp/connecting/assistants.ts';
import { configurationOf } from '../../mcp/connecting/configuration.ts';
import { launcherFor, type Launcher } from '../../mcp/connecting/launcher.ts';
import type { StoreEnvironment } from '../../transcripts/discovery/environment.ts';
import { isMissing } from '../../transcripts/discovery/walk.ts';

/** An assistant that was used on this machine. */
export interface FoundAssistant {
	readonly label: string;
	/** Its configuration file; need not be there. */
	readonly file: string;
	/** What is in it; absent: it is not there. */
	readonly text?: string;
	readonly isConnected: boolean;
	/** The file with our server, or without it where it is there; absent: the file is not understood. */
	readonly changed?: string;
}

/** The configuration files of other assistants, in which our server can be named. */
export class Connections {
	readonly #launcher: Launcher;
	readonly #environment: () => StoreEnvironment;

	/** @param storage Our folder among those that VS Code keeps for extensions. */
	constructor(
		extension: Pick<vscode.Extension<unknown>, 'extensionUri' | 'id'>,
		storage: string,
		environment: () => StoreEnvironment,
	) {
		this.#launcher = launcherFor({
			platform: process.platform,
			extension: extension.extensionUri.fsPath,
			extensionId: extension.id,
			runtime: process.execPath,
			storage,
		});
		this.#environment = environment;
	}

	/** How the server is started, for whoever writes it down. */
	get command(): string {
		const { command, args } = this.#launcher.launch;
		return [command, ...args].join(' ');
	}

	/** By name. @throws What the system says where a configuration file cannot be read. */
	async find(): Promise<readonly FoundAssistant[]> {
		const environment = this.#environment();
		const found: FoundAssistant[] = [];
		for (const assistant of connectableAssistants) {
			const isThere = await stat(assistant.folder(environment)).catch(() => undefined);
			if (isThere !== undefined) {
				found.push(await this.#look(assistant, await configurationOf(assistant, environment)));
			}
		}
		return found;
	}

	/**
	 * Writes the configuration file as it was shown.
	 * @returns False: it is another one by now, and was left as it is.
	 * @throws What the system says.
	 */
	async change({ file, text, changed, isConnected }: FoundAssistant): Promise<boolean> {
		if (changed === undefined || (await textOf(file)) !== text) {
			return false;
		}
		if (!isConnected) {
			await write(this.#launcher.path, this.#launcher.text, 0o700);
		}
		await write(file, changed, 0o600);
		return true;
	}

	/** Takes a change back. @returns False: the file is another one by now. @throws What the system says. */
	async takeBack({ file, text, changed }: FoundAssistant): Promise<boolean> {
		if ((await textOf(file)) !== changed) {
			return false;
		}
		await (text === undefined ? rm(file) : write(file, text, 0o600));
		return true;
	}

	/** After an update the launcher has to name another folder. @throws What the system says. */
	async refreshLauncher(): Promise<void> {
		const text = await textOf(this.#launcher.path);
		if (text !== undefined && text !== this.#launcher.text) {
			await write(this.#launcher.path, this.#launcher.text, 0o700);
		}
	}

	async #look({ label, list }: ConnectableAssistant, file: string): Promise<FoundAssistant> {
		const text = await textOf(file);
		const isConnected = text !== undefined && list.has(text);
		const changed = isConnected ? list.remove(text) : list.add(text ?? '', this.#launcher.launch);
		return {
			label,
			file,
			isConnected,
			...(text === undefined ? {} : { text }),
			...(changed === undefined ? {} : { changed }),
		};
	}
}

/** Undefined: there is no such file. */
async function textOf(file: string): Promise<string | undefined> {
	try {
		return await readFile(file, 'utf8');
	} catch (error) {
		if (isMissing(error)) {
			return undefined;
		}
		throw error;
	}
}

/** Whole or not at all; through a link, with the rights it has. @param mode Of a file that is new. */
async function write(file: string, text: string, mode: number): Promise<void> {
	await mkdir(path.dirname(file), { recursive: true });
	const target = await realpath(file).catch(() => file);
	const before = await stat(target).catch(() => undefined);
	const beside = `${target}.precis-${process.pid}`;
	try {
		await writeFile(beside, text, { mode: 0o600 });
		await chmod(beside, before === undefined ? mode : before.mode & 0o777);
		await rename(beside, target);
	} finally {
		await rm(beside, { force: true });
	}
}
