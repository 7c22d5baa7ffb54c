import * as vscode from 'vscode';
import type { ConversationView } from '../../protocol/conversationView.ts';
import { isMeant, type FromPanel, type PanelMessage } from '../../protocol/fromPanel.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import type { CompactionPreviews } from '../documents/compactionPreviews.ts';
import type { Compactions } from '../conversations/compactions.ts';
import { openChat } from '../participant/chatView.ts';
import { commands } from '../contributions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { FileFollowing } from '../conversations/fileFollowing.ts';
import type { FileOpener } from '../documents/fileOpener.ts';
import { absence, offers } from '../hostApi.ts';
import type { ItemChanges } from '../conversations/itemChanges.ts';
import type { Notifications } from '../notifications.ts';
import { columnBeside, showTurn } from '../documents/originalTurns.ts';
import { compareRecords } from '../documents/recordComparison.ts';
import { reversalSentence } from '../conversations/refusals.ts';
import type { ShownBreakdown } from '../conversations/shownBreakdown.ts';
import type { ShownRecord } from '../conversations/shownRecord.ts';

export interface PanelRequestServices {
	readonly active: ActiveConversation;
	readonly conversations: Conversations;
	readonly compactions: Compactions;
	readonly previews: CompactionPreviews;
	readonly changes: ItemChanges;
	readonly record: ShownRecord;
	readonly breakdown: ShownBreakdown;
	readonly files: FileOpener;
	readonly following: Pick<FileFollowing, 'set'>;
	readonly notifications: Notifications;
	/** Has what is shown of a conversation looked at again. */
	readonly refresh: (id: string) => Promise<void>;
}

/** Requests that are commands. */
const commandOf = {
	retryWithModel: commands.retryWithModel,
	chooseModel: commands.chooseSummaryModel,
	setApiKey: commands.setApiKey,
	copyHandoff: commands.copyHandoff,
	undo: commands.undoStep,
	redo: commands.redoCompaction,
	stop: commands.stopAnswer,
	applyProposal: commands.applyProposal,
	discardProposal: commands.discardProposal,
	answerLast: commands.answerLast,
	turnOnAutomatic: commands.togglePauseEverywhere,
	resumeAutomatic: commands.togglePause,
	openTranscript: commands.openTranscript,
	importSessions: commands.importSessions,
	openSample: commands.openSample,
} as const;

/** Requests that the worker is asked for as they are. */
const workerMethods = {
	sendUnsent: 'sendUnsent',
	discardUnsent: 'dismissUnsent',
	dismissCompaction: 'dismiss',
} as const;

type Request = Exclude<FromPanel, { readonly type: 'ready' | 'remember' }>;
/** Everything but what a page says of itself. */
export type PanelRequest = PanelMessage & { readonly request: Request };
type CommandRequest = Extract<Request, { readonly type: keyof typeof commandOf }>;

/** Requests that are about nothing, or about what is in them. */
const free = [
	'startChat',
	'openExternal',
	'copyText',
	'viewActive',
	'dismissChangeNotice',
] as const;
type FreeRequest = Extract<Request, { readonly type: (typeof free)[number] }>;
type ConversationRequest = Exclude<Request, CommandRequest | FreeRequest>;

/** Does what a person asks for in the panel. */
export class PanelRequests {
	readonly #services: PanelRequestServices;

	constructor(services: PanelRequestServices) {
		this.#services = services;
	}

	/** A turn in the chat may have made another conversation active since the person asked. */
	async handle({ request, ...about }: PanelRequest): Promise<void> {
		if (!isMeant({ request, ...about }, this.#services.active.view?.id)) {
			this.#services.notifications.inform(
				vscode.l10n.t('Another conversation is open now. Nothing was changed; try again.'),
			);
			return;
		}
		if (isCommand(request)) {
			await vscode.commands.executeCommand(commandOf[request.type]);
			return;
		}
		if (isFree(request)) {
			await this.#handleFree(request);
			return;
		}
		const { view } = this.#services.active;
		if (view !== undefined) {
			await this.#handleAbout(view, request);
		}
	}

	async #handleFree(request: FreeRequest): Promise<void> {
		switch (request.type) {
			case 'startChat':
				// Left to be completed: what is asked is the person's.
				if (!offers('participant') || !(await openChat('@precis ', 'present'))) {
					this.#services.notifications.inform(absence('participant'));
				}
				return;
			case 'openExternal':
				await vscode.env.openExternal(vscode.Uri.parse(request.url, true));
				return;
			case 'copyText':
				await vscode.env.clipboard.writeText(request.text);
				return;
			case 'viewActive':
				this.#services.record.hide();
				return;
			case 'dismissChangeNotice':
				this.#services.changes.dismiss();
				return;
		}
	}

	async #handleAbout(view: ConversationView, request: ConversationRequest): Promise<void> {
		const { conversations, compactions, previews, changes, record, files, refresh } =
			this.#services;
		const { id } = view;
		switch (request.type) {
			case 'compact':
				await compactions.start(id, request.focus);
				return;
			case 'cancel':
				compactions.cancel(id);
				return;
			case 'preview':
				await previews.show(id, request.focus);
				return;
			case 'applyPreview':
				await previews.apply(id);
				return;
			case 'discardPreview':
				await previews.discard(id);
				return;
			case 'showRequests':
				await previews.openRequests(id);
				return;
			case 'changeItem':
				await changes.change(id, request.place, request.change);
				return;
			case 'viewRecord':
				await record.show(view, request.record);
				return;
			case 'showBreakdown':
				await this.#services.breakdown.show(id);
				return;
			case 'restore':
				await this.#restore(id, request.record);
				return;
			case 'compare':
				await compare(view, request.record);
				return;
			case 'openTurn':
				await showTurn(id, request.number, {
					viewColumn: columnBeside(),
					preserveFocus: true,
				});
				return;
			case 'sendUnsent':
			case 'discardUnsent':
			case 'dismissCompaction':
				await conversations.ask(workerMethods[request.type], { id });
				await refresh(id);
				return;
			case 'resumeCompaction':
				await this.#resume(id);
				return;
			case 'follow':
				this.#services.following.set(id, request.follow);
				return;
			case 'openFile':
				await files.openNamed(request.path, view.file);
				return;
			case 'openProblem':
				if (view.file !== undefined) {
					await files.openAt(vscode.Uri.file(view.file), request.line);
				}
				return;
		}
	}

	/** @param record Undefined: the log as it is. */
	async #restore(id: string, record: number | undefined): Promise<void> {
		const { conversations, notifications, refresh } = this.#services;
		const result = await conversations.ask('restore', {
			id,
			...(record === undefined ? {} : { record }),
		});
		if (result.kind === 'refused') {
			notifications.inform(reversalSentence(result.reason));
		}
		await refresh(id);
	}

	async #resume(id: string): Promise<void> {
		const { compactions, refresh } = this.#services;
		const running = compactions.resume(id);
		// It is not offered any more while it runs.
		await refresh(id);
		await running;
	}
}

/** @param record To compare with the active one; undefined: the one before that. */
async function compare(view: ConversationView, record: number | undefined): Promise<void> {
	const { history, active } = view.standing;
	const now = history.find((entry) => entry.id === active);
	const other = history.find((entry) => entry.id === record);
	if (record === undefined || other === undefined) {
		await vscode.commands.executeCommand(commands.compareSummaries);
	} else if (now === undefined) {
		await compareRecords(view.id, undefined, other);
	} else {
		await (other.number < now.number
			? compareRecords(view.id, other, now)
			: compareRecords(view.id, now, other));
	}
}

function isCommand(request: Request): request is CommandRequest {
	return request.type in commandOf;
}

function isFree(request: Exclude<Request, CommandRequest>): request is FreeRequest {
	return free.some((type) => type === request.type);
}
