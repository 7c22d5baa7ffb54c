import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { CheckedConfiguration } from '../settings/checkedConfiguration.ts';
import {
	checkModelSettings,
	type CheckedModelSettings,
	type ModelSettingName,
	type ModelSettings,
} from './modelSettings.ts';

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

	/** Saves the summary model to the person's own settings. */
	async chooseSummaryModel(id: string | undefined): Promise<void> {
		await save('tasks.compaction.model', id);
	}

	/** Saves to the person's own settings whether a paid model may write automatic summaries. */
	async decideAutomaticModel(id: string, allowed: boolean): Promise<void> {
		const decided = { ...this.settings.spending.automaticModels, [id]: allowed };
		await save('tasks.compaction.automaticModels', decided);
	}
}

async function save(name: ModelSettingName, value: unknown): Promise<void> {
	const configuration = vscode.workspace.getConfiguration(configurationSection);
	await configuration.update(name, value, vscode.ConfigurationTarget.Global);
}
