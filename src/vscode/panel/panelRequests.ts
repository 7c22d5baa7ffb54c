import * as vscode from 'vscode';
import type { ItemChangeResult } from '../../conversations/service/actor.ts';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { isMeant, type FromPanel, type PanelMessage } from '../../protocol/fromPanel.ts';
import type { ItemChange, StoredItem } from '../../protocol/toPanel.ts';
import type { CompactionPreviews } from '../documents/compactionPreviews.ts';
import type { Compactions } from '../conversations/compactions.ts';
import { commands } from '../contributions.ts';
import { reportReversal } from '../conversations/refusals.ts';
import { openFileAt, openNamedFile } from '../documents/openFile.ts';
import type { PanelModel, PanelParts } from '../conversations/panelModel.ts';
import type { Services } from '../conversations/services.ts';
import { compareRecords } from '../documents/precisDocuments.ts';
import { formatUsed, whole } from '../formats.ts';
import { secondColumn, type SessionEditors } from '../documents/sessionEditors.ts';

interface PanelRequestServices extends Services {
	readonly compactions: Compactions;
	readonly previews: CompactionPreviews;
	readonly model: PanelModel;
	readonly sessions: SessionEditors;
}

const commandOf = {
	retryWithModel: commands.retryWithModel,
	chooseModel: commands.chooseSummaryModel,
	copyHandoff: commands.copyHandoff,
	handOver: commands.handOver,
	resumeAutomatic: commands.togglePause,
	openTranscript: commands.openTranscript,
	importSessions: commands.importSessions,
	openSample: commands.openSample,
	startChat: commands.startChat,
} as const;

/** Requests other than the page's state. */
type PanelRequest = Exclude<FromPanel, { readonly type: 'remember' }>;
type Name = Exclude<PanelRequest['type'], 'ready'>;

type Named<Wanted, Request extends FromPanel = FromPanel> = Request extends FromPanel
	? Wanted extends Request['type']
		? Request
		: never
	: never;

type Handler<Wanted, View = ConversationView> = (request: Named<Wanted>, view: View) => unknown;

type General = 'turnOnAutomatic' | 'chooseWriter' | 'openExternal' | 'copyText';
type AboutConversation = Exclude<Name, General | keyof typeof commandOf>;
type Handlers = { readonly [Wanted in General]: Handler<Wanted, unknown> } & {
	readonly [Wanted in AboutConversation]: Handler<Wanted>;
};

/** Handles requests of the panel. */
export type PanelRequests = (
	message: PanelMessage & { readonly request: PanelRequest },
) => Promise<void>;

/** Refuses requests about a conversation that is no longer active, such as after a chat turn in another one. */
export function panelRequests(services: PanelRequestServices): PanelRequests {
	const { active, notifications } = services;
	const handlers = handlersOf(services);
	return async (message) => {
		const { type } = message.request;
		if (!isMeant(message, active.view?.id)) {
			notifications.inform(
				vscode.l10n.t('Another conversation is open now. Nothing was changed; try again.'),
			);
		} else if (type in commandOf) {
			await vscode.commands.executeCommand(commandOf[type as keyof typeof commandOf]);
		} else {
			// Each handler takes the request of its own name; `isMeant` has checked the conversation.
			const handler = handlers[type as General] as Handler<unknown, unknown>;
			await handler(message.request as never, active.view);
		}
	};
}

function handlersOf(services: PanelRequestServices): Handlers {
	const { worker, compactions, previews, model } = services;
	const { active, sessions, notifications } = services;

	return {
		turnOnAutomatic: () => services.configuration.save('compaction.automatic', true),
		chooseWriter: ({ model: writer }) =>
			vscode.commands.executeCommand(commands.chooseSummaryModel, writer),
		openExternal: ({ url }) => vscode.env.openExternal(vscode.Uri.parse(url, true)),
		copyText: ({ text }) => vscode.env.clipboard.writeText(text),
		compact: ({ focus }, { id }) => compactions.start(id, focus),
		cancel: (_, { id }) => compactions.cancel(id),
		preview: ({ focus }, { id }) => previews.show(id, focus),
		rewrite: (_, { id, receipt }) => compactions.rewrite(id, receipt),
		applyPreview: (_, { id }) => previews.apply(id),
		discardPreview: (_, { id }) => model.hide(id, 'preview'),
		showRequests: (_, { id }) => previews.openRequests(id),
		async changeItem({ place, change }, { id }) {
			model.hide(id, 'changeNotice');
			const end = await worker.call('changeItem', { id, place, change });
			const notice = noticeOf(end, place, change);
			await active.shown();
			if (notice !== undefined) {
				const after = active.view?.status.active;
				model.show(id, 'changeNotice', notice, ({ status }) => status.active === after);
			}
		},
		dismissChangeNotice: (_, { id }) => model.hide(id, 'changeNotice'),
		applyProposal: (_, { id }) =>
			compactions.run(id, {}, () => worker.call('applyProposal', { id })),
		discardProposal: (_, { id }) => worker.call('discardProposal', { id }),
		async viewRecord({ record }, { id, status: { active: now } }) {
			const viewed = record === now ? undefined : await worker.call('recordView', { id, record });
			if (viewed === undefined) {
				model.hide(id, 'viewed');
			} else {
				// A compaction or restore shows its own result.
				model.show(id, 'viewed', viewed, ({ status }) => status.active === now);
			}
		},
		viewActive: (_, { id }) => model.hide(id, 'viewed'),
		undo: (_, { id }) => reportReversal(services, worker.call('undo', { id })),
		redo: (_, { id }) => reportReversal(services, worker.call('redo', { id })),
		restore: ({ record }, { id }) =>
			reportReversal(
				services,
				worker.call('restore', { id, ...(record === undefined ? {} : { record }) }),
			),
		compare: ({ record }, view) => compare(notifications, view, record),
		openTurn: ({ number }, view) =>
			sessions.show(view, { number, viewColumn: secondColumn(), preserveFocus: true }),
		follow: ({ follow }, { id }) => active.follow(id, follow),
		openFile: ({ path }, { file }) => openNamedFile(path, file, notifications),
		openProblem: ({ line }, { file }) =>
			file === undefined ? undefined : openFileAt(vscode.Uri.file(file), line),
	};
}

/** @param record Compared with the active record; undefined: the one before it. */
async function compare(
	notifications: Services['notifications'],
	view: ConversationView,
	record: number | undefined,
): Promise<void> {
	const { history, active } = view.status;
	const now = history.find((entry) => entry.id === active);
	const other = history.find((entry) => entry.id === record);
	if (record === undefined || other === undefined) {
		await vscode.commands.executeCommand(commands.compareSummaries);
		return;
	}
	const isOlder = now !== undefined && history.indexOf(other) < history.indexOf(now);
	const [before, after] = isOlder ? [other, now] : [now, other];
	await compareRecords(notifications, view.id, before, after);
}

/** The notice after a change of an item; undefined: none is needed. */
function noticeOf(
	result: ItemChangeResult,
	{ record }: StoredItem,
	change: ItemChange,
): PanelParts['changeNotice'] | undefined {
	if (result.kind === 'refused') {
		return { kind: 'refused', text: refusalOf(result.reason) };
	}
	if (result.kind === 'changed' && result.overBudget !== undefined) {
		const { pinned, sensible } = result.overBudget;
		const text = vscode.l10n.t(
			'Pinned and edited items take {0} tokens. Above {1} tokens, little room is left for the rest of the summary.',
			formatUsed({}, whole(pinned)),
			whole(sensible),
		);
		return { kind: 'over-budget', text, before: record };
	}
	return change.kind === 'remove'
		? { kind: 'removed', text: vscode.l10n.t('Item removed.'), before: record }
		: undefined;
}

function refusalOf(
	reason: Extract<ItemChangeResult, { readonly kind: 'refused' }>['reason'],
): string {
	return {
		stale: vscode.l10n.t('Not changed: the summary has changed. Review it and try again.'),
		blank: vscode.l10n.t(
			'Not changed: an item cannot be empty. To delete the item, choose Remove.',
		),
		'no-room': vscode.l10n.t(
			'Not pinned: pinned and edited items can take at most a tenth of the window. Unpin other items first.',
		),
		busy: vscode.l10n.t('Not changed: a compaction is running. Try again when it has finished.'),
	}[reason];
}
