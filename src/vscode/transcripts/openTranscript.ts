import * as vscode from 'vscode';
import type { Progress, CallOptions } from '../../protocol/channel.ts';
import type { OpenedConversation, WorkerRequests } from '../../protocol/workerRequests.ts';
import type { Services } from '../conversations/services.ts';
import { views } from '../contributions.ts';
import { withSignal } from '../worker/interrupts.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';

/** Size above which a notification with *Cancel* is shown while reading. */
const bigFileBytes = 8 * 1024 * 1024;

/** Extensions of files that can be opened, without the dot. */
const transcriptExtensions = 'jsonl zst json db sqlite sqlite3 vscdb';

type Opened = WorkerRequests['open']['result'];

/** Opens saved sessions: reads the file, lets the user choose a conversation, shows it. */
export class TranscriptOpener {
	readonly #services: Services & { readonly sessions: SessionEditors };

	constructor(services: Services & { readonly sessions: SessionEditors }) {
		this.#services = services;
	}

	/** Lets the user choose a file, and opens it. */
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
	 * @param window The model's window, tokens.
	 */
	async open(uri: vscode.Uri, window?: number): Promise<void> {
		if (this.#refuses(uri)) {
			return;
		}
		try {
			const read = await readerOf(uri);
			const file = { path: uri.fsPath, ...(window === undefined ? {} : { window }) };
			const opened = await read((options) => this.#services.worker.open(file, options));
			const chosen = await this.#pick(opened, uri);
			if (chosen === undefined) {
				return;
			}
			const view = await read((options) =>
				this.#services.worker.call('view', { id: chosen.id }, options),
			);
			const before = this.#services.active.view;
			this.#services.active.show(view);
			if (before !== undefined && before.id !== view.id && before.status.viewed) {
				// The previous file view is no longer shown.
				await this.#services.worker.close(before.id);
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

	/** Refuses files that are not on disk, such as another version in a comparison. */
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

	/** Picks the conversation to show and closes the others of the file. */
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
				'{0} contains several conversations: choose one',
				vscode.workspace.asRelativePath(uri),
			),
			matchOnDescription: true,
		});
		for (const conversation of conversations) {
			const wanted = conversation === picked?.conversation;
			if (!wanted && conversation.id !== this.#services.active.view?.id) {
				await this.#services.worker.close(conversation.id);
			}
		}
		return picked?.conversation;
	}
}

/** Shows progress while a file is read; for a big one in a notification with *Cancel*. */
async function readerOf(uri: vscode.Uri) {
	// Reading a missing file gives a better error.
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
