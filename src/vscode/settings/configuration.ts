import * as vscode from 'vscode';
import type { EngineSettings } from '../../protocol/workerSettings.ts';
import { configurationSection } from '../contributions.ts';
import { detach } from '../detach.ts';
import { warnOfSetting } from './settingWarning.ts';
import {
	checkSettings,
	defaultOf,
	type CheckedSettings,
	type MirroringSettings,
	type RejectedSetting,
	type SettingName,
	type StorageSettings,
} from './settings.ts';

/** The person's settings, checked. A value that is not allowed is reported once. */
export class Configuration implements vscode.Disposable {
	readonly #onDidChange = new vscode.EventEmitter<void>();
	readonly #listener: vscode.Disposable;
	readonly #reported = new Map<SettingName, string>();
	readonly #log: vscode.LogOutputChannel;
	#checked: Omit<CheckedSettings, 'rejected'> | undefined;

	/** Fires when a setting has changed. */
	readonly onDidChange = this.#onDidChange.event;

	constructor(log: vscode.LogOutputChannel) {
		this.#log = log;
		this.#listener = vscode.workspace.onDidChangeConfiguration((event) => {
			if (event.affectsConfiguration(configurationSection)) {
				this.#checked = this.#read();
				this.#onDidChange.fire();
			}
		});
	}

	/** What the engine works with; never invalid. */
	get settings(): EngineSettings {
		return this.#now.settings;
	}

	/** Whether conversations are compacted by themselves. */
	get automatic(): boolean {
		return this.#now.automatic;
	}

	/** Names of tools that the chat may use without being told to. */
	get chatTools(): readonly string[] {
		return this.#now.chatTools;
	}

	/** Folders that are searched for sessions of assistants, beside their own. */
	get importFolders(): readonly string[] {
		return this.#now.importFolders;
	}

	/** Whether assistants of VS Code are offered our server. */
	get mcpServer(): boolean {
		return this.#now.mcpServer;
	}

	get storage(): StorageSettings {
		return this.#now.storage;
	}

	/** Of the models that Precis offers. */
	get mirroring(): MirroringSettings {
		return this.#now.mirroring;
	}

	get #now(): Omit<CheckedSettings, 'rejected'> {
		this.#checked ??= this.#read();
		return this.#checked;
	}

	dispose(): void {
		this.#listener.dispose();
		this.#onDidChange.dispose();
	}

	#read(): Omit<CheckedSettings, 'rejected'> {
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const { rejected, ...checked } = checkSettings((name) => configuration.get<unknown>(name));
		this.#report(rejected);
		return checked;
	}

	#report(rejected: readonly RejectedSetting[]): void {
		for (const name of this.#reported.keys()) {
			if (!rejected.some((setting) => setting.name === name)) {
				this.#reported.delete(name);
			}
		}
		for (const { name, value } of rejected) {
			const written = JSON.stringify(value);
			if (this.#reported.get(name) !== written) {
				this.#reported.set(name, written);
				detach(this.#warn(name, written), this.#log);
			}
		}
	}

	#warn(name: SettingName, written: string): Promise<void> {
		const id = `${configurationSection}.${name}`;
		const message = vscode.l10n.t(
			'{0} cannot be {1}. {2} Until you change the setting, {3} is used.',
			id,
			written,
			allowed(name),
			JSON.stringify(defaultOf(name)),
		);
		return warnOfSetting(id, message, this.#log);
	}
}

/** What a setting accepts, as a sentence. */
function allowed(name: SettingName): string {
	switch (name) {
		case 'chat.tools':
			return vscode.l10n.t('Enter a list of tool names.');
		case 'import.folders':
			return vscode.l10n.t('Enter a list of absolute paths; ~ is your home folder.');
		case 'compaction.threshold':
			return vscode.l10n.t(
				'Enter a share of the window above 0 up to 1 (0.8, not 80), a number of tokens from 1000, or null.',
			);
		case 'compaction.softThreshold':
			return vscode.l10n.t('Enter a share of the hard threshold, above 0 up to 1.');
		case 'compaction.protectFirst':
			return vscode.l10n.t('Enter a whole number of messages from 0 to 100.');
		case 'compaction.tailRatio':
			return vscode.l10n.t('Enter a share of the threshold from 0.1 to 0.8.');
		case 'compaction.userMessageShare':
			return vscode.l10n.t("Enter a share of the summary's budget from 0 to 1.");
		case 'compaction.automatic':
		case 'mcp.enabled':
		case 'mirroredModels.enabled':
		case 'mirroredModels.recall':
		case 'storage.enabled':
			return vscode.l10n.t('Enter true or false.');
		case 'mirroredModels.advertisedWindow':
			return vscode.l10n.t('Enter a number from 1 to 10.');
		case 'mirroredModels.keepConversations':
			return vscode.l10n.t('Enter "ask", "always" or "never".');
		case 'mirroredModels.models':
			return vscode.l10n.t(
				'Enter for each model name any of enabled, tools, images, recall (true or false), window, maxOutput (tokens).',
			);
		case 'storage.maxAgeDays':
			return vscode.l10n.t('Enter a whole number of days from 1 to 36500, or null.');
		case 'storage.maxSize':
			return vscode.l10n.t('Enter a whole number of megabytes from 10 to 1000000, or null.');
		case 'context.window':
			return vscode.l10n.t('Enter a whole number of tokens from 4000 to 10000000.');
		case 'context.reservedReply':
			return vscode.l10n.t('Enter a whole number of tokens from 0 to less than half the window.');
	}
}
