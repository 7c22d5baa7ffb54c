import * as vscode from 'vscode';
import type { WorkerEvent } from '../protocol/conversationEvents.ts';
import type { ActiveConversation } from './conversations/activeConversation.ts';
import type { ExportedApi } from './api/exportedApi.ts';
import type { Answerers } from './worker/answerers.ts';
import type { Compactions } from './conversations/compactions.ts';
import type { Configuration } from './settings/configuration.ts';
import type { ConversationNews } from './conversations/conversationNews.ts';
import type { ConversationsView } from './panel/conversationsView.ts';
import type { PageMemory } from './panel/pageMemory.ts';
import type { Conversations } from './conversations/conversations.ts';
import { detach } from './detach.ts';
import type { Exclusions } from './settings/exclusions.ts';
import type { Models } from './models/models.ts';
import type { Notifications } from './notifications.ts';
import type { SummaryPermission } from './models/summaryPermission.ts';
import type { KeepingConsent } from './provider/keepingConsent.ts';
import type { ShownConversation } from './conversations/shownConversation.ts';
import type { WorkerHost } from './worker/workerClient.ts';
import { workspaceName } from './conversations/workspaceName.ts';

/** Who answers the worker, and who hears of it. */
export interface WorkerHostServices {
	readonly conversations: Conversations;
	readonly notifications: Notifications;
	readonly configuration: Configuration;
	readonly exclusions: Exclusions;
	readonly permission: SummaryPermission;
	readonly consent: KeepingConsent;
	readonly models: Models;
	readonly answerers: Answerers;
	readonly compactions: Compactions;
	readonly active: ActiveConversation;
	readonly news: ConversationNews;
	readonly shown: ShownConversation;
	readonly list: Pick<ConversationsView, 'changed'>;
	readonly memory: Pick<PageMemory, 'forgetConversation'>;
	readonly api: ExportedApi;
	readonly log: vscode.LogOutputChannel;
}

/** The extension as the worker knows it. */
export function workerHost(services: WorkerHostServices): WorkerHost {
	const { configuration, exclusions, permission, consent, models, answerers, compactions } =
		services;
	const { active, shown, list, notifications, api, log } = services;
	return {
		settings() {
			const { settings, automatic, storage } = configuration;
			const workspace = workspaceName();
			return {
				compaction: settings,
				automatic,
				keep: storage.enabled,
				keepsRequests: consent.keeps,
				excluded: exclusions.all,
				retention: storage.retention,
				...(workspace === undefined ? {} : { workspace }),
			};
		},
		answers: {
			models: (plan, signal) => permission.modelsFor(plan, signal),
			call({ conversation, target, request }, signal) {
				compactions.clearDraft(conversation);
				const calls = models.callsFor({}, (text) => compactions.draft(conversation, text));
				return calls.call(target, request, signal);
			},
			turn: (question, signal) => answerers.answer(question, signal),
		},
		onEvent: (event) => hear(services, event),
		onStopped() {
			compactions.reset();
			list.changed();
			api.workerStopped();
			log.error('The worker stopped; it starts again when it is needed.');
			notifications.refused(
				vscode.l10n.t(
					'Precis had to start its worker again. What was stored is as it was; compactions that were in memory only are gone.',
				),
			);
			if (active.view !== undefined) {
				detach(shown.refresh(active.view.id), log);
			}
		},
	};
}

function hear(services: WorkerHostServices, event: WorkerEvent): void {
	const { conversations, compactions, news, active, shown, list, memory, api, log } = services;
	api.hear(event);
	switch (event.type) {
		case 'job':
		case 'job-ended':
			compactions.hear(event);
			return;
		case 'created':
			list.changed();
			return;
		case 'changed':
			list.changed();
			detach(shown.refresh(event.conversation), log);
			return;
		case 'deleted':
			list.changed();
			conversations.forget(event.conversation);
			active.forget(event.conversation);
			memory.forgetConversation(event.conversation);
			return;
		case 'store':
		case 'notice':
		case 'not-kept':
		case 'turn-ended':
			news.hear(event);
			return;
		case 'unexpected':
			log.error(event.message);
			return;
	}
}
