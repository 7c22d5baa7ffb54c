import * as vscode from 'vscode';
import type { PrecisExports } from './api.ts';
import { ActiveConversation } from './vscode/conversations/activeConversation.ts';
import { registerCommands } from './vscode/commands/registerCommands.ts';
import { ExportedApi } from './vscode/api/exportedApi.ts';
import { CompactionPreviews } from './vscode/documents/compactionPreviews.ts';
import { Compactions } from './vscode/conversations/compactions.ts';
import { Configuration, workerSettings } from './vscode/settings/configuration.ts';
import { maintainContextKeys } from './vscode/status/contextKeys.ts';
import { notifyOfChanges } from './vscode/conversations/conversationNotices.ts';
import { ConversationsView } from './vscode/panel/conversationsView.ts';
import { logLimitations } from './vscode/hostApi.ts';
import { detach, redactedLog } from './vscode/log.ts';
import { Exclusions } from './vscode/settings/exclusions.ts';
import { keepLastConversation } from './vscode/conversations/lastConversation.ts';
import { notifyAttempts } from './vscode/models/failureNotice.ts';
import { CurrentWriter, Models } from './vscode/models/models.ts';
import { SummaryPermission } from './vscode/models/summaryPermission.ts';
import { Notifications } from './vscode/notifications.ts';
import { PanelModel } from './vscode/conversations/panelModel.ts';
import { panelRequests } from './vscode/panel/panelRequests.ts';
import { registerParticipant } from './vscode/participant/participant.ts';
import { registerPrecisDocuments } from './vscode/documents/precisDocuments.ts';
import { KeepingConsent } from './vscode/provider/keepingConsent.ts';
import { MirroredModels } from './vscode/provider/mirroredModels.ts';
import { registerMirror } from './vscode/provider/registerMirror.ts';
import { forgetState } from './vscode/settings/forgetState.ts';
import { SessionEditors } from './vscode/documents/sessionEditors.ts';
import { showStatusBar } from './vscode/status/statusBar.ts';
import { SummaryViewProvider } from './vscode/panel/summaryView.ts';
import { registerMcpServer } from './vscode/api/mcpServer.ts';
import { registerTools } from './vscode/api/tools.ts';
import { WorkerClient } from './vscode/worker/workerClient.ts';
import { startWorkerThread } from './vscode/worker/workerThread.ts';

let worker: WorkerClient | undefined;

/**
 * Creates, connects and registers the services. Starts nothing slow.
 * @returns The API for other extensions.
 */
export function activate(context: vscode.ExtensionContext): PrecisExports {
	const log = redactedLog(vscode.window.createOutputChannel('Precis', { log: true }));
	const notifications = new Notifications(log);
	try {
		const { client, api } = start(context, log, notifications);
		worker = client;
		return api.exports;
	} catch (error) {
		notifications.failed(error, (cause) => vscode.l10n.t('Precis could not start: {0}', cause));
		throw error;
	}
}

/** Shuts the worker down and closes the store, before VS Code disposes of the rest. */
export async function deactivate(): Promise<void> {
	await worker?.shutDown();
	worker = undefined;
}

function start(
	context: vscode.ExtensionContext,
	log: vscode.LogOutputChannel,
	notifications: Notifications,
): { readonly client: WorkerClient; readonly api: ExportedApi } {
	logLimitations(log);
	const { extensionUri, globalStorageUri, subscriptions, globalState } = context;
	const workerFile = vscode.Uri.joinPath(extensionUri, 'dist', 'worker.mjs').fsPath;
	const storage = globalStorageUri.fsPath;
	const configuration = new Configuration(log);
	const exclusions = new Exclusions(globalState);
	const consent = new KeepingConsent({ configuration, notifications, log }, globalState);
	const client = new WorkerClient({
		start: () => startWorkerThread(workerFile, { storage }, (text) => log.trace(text)),
		settings: () =>
			workerSettings(configuration, exclusions, consent.keeps, models.directory.summaryWriter),
	});
	const active = new ActiveConversation({ worker: client, notifications });
	const models = new Models(context, configuration);
	const shared = {
		active,
		configuration,
		extensionUri,
		log,
		models,
		notifications,
		nameOf: (id: string) => models.languageModels.names[id] ?? id,
		summaryModels: (conversation: string) => models.summaryModels(conversation),
		worker: client,
	};
	const currentModel = new CurrentWriter(models, active, log);
	const compactions = new Compactions({
		...shared,
		onWritten: (id, attempts) => notifyAttempts(id, attempts, shared, active.isOnScreen(id)),
	});
	const list = new ConversationsView(shared, compactions);
	const sessions = new SessionEditors(shared);
	const permission = new SummaryPermission(shared);
	const api = new ExportedApi({ worker: client, settings: () => configuration.now.settings, log });
	client.handle(() => ({
		models: (plan, { signal }) => permission.modelsFor(plan, signal),
		call: ({ conversation, target, request }, { signal }) =>
			models
				.summaryCalls(conversation, compactions.newDraft(conversation))
				.call(target, request, signal),
	}));
	const mirrored = new MirroredModels(shared);
	const model = new PanelModel(client);
	const previews = new CompactionPreviews({ ...shared, model, compactions });
	const panel = { ...shared, compactions, model, previews, sessions };
	const summary = new SummaryViewProvider({
		...panel,
		currentModel,
		memory: globalState,
		modelNames: () => models.languageModels.names,
		requests: panelRequests(panel),
	});
	subscriptions.push(
		configuration,
		api,
		list,
		compactions,
		models,
		currentModel,
		client,
		active,
		exclusions,
		previews,
		model,
		registerPrecisDocuments(client, (id, preview) => previews.requests(id, preview)),
		sessions,
		maintainContextKeys(
			active,
			compactions,
			{
				areAvailable: () => Object.keys(models.languageModels.names).length > 0,
				onDidChange: currentModel.onDidChange,
			},
			log,
		),
		notifyOfChanges(shared),
		exclusions.onDidChange(() => client.configure()),
		models.onDidChange(() => client.configure()),
		// The panel shows thresholds and window.
		configuration.onDidChange(() => {
			client.configure();
			detach(active.refresh(), log);
		}),
		// Another window may have continued the conversation.
		vscode.window.onDidChangeWindowState(({ focused }) => focused && detach(active.refresh(), log)),
		client.onNotification('deleted', ({ conversation }) => models.forget(conversation)),
		client.onNotification('unexpected', ({ message }) => log.error(message)),
		showStatusBar(active, compactions),
		summary,
		registerCommands({
			...shared,
			compactions,
			context,
			exclusions,
			forgetState: () => forgetState(storage, globalState),
			list,
			mirrored,
			previews,
			sessions,
			summary,
		}),
		registerParticipant({
			...shared,
			memory: globalState,
			compactions,
			mirrored,
		}),
		registerTools(active, client),
		registerMcpServer(context, configuration),
		mirrored,
		registerMirror(mirrored, shared, consent),
		keepLastConversation(globalState, active, client, log),
		log,
	);
	return { client, api };
}
