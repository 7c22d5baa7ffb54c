import * as vscode from 'vscode';
import type { SummaryWriter, WorkerSettings } from '../../protocol/workerSettings.ts';
import { configurationSection } from '../contributions.ts';
import { detach } from '../log.ts';
import { plainNotice } from '../plainText.ts';
import type { Exclusions } from './exclusions.ts';
import { checkSettings, settingId, type CheckedSettings, type SettingName } from './settings.ts';
import { workspaceName } from './workspace.ts';

/** Reads and validates the settings. Reports each invalid value once. */
export class Configuration implements vscode.Disposable {
	readonly #log: vscode.LogOutputChannel;
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #listener: vscode.Disposable;
	#reported = new Set<string>();
	#now: CheckedSettings | undefined;

	/** Fires when a setting has changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
		this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration(configurationSection)) {
				this.#now = this.#read();
				this.#onDidChange.fire();
			}
		});
	}

	/** The current settings; always valid. */
	get now(): CheckedSettings {
		this.#now ??= this.#read();
		return this.#now;
	}

	/** Saves to the user settings, or to the workspace's if they override them. @param value Undefined: the default. */
	async save(name: SettingName, value: unknown): Promise<void> {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const { Global, Workspace } = vscode.ConfigurationTarget;
		const { workspaceValue, defaultValue } = configuration.inspect(name) ?? {};
		const isOverridden = workspaceValue !== undefined;
		// Removing the workspace's value would restore the user's value, not the default.
		await configuration.update(
			name,
			isOverridden ? (value ?? defaultValue) : value,
			isOverridden ? Workspace : Global,
		);
	}

	dispose(): void {
		this.#listener.dispose();
		this.#onDidChange.dispose();
	}

	#read(): CheckedSettings {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const checked = checkSettings((name) => configuration.get<unknown>(name));
		for (const { name, message } of checked.rejected) {
			if (!this.#reported.has(message)) {
				detach(this.#warn(name, message), this.#log);
			}
		}
		this.#reported = new Set(checked.rejected.map(({ message }) => message));
		return checked;
	}

	/** Reports an invalid setting, with a button that opens it. */
	async #warn(name: SettingName, message: string): Promise<void> {
		this.#log.warn(message);
		const open = vscode.l10n.t('Open Setting');
		if ((await vscode.window.showWarningMessage(plainNotice(message), open)) === open) {
			await openSetting(name);
		}
	}
}

/** Opens a setting in VS Code's settings editor. */
export async function openSetting(name: SettingName): Promise<void> {
	const query = `@id:${settingId(name)}`;
	await vscode.commands.executeCommand('workbench.action.openSettings', query);
}

/**
 * The current settings for the worker.
 * @param keepsRequests Whether the user agreed to the storing of requests.
 * @param writer Undefined: the built-in summariser.
 */
export function workerSettings(
	{ now: { settings, automatic, storage } }: Configuration,
	{ all: excluded }: Exclusions,
	keepsRequests: boolean,
	writer: SummaryWriter | undefined,
): WorkerSettings {
	const workspace = workspaceName();
	return {
		compaction: settings,
		...(writer === undefined ? {} : { summaryWriter: writer }),
		automatic,
		keep: storage.enabled,
		keepsRequests,
		excluded,
		retention: storage.retention,
		...(workspace === undefined ? {} : { workspace }),
	};
}
