import type * as vscode from 'vscode';
import type { SummaryWriter, WorkerSettings } from '../../protocol/workerSettings.ts';
import { configurationSection } from '../contributions.ts';
import { CheckedConfiguration } from './checkedConfiguration.ts';
import type { Exclusions } from './exclusions.ts';
import { checkSettings, type CheckedSettings } from './settings.ts';
import { workspaceName } from './workspace.ts';

/** The person's settings but for those about models. */
export class Configuration extends CheckedConfiguration<CheckedSettings> {
	constructor(log: vscode.LogOutputChannel) {
		super([configurationSection], log);
	}

	protected check(read: (name: string) => unknown): CheckedSettings {
		return checkSettings(read);
	}
}

/** What the worker needs to know of this moment's settings. @param keepsRequests Whether the person agreed to that. @param writer Of summaries; none: built in. */
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
