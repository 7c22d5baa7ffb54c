import * as vscode from 'vscode';
import { ActiveConversation } from './vscode/activeConversation.ts';
import { registerCompactionCommands } from './vscode/commands/compactionCommands.ts';
import { registerHandoffCommands } from './vscode/commands/handoffCommands.ts';
import { registerLogCommands } from './vscode/commands/logCommands.ts';
import { registerModelCommands } from './vscode/commands/modelCommands.ts';
import { registerTranscriptCommands } from './vscode/commands/transcriptCommands.ts';
import { Compactions } from './vscode/compactions.ts';
import { Configuration } from './vscode/configuration.ts';
import { maintainContextKeys } from './vscode/contextKeys.ts';
import { Conversations } from './vscode/conversations.ts';
import { detach } from './vscode/detach.ts';
import { FileOpener } from './vscode/fileOpener.ts';
import { CurrentModel } from './vscode/models/currentModel.ts';
import { FailureNotifier } from './vscode/models/failureNotifier.ts';
import { Models } from './vscode/models/models.ts';
import { Notifications } from './vscode/notifications.ts';
import { TranscriptOpener } from './vscode/openTranscript.ts';
import { PanelRequests } from './vscode/panelRequests.ts';
import { RecentFocuses } from './vscode/recentFocuses.ts';
import { refreshOnSettings } from './vscode/refreshOnSettings.ts';
import { openSampleWhenAsked } from './vscode/sampleAtStart.ts';
import { StatusBar } from './vscode/statusBar.ts';
import { SummaryViewProvider } from './vscode/summaryView.ts';
import { WorkerClient } from './vscode/workerClient.ts';
import { startWorkerThread } from './vscode/workerThread.ts';

/** Builds the services, wires and registers them. Nothing slow starts here. */
export function activate(context: vscode.ExtensionContext): void {
	const log = vscode.window.createOutputChannel('Precis', { log: true });
	const notifications = new Notifications(log);
	try {
		start(context, log, notifications);
	} catch (error) {
		notifications.failed(error, (cause) => vscode.l10n.t('Precis could not start: {0}', cause));
		throw error;
	}
}

function start(
	context: vscode.ExtensionContext,
	log: vscode.LogOutputChannel,
	notifications: Notifications,
): void {
	const { extensionUri, subscriptions } = context;
	const workerFile = vscode.Uri.joinPath(extensionUri, 'dist', 'worker.mjs').fsPath;
	const worker = new WorkerClient(() => startWorkerThread(workerFile, (text) => log.trace(text)));
	const configuration = new Configuration(log);
	const conversations = new Conversations(worker, () => configuration.settings);
	const active = new ActiveConversation();
	const recent = new RecentFocuses(context.workspaceState);
	const models = new Models(context, log);
	const failures = new FailureNotifier(log);
	const currentModel = new CurrentModel(models, active, log);
	const compactions = new Compactions({
		conversations,
		models,
		active,
		recent,
		notifications,
		log,
		onWritten: (id, attempts) => failures.tell(id, attempts),
	});
	const opener = new TranscriptOpener(conversations, active, notifications);
	const files = new FileOpener(notifications);
	const requests = new PanelRequests(active, compactions, files);
	subscriptions.push(
		configuration,
		compactions,
		models,
		currentModel,
		worker,
		active,
		maintainContextKeys(active, compactions, log),
		refreshOnSettings(configuration, active, conversations, notifications),
		new StatusBar(active, compactions),
		new SummaryViewProvider({
			extensionUri,
			active,
			compactions,
			currentModel,
			recent,
			requests,
			notifications,
			log,
		}),
		registerTranscriptCommands(opener, extensionUri),
		registerCompactionCommands({ active, compactions, recent, notifications }),
		registerHandoffCommands(active, conversations, notifications),
		registerModelCommands({
			models,
			active,
			retry: (id) => compactions.retry(id),
			notifications,
			log,
		}),
		registerLogCommands(log),
		log,
	);
	detach(openSampleWhenAsked(process.env), log);
}
