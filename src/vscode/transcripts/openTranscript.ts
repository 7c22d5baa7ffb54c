import * as vscode from 'vscode';
import type { Progress, CallOptions } from '../../protocol/channel.ts';
import type { OpenedConversation, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { ActiveConversation } from '../conversations/activeConversation.ts';
import { views } from '../contributions.ts';
import type { Conversations } from '../conversations/conversations.ts';
import { withSignal } from '../worker/interrupts.ts';
import type { Notifications } from '../notifications.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';

/** From here on reading is long enough for a notification with *Cancel*. */
const bigFileBytes = 8 * 1024 * 1024;

/** How files end that can be opened, without the dot. */
const transcriptExtensions = 'jsonl zst json db sqlite sqlite3 vscdb';

type Opened = WorkerRequests['open']['result'];

export interface TranscriptOpenerServices {
	readonly conversations: Conversations;
	readonly active: ActiveConversation;
	readonly sessions: Pick<SessionEditors, 'show'>;
	readonly notifications: Notifications;
}

/** Opens saved sessions: reads the file, lets the person choose a conversation, shows it. */
export class TranscriptOpener {
	readonly #services: TranscriptOpenerServices;

	constructor(services: TranscriptOpenerServices) {
		this.#services = services;
	}

	/** Lets the person choose a file, and opens it. */
	async choose(): Promise<void> {
		const chosen = await vscode.window.showOpenDialog({
			title: vscode.l10n.t('Open Transcript'),
			openLabel: vscode.l10n.t('Open'),
			filters: {
				[vscode.l10n.t('Saved conversations')]: transcriptExtensions.split(' '),
				[vscode.l10n.t('All files')]: ['*'],
			},
		});
		const [uri] = chosen ?? [];
		if (uri !== undefined) {
			await this.open(uri);
		}
	}

	/**
	 * Opens a file; failures are shown.
	 * @param window Of a model that its conversations are meant for, tokens.
	 */
	async open(uri: vscode.Uri, window?: number): Promise<void> {
		if (this.#refuses(uri)) {
			return;
		}
		try {
			const read = await readerOf(uri);
			const file = { path: uri.fsPath, ...(window === undefined ? {} : { window }) };
			const opened = await read((options) => this.#services.conversations.open(file, options));
			const chosen = await this.#pick(opened, uri);
			if (chosen === undefined) {
				return;
			}
			const view = await read((options) => this.#services.conversations.view(chosen.id, options));
			const before = this.#services.active.view;
			this.#services.active.show(view);
			if (before !== undefined && before.id !== view.id && before.standing.viewed) {
				// Nobody looks at it any more, and its file has all of it.
				await this.#services.conversations.close(before.id);
			}
			await vscode.commands.executeCommand(`${views.summary}.focus`);
			await this.#services.sessions.show(view, { preserveFocus: true });
		} catch (error) {
			this.#services.notifications.failed(error, (cause) =>
				// The cause names the file.
				vscode.l10n.t('The transcript could not be opened. {0}', cause),
			);
		}
	}

	/** Another version of a file, as of a comparison, is not what lies at its path. */
	#refuses(uri: vscode.Uri): boolean {
		const isRefused = uri.scheme !== 'file';
		if (isRefused) {
			this.#services.notifications.refused(
				vscode.l10n.t(
					'{0} cannot be opened: only files on disk can be read.',
					vscode.workspace.asRelativePath(uri),
				),
			);
		}
		return isRefused;
	}

	/** The conversation to show; the others of the file are forgotten. */
	async #pick(opened: Opened, uri: vscode.Uri): Promise<OpenedConversation | undefined> {
		const { conversations } = opened;
		if (conversations.length <= 1) {
			return conversations[0];
		}
		const items = conversations.map((conversation, index) => ({
			label: conversation.title || vscode.l10n.t('Conversation {0}', index + 1),
			description: `#${index + 1} · ${conversation.about ?? messagesText(conversation.messages ?? 0)}`,
			conversation,
		}));
		const picked = await vscode.window.showQuickPick(items, {
			placeHolder: vscode.l10n.t(
				'{0} holds several conversations: choose one',
				vscode.workspace.asRelativePath(uri),
			),
			matchOnDescription: true,
		});
		for (const conversation of conversations) {
			const wanted = conversation === picked?.conversation;
			if (!wanted && conversation.id !== this.#services.active.view?.id) {
				await this.#services.conversations.close(conversation.id);
			}
		}
		return picked?.conversation;
	}
}

/** Shows that a file is being read; a big one in a notification with *Cancel*. */
async function readerOf(uri: vscode.Uri) {
	// Whoever reads a file that is not there has the better error.
	const size = await vscode.workspace.fs.stat(uri).then(
		(stat) => stat.size,
		() => 0,
	);
	return <Result>(read: (options: CallOptions) => Promise<Result>): Thenable<Result> =>
		size < bigFileBytes
			? vscode.window.withProgress({ location: { viewId: views.summary } }, () => read({}))
			: vscode.window.withProgress(
					{
						location: vscode.ProgressLocation.Notification,
						title: vscode.l10n.t('Opening {0}', vscode.workspace.asRelativePath(uri)),
						cancellable: true,
					},
					(progress, token) =>
						withSignal(token, (signal) =>
							read({
								signal,
								onProgress: (done) => progress.report({ message: describe(done) }),
							}),
						),
				);
}

function describe({ phase }: Progress): string {
	return phase === 'counting'
		? vscode.l10n.t('counting tokens…')
		: vscode.l10n.t('reading messages…');
}

function messagesText(count: number): string {
	return count === 1 ? vscode.l10n.t('1 message') : vscode.l10n.t('{0} messages', count);
}
