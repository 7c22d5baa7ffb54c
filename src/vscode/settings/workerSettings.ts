import type { WorkerSettings } from '../../protocol/workerSettings.ts';
import type { Configuration } from './configuration.ts';
import type { Exclusions } from './exclusions.ts';
import { workspaceName } from './workspaceName.ts';

/** What the worker needs to know of this moment's settings. @param keepsRequests Whether the person agreed to that. */
export function workerSettings(
	{ settings, automatic, storage }: Configuration,
	{ all: excluded }: Exclusions,
	keepsRequests: boolean,
): WorkerSettings {
	const workspace = workspaceName();
	return {
		compaction: settings,
		automatic,
		keep: storage.enabled,
		keepsRequests,
		excluded,
		retention: storage.retention,
		...(workspace === undefined ? {} : { workspace }),
	};
}
