import type * as vscode from 'vscode';
import type { ActiveConversation } from './activeConversation.ts';
import type { Configuration } from './configuration.ts';
import { detach } from './detach.ts';
import type { ShownConversation } from './shownConversation.ts';
import type { WorkerClient } from './workerClient.ts';

/** Applies changed settings at once: thresholds and window are part of what the panel shows. */
export function refreshOnSettings(
	configuration: Configuration,
	worker: WorkerClient,
	active: ActiveConversation,
	shown: ShownConversation,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	return configuration.onDidChange(() => {
		worker.configure();
		if (active.view !== undefined) {
			detach(shown.refresh(active.view.id), log);
		}
	});
}
