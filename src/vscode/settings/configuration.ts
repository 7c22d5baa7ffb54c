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
