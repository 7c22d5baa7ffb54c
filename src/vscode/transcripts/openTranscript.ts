import * as vscode from 'vscode';
import type { Progress, CallOptions } from '../../protocol/channel.ts';
import type { OpenedConversation } from '../../protocol/workerRequests.ts';
import type { Services } from '../conversations/services.ts';
import { views } from '../contributions.ts';
import { plainLabel, plainNotice } from '../plainText.ts';
import { withSignal } from '../worker/withSignal.ts';
import type { SessionEditors } from '../documents/sessionEditors.ts';

/** Size above which a notification with *Cancel* is shown while reading. */
const bigFileBytes = 8 * 1024 * 1024;

/** Extensions of files that can be opened, without the dot. */
const transcriptExtensions = 'jsonl zst json db sqlite sqlite3 vscdb';

/** What opening a session needs. */
export interface OpeningServices extends Services {
	readonly sessions: SessionEditors;
}

/** Lets the user choose a saved session, and opens it. */
export async function chooseTranscript(services: OpeningServices): Promise<void> {
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
		await openTranscript(services, uri);
	}
}

/**
 * Opens a saved session: reads the file, lets the user choose a conversation, shows it. Failures are shown.
 * @param window The model's window, tokens.
 */
export async function openTranscript(
	services: OpeningServices,
	uri: vscode.Uri,
	window?: number,
): Promise<void> {
	const { active, notifications, sessions, worker } = services;
	if (uri.scheme !== 'file') {
		// Another version in a comparison, for example.
		notifications.refused(
			vscode.l10n.t(
				'{0} cannot be opened: only files on disk can be read.',
				vscode.workspace.asRelativePath(uri),
			),
		);
		return;
	}
	try {
		const read = await readerOf(uri);
		const file = { path: uri.fsPath, ...(window === undefined ? {} : { window }) };
		const { conversations } = await read((options) => worker.open(file, options));
		const chosen = await pick(services, conversations, uri);
		if (chosen === undefined) {
			return;
		}
		const view = await read((options) => worker.call('view', { id: chosen.id }, options));
		const before = active.view;
		active.show(view);
		if (before !== undefined && before.id !== view.id && before.status.viewed) {
			// The previous file view is no longer shown.
			await worker.close(before.id);
		}
		await vscode.commands.executeCommand(`${views.summary}.focus`);
		await sessions.show(view, { preserveFocus: true });
	} catch (error) {
		notifications.failed(error, (cause) =>
			// The cause names the file.
			vscode.l10n.t('The transcript could not be opened. {0}', cause),
		);
	}
}

/** Picks the conversation to show and closes the others of the file. */
async function pick(
	{ active, worker }: OpeningServices,
	conversations: readonly OpenedConversation[],
	uri: vscode.Uri,
): Promise<OpenedConversation | undefined> {
	if (conversations.length <= 1) {
		return conversations[0];
	}
	const items = conversations.map((conversation, index) => ({
		label: plainLabel(conversation.title) || vscode.l10n.t('Conversation {0}', index + 1),
		description: `#${index + 1} · ${plainLabel(conversation.about ?? messagesText(conversation.messages ?? 0))}`,
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
		const isWanted = conversation === picked?.conversation;
		if (!isWanted && conversation.id !== active.view?.id) {
			await worker.close(conversation.id);
		}
	}
	return picked?.conversation;
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
						title: plainNotice(vscode.l10n.t('Opening {0}', vscode.workspace.asRelativePath(uri))),
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
