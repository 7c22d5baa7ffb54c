import * as vscode from 'vscode';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { Configuration } from '../settings/configuration.ts';
import { detach } from '../detach.ts';
import type { ShownConversation } from '../conversations/shownConversation.ts';
import type { WorkerClient } from '../worker/workerClient.ts';

/** Looks again when a person comes to this window: another one may have continued the conversation. */
export function refreshOnFocus(
	active: ActiveConversation,
	shown: ShownConversation,
	log: vscode.LogOutputChannel,
): vscode.Disposable {
	return vscode.window.onDidChangeWindowState(({ focused }) => {
		if (focused && active.view !== undefined) {
			detach(shown.refresh(active.view.id), log);
		}
	});
}

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
