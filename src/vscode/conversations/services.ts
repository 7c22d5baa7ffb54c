import type * as vscode from 'vscode';
import type { SummaryModels } from '../../protocol/hostRequests.ts';
import type { Notifications } from '../notifications.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { WorkerClient } from '../worker/workerClient.ts';
import type { ActiveConversation } from './activeConversation.ts';

/** Services that most parts of the extension use. */
export interface Services {
	readonly active: ActiveConversation;
	readonly configuration: Configuration;
	readonly extensionUri: vscode.Uri;
	readonly log: vscode.LogOutputChannel;
	readonly notifications: Notifications;
	/** The display name of a model, by its id. */
	readonly nameOf: (id: string) => string;
	readonly summaryModels: (conversation: string) => Promise<SummaryModels>;
	readonly worker: WorkerClient;
}
