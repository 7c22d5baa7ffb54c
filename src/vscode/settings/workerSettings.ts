import type { SummaryWriter, WorkerSettings } from '../../protocol/workerSettings.ts';
import type { Configuration } from './configuration.ts';
import type { Exclusions } from './exclusions.ts';
import { workspaceName } from './workspace.ts';

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
