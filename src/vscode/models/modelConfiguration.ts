import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { detach } from '../detach.ts';
import { warnOfSetting } from '../settings/settingWarning.ts';
import {
	checkModelSettings,
	type ModelSettingName,
	type ModelSettings,
	type RejectedModelSetting,
} from './modelSettings.ts';
import { settingMessage } from './settingMessages.ts';

/** The person's settings about models, checked. What is not allowed is reported once. */
export class ModelConfiguration implements vscode.Disposable {
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #listener: vscode.Disposable;
	readonly #log: vscode.LogOutputChannel;
	#reported = new Set<string>();
	#settings: ModelSettings | undefined;

	/** Fires when a setting about models has changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
		this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
			if (sections.some((section) => event.affectsConfiguration(section))) {
				this.#settings = this.#read();
				this.#onDidChange.fire();
			}
		});
	}

	/** What models are called with; never invalid. */
	get settings(): ModelSettings {
		this.#settings ??= this.#read();
		return this.#settings;
	}

	/** Saves the summary model to the person's own settings. */
	async chooseSummaryModel(id: string | undefined): Promise<void> {
		const name: ModelSettingName = 'tasks.compaction.model';
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		await configuration.update(name, id, vscode.ConfigurationTarget.Global);
	}

	dispose(): void {
		this.#listener.dispose();
		this.#onDidChange.dispose();
	}

	#read(): ModelSettings {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const { settings, rejected } = checkModelSettings((name) => configuration.get<unknown>(name));
		this.#report(rejected);
		return settings;
	}

	#report(rejected: readonly RejectedModelSetting[]): void {
		const reported = new Set<string>();
		for (const setting of rejected) {
			const id = `${configurationSection}.${setting.name}`;
			const message = settingMessage(setting, id, vscode.l10n);
			reported.add(message);
			if (!this.#reported.has(message)) {
				detach(warnOfSetting(id, message, this.#log), this.#log);
			}
		}
		this.#reported = reported;
	}
}

const sections = [`${configurationSection}.models`, `${configurationSection}.tasks`];
