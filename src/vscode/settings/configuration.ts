import * as vscode from 'vscode';
import { configurationSection } from '../contributions.ts';
import { CheckedConfiguration } from './checkedConfiguration.ts';
import {
	checkSettings,
	defaultOf,
	type CheckedSettings,
	type RejectedSetting,
	type SettingName,
} from './settings.ts';

/** The person's settings but for those about models. */
export class Configuration extends CheckedConfiguration<CheckedSettings> {
	constructor(log: vscode.LogOutputChannel) {
		super([configurationSection], log);
	}

	protected check(read: (name: string) => unknown): CheckedSettings {
		return checkSettings(read);
	}

	protected message({ name, value }: RejectedSetting, id: string): string {
		return vscode.l10n.t(
			'{0} cannot be {1}. {2} Until you change the setting, {3} is used.',
			id,
			JSON.stringify(value),
			allowed(name),
			JSON.stringify(defaultOf(name)),
		);
	}
}

/** What a setting accepts, as a sentence. */
function allowed(name: SettingName): string {
	const flag = vscode.l10n.t('Enter true or false.');
	return {
		'chat.tools': vscode.l10n.t('Enter a list of tool names.'),
		'import.folders': vscode.l10n.t('Enter a list of absolute paths; ~ is your home folder.'),
		'compaction.threshold': vscode.l10n.t(
			'Enter a share of the window above 0 up to 1 (0.8, not 80), a number of tokens from 1000, or null.',
		),
		'compaction.automatic': flag,
		'mcp.enabled': flag,
		'mirroredModels.enabled': flag,
		'mirroredModels.recall': flag,
		'storage.enabled': flag,
		'mirroredModels.advertisedWindow': vscode.l10n.t('Enter a number from 1 to 10.'),
		'mirroredModels.keepConversations': vscode.l10n.t('Enter "ask", "always" or "never".'),
		'mirroredModels.models': vscode.l10n.t(
			'Enter for each model name any of enabled, tools, images, recall (true or false), window, maxOutput (tokens).',
		),
		'storage.maxAgeDays': vscode.l10n.t('Enter a whole number of days from 1 to 36500, or null.'),
		'storage.maxSize': vscode.l10n.t(
			'Enter a whole number of megabytes from 10 to 1000000, or null.',
		),
		'context.window': vscode.l10n.t('Enter a whole number of tokens from 4000 to 10000000.'),
	}[name];
}
