import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { CheckedConfiguration } from '../settings/checkedConfiguration.ts';
import {
	checkModelSettings,
	type CheckedModelSettings,
	type ModelSettingName,
	type ModelSettings,
	type RejectedModelSetting,
} from './modelSettings.ts';
import { settingMessage } from './settingMessages.ts';

/** The person's settings about models. */
export class ModelConfiguration extends CheckedConfiguration<CheckedModelSettings> {
	constructor(log: vscode.LogOutputChannel) {
		super([`${configurationSection}.models`, `${configurationSection}.tasks`], log);
	}

	get settings(): ModelSettings {
		return this.now.settings;
	}

	protected check(read: (name: string) => unknown): CheckedModelSettings {
		return checkModelSettings(read);
	}

	protected message(rejected: RejectedModelSetting, id: string): string {
		return settingMessage(rejected, id, vscode.l10n);
	}

	/** Saves the summary model to the person's own settings. */
	async chooseSummaryModel(id: string | undefined): Promise<void> {
		const name: ModelSettingName = 'tasks.compaction.model';
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		await configuration.update(name, id, vscode.ConfigurationTarget.Global);
	}

	/** Saves to the person's own settings whether a paid model may write automatic summaries. */
	async decideAutomaticModel(id: string, allowed: boolean): Promise<void> {
		const name: ModelSettingName = 'tasks.compaction.automaticModels';
		const configuration = vscode.workspace.getConfiguration(configurationSection);
		const decided = { ...this.settings.spending.automaticModels, [id]: allowed };
		await configuration.update(name, decided, vscode.ConfigurationTarget.Global);
	}
}
